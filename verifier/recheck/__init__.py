"""A second, independent proof of what a report contradicts, with the standard library alone.

Nothing is imported from other rooms: the report is read anew, its formulas are parsed anew, and each contradicted
number is compared with an enclosure of what its formula can give. Arithmetic is on fractions.
"""
