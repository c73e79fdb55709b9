# Doxygen gives the comment behind "type a, b;" to b alone. This filter declares each by itself, the
# others with a comment that names the last. All line numbers stay.
function declare(line, before, rest, list, count, type, i, n, out) {
    match(line, /;[ ]*\/\*\*</)
    before = substr(line, 1, RSTART - 1)
    rest = substr(line, RSTART)
    count = split(before, list, /, */)
    if (!match(list[1], /[*]?[a-z_0-9]+(\[[^]]*\])?$/)) return line
    type = substr(list[1], 1, RSTART - 1)
    list[1] = substr(list[1], RSTART)
    n = list[count]
    gsub(/[*]|\[.*/, "", n)
    for (i = 1; i < count; i++) out = out type list[i] "; /**< see " n " */"
    return out type list[count] rest
}
/^    [a-z][a-z_0-9 ]*[ *][^()\/]*,[^()\/]*;[ ]*\/\*\*</ { print declare($0); next }
{ print }
