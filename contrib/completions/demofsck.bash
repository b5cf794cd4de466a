# SPDX-License-Identifier: MIT
# demofsck.bash - completion of demofsck in bash; the program knows its words

_demofsck()
{
	local line typed part=${COMP_WORDS[COMP_CWORD]}
	local -a words

	# bash cuts words at = and :, and the program needs whole words.
	read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
	[[ ${COMP_LINE:COMP_POINT-1:1} != [[:blank:]] ]] || words+=('')
	typed=${words[-1]}
	[[ $part != [=:] ]] || part=
	COMPREPLY=()
	while IFS= read -r line; do
		case $line in
		$'\tfiles')
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -f -- "$part")
			;;
		$'\tdirectories')
			compopt -o filenames
			mapfile -t COMPREPLY < <(compgen -d -- "$part")
			;;
		*)
			line=${line%%$'\t'*}
			[[ $line != *[=:] ]] || compopt -o nospace
			COMPREPLY+=("${line:${#typed}-${#part}}")
			;;
		esac
	done < <("$1" --complete "${words[@]:1}" 2>/dev/null)
}

complete -F _demofsck demofsck
