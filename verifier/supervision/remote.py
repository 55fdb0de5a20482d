"""A process of a cluster's worker that does its tasks, one after the other, each in a process under limits.

`python -m verifier.supervision.remote DESCRIPTOR` reads requests and writes answers until its input ends, or until the
other end of the descriptor is closed.
"""

import os
import pickle
import sys
from importlib import import_module

from verifier.supervision.cluster import heard, say
from verifier.supervision.pool import supervised
from verifier.supervision.worker import end_with


def main() -> None:
    """Do tasks until there are no more."""
    end_with(int(sys.argv[1]))
    with open(os.dup(0), "rb") as requests, open(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)  # what work writes is no answer
        while True:
            try:
                unit, task = pickle.loads(heard(requests))  # noqa: S301 - of the user's own cluster
            except EOFError:
                return
            modules, inner = pickle.loads(unit)  # noqa: S301 - as above
            for name in modules:
                import_module(name)
            work, limits = pickle.loads(inner)  # noqa: S301 - as above
            (result,) = supervised(work, [task], limits, jobs=2)  # two: in a process of its own even without limits
            say(answers, pickle.dumps(result))


if __name__ == "__main__":
    main()
