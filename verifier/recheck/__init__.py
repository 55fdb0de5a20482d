"""A second, independent proof of what a report contradicts, with the standard library alone.

Nothing is imported from other rooms: the report is read anew, its formulas are parsed anew, and each contradicted
number is compared with an enclosure of what its formula can give. Arithmetic is on fractions.

What is not known proves nothing. `Unknown` leaves a contradiction unproved. Only `NoValue` counts as a proof: it is
raised where the real operation is undefined for every number of its operands, never where it may be undefined or
has no rule here. `VOID` is the cell that it leaves.
"""
