"""The command planwright. It has no functions: the package ``planwright`` is the library."""
