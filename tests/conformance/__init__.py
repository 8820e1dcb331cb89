"""What every game must do, the registered ones and the toy alike. There are no exceptions."""
