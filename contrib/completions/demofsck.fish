# SPDX-License-Identifier: MIT
# demofsck.fish - completion of demofsck in fish; the program knows its words

function __demofsck_complete
    set -l typed (commandline -ct)
    set -l before (commandline -opc)
    set -l left (string match -r -- '^--[^=]*=' $typed)
    set -l right (string replace -r -- '^--[^=]*=' '' $typed)

    for line in ($before[1] --complete $before[2..] $typed 2>/dev/null)
        switch $line
            case \tfiles
                __fish_complete_path $right | string replace -r -- '^' "$left"
            case \tdirectories
                __fish_complete_directories $right | string replace -r -- '^' "$left"
            case '*'
                echo $line
        end
    end
end

complete -c demofsck -f -a '(__demofsck_complete)'
