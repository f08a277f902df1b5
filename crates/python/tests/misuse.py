"""What a type checker must refuse."""

from planwright_native import check, drift

check("fix-plan", "{}").diagnostics[0].line + 1
drift("fix-plan", "fix-plan").backward.verdikt
check(3, "{}")
