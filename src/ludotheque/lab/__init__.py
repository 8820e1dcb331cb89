"""The laboratory: simulation on threads and on a GPU, counting, measuring. It prints nothing: the command line does."""
