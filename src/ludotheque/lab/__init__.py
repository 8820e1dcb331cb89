"""The laboratory: simulation on threads and on a GPU, counting, benchmarks.

It prints nothing; that is the command line's job.
"""
