/* SPDX-License-Identifier: MIT */
/* isal_without.c - a library with the name of ISA-L and none of its functions */
int isal_without(void);

int
isal_without(void)
{
	return 0;
}
