"""What Python says of a package: definitions of `ast`, calls of `jedi`. Prints JSON."""

import ast
import json
import os
import sys
import warnings

import jedi

warnings.filterwarnings("ignore")
root = os.path.realpath(sys.argv[1])
project = jedi.Project(os.path.dirname(root), added_sys_path=[os.path.dirname(root)])
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
definitions, edges, ends = [], {}, {}


def files():
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


trees = {path: ast.parse(open(path, encoding="utf8").read()) for path in files()}
for path, tree in trees.items():
    short = os.path.relpath(path, root)
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS + (ast.ClassDef,)):
            definitions.append(f"{short}:{node.end_lineno} {node.name}")
            ends[path, node.lineno] = f"{short} {node.name}"


def calls(node, around):
    for child in ast.iter_child_nodes(node):
        inner = around
        if isinstance(child, FUNCTIONS + (ast.ClassDef,)):
            for decorator in child.decorator_list:
                yield from calls(decorator, around)
            inner = child
        if isinstance(child, ast.Call) and around is not None:
            yield child.func, around
        yield from calls(child, inner)


for path, tree in trees.items():
    script = jedi.Script(path=path, project=project)
    for func, around in calls(tree, None):
        is_plain, is_member = isinstance(func, ast.Name), isinstance(func, ast.Attribute)
        if not (is_plain or is_member):
            continue
        is_self = is_member and isinstance(func.value, ast.Name) and func.value.id in ("self", "cls")
        is_module = is_member and isinstance(func.value, ast.Name) and not is_self
        line, column = func.end_lineno, func.end_col_offset - 1
        try:
            found = script.goto(line, column, follow_imports=True)
        except Exception:
            continue
        for name in found:
            end = ends.get((str(name.module_path), name.line))
            if end is None or name.type not in ("function", "class"):
                continue
            is_here = str(name.module_path) == path
            if is_module and (is_here or name.parent().type != "module"):
                continue
            kind = "method" if is_self else "direct" if is_here else "import"
            if is_member and not (is_self or is_module):
                continue
            edges[f"{ends[path, around.lineno]} > {end}"] = kind

print(json.dumps({"definitions": sorted(set(definitions)), "edges": sorted(edges.items())}))
