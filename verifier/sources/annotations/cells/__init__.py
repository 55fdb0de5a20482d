"""The rows and cells of tables: headers, labels, totals, rows that are left out, and the numbers in a cell."""
