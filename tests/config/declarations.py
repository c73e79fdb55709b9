# Do the parsers that bindings are made with read the declarations? One of them a run:
#     python3 declarations.py pycparser|libclang <root> <C compiler>
# 77, with a word why, where it is not installed.
import re
import subprocess
import sys

tool, root, compiler = sys.argv[1:4]
header = root + "/collide.h"
text = open(header, encoding="ascii").read()
text = text[text.index("[BASE] declarations"):text.index("#endif /* COLLIDE_H */")]
public = set(re.findall(r"^COLLIDE_API [^;(]*?\b(cld_\w+)\(", text, re.M))
if len(public) < 180:
    sys.exit("only %d public functions were found" % len(public))


def missing(found):
    if not public <= set(found):
        sys.exit("not seen by %s: %s" % (tool, " ".join(sorted(public - set(found)))))
    print("%s reads %d functions" % (tool, len(public)))


try:
    if tool == "pycparser":
        from pycparser import c_ast, c_parser
    else:
        import clang.cindex as clang
except ImportError as error:
    print("skipped: %s" % error)
    sys.exit(77)

if tool == "pycparser":
    plain = subprocess.run([compiler, "-E", "-P", header], check=True, stdout=subprocess.PIPE,
                           universal_newlines=True).stdout
    plain = plain[plain.index("typedef float cld_real"):]
    known = "typedef unsigned long size_t; typedef unsigned char uint8_t; " \
            "typedef unsigned short uint16_t; typedef unsigned int uint32_t; " \
            "typedef unsigned long long uint64_t; typedef signed char int8_t; " \
            "typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"
    tree = c_parser.CParser().parse(known + plain)
    missing(d.name for d in tree.ext
            if isinstance(d, c_ast.Decl) and isinstance(d.type, c_ast.FuncDecl))
else:
    unit = clang.Index.create().parse(header, args=["-x", "c", "-std=c99"])
    if list(unit.diagnostics):
        sys.exit(str(unit.diagnostics[0]))
    found = []
    for cursor in unit.cursor.get_children():
        if cursor.kind == clang.CursorKind.FUNCTION_DECL and cursor.spelling in public:
            found.append(cursor.spelling)
            if not cursor.brief_comment:
                sys.exit("no comment of %s" % cursor.spelling)
    missing(found)
