/* SPDX-License-Identifier: MIT */
/* rights.c - copies owner, group, mode, access control list and extended attributes */
#include "cli/write/rights.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ACL "system.posix_acl_access"

/* The kernel allows no longer lists of names and no longer values. */
enum { ROOM = 65536 };

static char names[ROOM];
static unsigned char value[ROOM], old[ROOM];

static int
note_lost_right(struct rights_lost *lost, const char *what, int error)
{
	*lost = (struct rights_lost){ what, error };
	return error;
}

/* Does the error mean that the file system has no such attributes? */
static bool
is_without(int error)
{
	return error == ENOTSUP || error == ENOSYS;
}

/* ---------------------------------------------------------------- mode -- */

static unsigned
little16(const unsigned char *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

static void
set_little16(unsigned char *at, unsigned number)
{
	at[0] = number & 0xff;
	at[1] = number >> 8 & 0xff;
}

/*
 * An access control list in the form of the kernel:
 *
 *   version   4 bytes, 2
 *   entries   8 bytes each: tag 2, permissions 2, id 4; little-endian
 */
enum { USER = 0x02, GROUP_OBJ = 0x04, GROUP = 0x08, OTHER = 0x20 };
enum { ENTRY = 8, VERSION = 4 };

/* The rights that all named users have, that all named groups have, and that the group
   of the file has. */
struct rights_listed {
	mode_t users, groups, group;
};

static struct rights_listed
read_listed(const unsigned char *list, size_t size)
{
	struct rights_listed listed = { .users = 7, .groups = 7 };

	for (size_t at = VERSION; at + ENTRY <= size; at += ENTRY) {
		const mode_t may = little16(list + at + 2) & 7U;

		switch (little16(list + at)) {
		case USER: listed.users &= may; break;
		case GROUP: listed.groups &= may; break;
		case GROUP_OBJ: listed.group = may; break;
		default: break;
		}
	}
	return listed;
}

/*
 * Returns the mode of a file without its list.  If a file has a list, the group bits of
 * its mode are not the rights of the group.  These bits limit the rights of every user
 * and group in the list.  In the new mode nobody gets a right that an entry of the list
 * denied.  A user in the list may be a member of the group, or be one of all other users.
 */
static mode_t
mode_without_list(const unsigned char *list, size_t size, mode_t mode)
{
	const struct rights_listed in = read_listed(list, size);

	return (mode & ~(mode_t)0077) | (mode & (in.group & in.users) << 3) |
	       (mode & in.users & in.groups);
}

/* Returns the mode of a file that gets another group.  Members of the old group are now
   one of all others, and members of the new group were one of all others before. */
static mode_t
mode_of_other_group(mode_t mode)
{
	const mode_t both = mode >> 3 & mode & 7;

	return (mode & ~(mode_t)0077) | both << 3 | both;
}

/* Does the same as mode_of_other_group() for a file with a list.  The list stays.
   Returns the mode.  Members of the new group may also be members of a group in the
   list. */
static mode_t
list_of_other_group(unsigned char *list, size_t size, mode_t mode)
{
	const struct rights_listed in = read_listed(list, size);
	const mode_t group = in.group & in.groups & mode & 7;
	const mode_t others = in.group & mode >> 3 & mode & 7;

	for (size_t at = VERSION; at + ENTRY <= size; at += ENTRY) {
		const unsigned tag = little16(list + at);

		if (tag == GROUP_OBJ)
			set_little16(list + at + 2, group);
		else if (tag == OTHER)
			set_little16(list + at + 2, others);
	}
	return (mode & ~(mode_t)0007) | others;
}

static int
give_owner(int to, const struct stat *like, bool exactly,
	   struct rights_lost *lost, bool *same_group)
{
	struct stat now;

	if (fstat(to, &now) != 0)
		return note_lost_right(lost, "owner and group", errno);
	*same_group = true;
	if (exactly &&
	    (now.st_uid != like->st_uid || now.st_gid != like->st_gid)) {
		if (fchown(to, like->st_uid, like->st_gid) != 0)
			return note_lost_right(lost, "owner and group", errno);
	} else if (!exactly && now.st_gid != like->st_gid) {
		*same_group = fchown(to, (uid_t)-1, like->st_gid) == 0;
	}
	return 0;
}

/* ---------------------------------------------------------- attributes -- */

/* Is the attribute valid only for these bytes, or does it give rights? */
static bool
is_of_contents(const char *name)
{
	return strcmp(name, "security.capability") == 0 ||
	       strcmp(name, "security.evm") == 0 ||
	       strcmp(name, "security.ima") == 0;
}

static int
copy_attribute(int from, int to, const char *name)
{
	const ssize_t size = fgetxattr(from, name, value, sizeof(value));

	if (size < 0)
		return errno == ENODATA ? 0 : errno;
	/* The file may have got this attribute from its directory. */
	if (fgetxattr(to, name, old, sizeof(old)) == size &&
	    memcmp(old, value, (size_t)size) == 0)
		return 0;
	return fsetxattr(to, name, value, (size_t)size, 0) != 0 ? errno : 0;
}

static int
copy_attributes(int from, int to, bool exactly, struct rights_lost *lost)
{
	const ssize_t size = flistxattr(from, names, sizeof(names));

	if (size < 0)
		return is_without(errno) || !exactly
			       ? 0
			       : note_lost_right(lost,
						 "the extended attributes",
						 errno);
	for (const char *name = names; name < names + size;
	     name += strlen(name) + 1) {
		int error;

		if (strcmp(name, ACL) == 0 || is_of_contents(name))
			continue;
		/* Other attributes may give rights to other users. */
		if (!exactly && strncmp(name, "user.", strlen("user.")) != 0)
			continue;
		error = copy_attribute(from, to, name);
		if (error != 0 && exactly)
			return note_lost_right(lost, "the extended attributes",
					       error);
	}
	return 0;
}

/*
 * Copies the list of `from`.  Removes a list that `to` got from its directory.  Reduces
 * *mode if the group is another group, or if the list cannot be copied.
 */
static int
copy_list(int from, int to, bool exactly, bool same_group,
	  struct rights_lost *lost, mode_t *mode)
{
	const ssize_t size = fgetxattr(from, ACL, value, sizeof(value));
	const int error = size < 0 ? errno : 0;
	mode_t kept = *mode;

	if (size < 0 && error != ENODATA && !is_without(error))
		return note_lost_right(lost, "the access control list", error);
	if (fremovexattr(to, ACL) != 0 && errno != ENODATA &&
	    !is_without(errno))
		return note_lost_right(lost, "the access control list", errno);
	if (size >= 0 && !same_group)
		kept = list_of_other_group(value, (size_t)size, kept);
	if (size >= 0 && fsetxattr(to, ACL, value, (size_t)size, 0) == 0) {
		*mode = kept;
		return 0;
	}
	if (size >= 0 && exactly)
		return note_lost_right(lost, "the access control list", errno);
	if (size >= 0)
		*mode = mode_without_list(value, (size_t)size, *mode);
	if (!same_group)
		*mode = mode_of_other_group(*mode);
	return 0;
}

int
rights_copy(int from, int to, const struct stat *like, bool exactly,
	    struct rights_lost *lost)
{
	mode_t mode = like->st_mode & 0777;
	bool same_group = false;
	int error;

	*lost = (struct rights_lost){ NULL, 0 };
	error = give_owner(to, like, exactly, lost, &same_group);
	if (error == 0)
		error = copy_attributes(from, to, exactly, lost);
	if (error == 0)
		error = copy_list(from, to, exactly, same_group, lost, &mode);
	if (error == 0 && fchmod(to, mode) != 0)
		error = note_lost_right(lost, "the mode", errno);
	return error;
}

/* --------------------------------------------------------- directories -- */

/* Returns the rights that a directory gives to others than its owner, without its list.
   Returns no rights if they cannot be read. */
static mode_t
mode_of_directory(const char *path, struct stat *status)
{
	ssize_t size;

	if (stat(path, status) != 0)
		return 0;
	size = getxattr(path, ACL, value, sizeof(value));
	if (size >= 0)
		return mode_without_list(value, (size_t)size, status->st_mode) &
		       0077;
	return errno == ENODATA || is_without(errno) ? status->st_mode & 0077
						     : 0;
}

/* Removes the list that the new directory got from its parent directory, and gives the
   new directory the group of `like`, if possible. */
static int
begin_directory(int made, const struct stat *like)
{
	if (fremovexattr(made, ACL) != 0 && errno != ENODATA &&
	    !is_without(errno))
		return errno;
	(void)!fchown(made, (uid_t)-1, like->st_gid);
	return 0;
}

int
rights_limit(int made, const char *like, bool first)
{
	struct stat from = { .st_gid = (gid_t)-1 }, now;
	mode_t mode = mode_of_directory(like, &from);
	const int error = first ? begin_directory(made, &from) : 0;

	if (error != 0)
		return error;
	if (fstat(made, &now) != 0)
		return errno;
	if (now.st_gid != from.st_gid)
		mode = mode_of_other_group(mode);
	if (first) {
		const mode_t mask = umask(0077);

		umask(mask);
		mode &= ~mask;
	} else {
		mode &= now.st_mode;
	}
	/* The rights of the owner stay, and so does the bit that gives new files the
	   group of the directory. */
	mode |= now.st_mode & 07700;
	if (mode == (now.st_mode & 07777) || fchmod(made, mode) == 0)
		return 0;
	/* Some file systems have only one mode.  This mode must not give more rights. */
	return (now.st_mode & 0077 & ~mode) != 0 ? errno : 0;
}
