"""``python -m planwright``: the program, with the same arguments, streams and exit code."""

import subprocess
import sys

from planwright import PlanwrightError, program

try:
    sys.exit(subprocess.call([program(), *sys.argv[1:]]))
except PlanwrightError as error:
    sys.exit(f"planwright: {error}")
