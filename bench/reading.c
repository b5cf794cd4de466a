/* SPDX-License-Identifier: MIT */
/*
 * reading.c - opens, reads and closes files, which every check of these files must also
 * do
 *
 *   reading FILE...
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char piece[131072]; /* the same size as in the program */

static int
read_all(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -1;
	do
		n = read(fd, piece, sizeof(piece));
	while (n > 0);
	return close(fd) != 0 || n < 0 ? -1 : 0;
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (read_all(argv[i]) != 0) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
	return EXIT_SUCCESS;
}
