"""What a type checker must refuse."""

from planwright import check, drift, normalize

check("fix-plan", "{}").diagnostics[0].line + 1
drift("fix-plan", "fix-plan").backward.verdikt
check(3, "{}")
check(int, "{}")
check("fix-plan", {})
normalize("fix-plan", "{}")
