/** What TypeScript says of some files: definitions of its syntax tree, calls of its language service. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns definitions as `file:line name`, and edges as `file name > file name` with their kind. */
export function typescriptSays(ts, folder, files) {
  const names = files.map((file) => join(folder, file));
  const options = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => names,
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name)
        ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8'))
        : undefined,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const program = service.getProgram();
  const definitions = new Set();
  const edges = new Map();
  /** Last line of a node, from 1: where both sides agree whatever stands before a definition. */
  const endOf = (node) =>
    node.getSourceFile().getLineAndCharacterOfPosition(node.getEnd()).line + 1;
  const place = (node) => `${relative(folder, node.getSourceFile().fileName)}:${endOf(node)}`;
  /** Overloads are one. */
  const called = (node) =>
    `${relative(folder, node.getSourceFile().fileName)} ${bare(named(node))}`;
  const isFunction = (node) =>
    node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

  /** Returns the name of a definition that has one. */
  function named(node) {
    if (ts.isConstructorDeclaration(node)) return node.body && 'constructor';
    const isNamed =
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isGetAccessor(node) ||
      ts.isSetAccessor(node) ||
      (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name));
    if (isNamed) return node.name === undefined ? 'default' : node.name.getText();
    // `a.b = () => …` defines `b`.
    if (ts.isBinaryExpression(node)) {
      const isDefinition = isFunction(node.right) && ts.isPropertyAccessExpression(node.left);
      return isDefinition ? node.left.name.getText() : undefined;
    }
    const holdsFunction =
      ts.isVariableDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertyAssignment(node);
    return holdsFunction && isFunction(node.initializer) ? node.name.getText() : undefined;
  }

  const bare = (name) => name.replaceAll(/^['"`]|['"`]$/g, '');

  /** Returns the definition that a node stands in. */
  function around(node) {
    for (let at = node.parent; at !== undefined; at = at.parent) {
      if (named(at) !== undefined) return at;
    }
    return undefined;
  }

  /** Returns the definition that a name means, if it is one of those that have a name. */
  function target(file, name) {
    for (const found of service.getDefinitionAtPosition(file.fileName, name.getStart()) ?? []) {
      const source = program.getSourceFile(found.fileName);
      if (source === undefined || !found.fileName.startsWith(folder)) continue;
      let at = ts.getTokenAtPosition(source, found.textSpan.start);
      while (at !== undefined && named(at) === undefined) at = at.parent;
      if (at === undefined || ts.isInterfaceDeclaration(at)) continue;
      // A new object is one of its class.
      if (ts.isConstructorDeclaration(at)) return at.parent;
      // A parameter is no definition of the function that it stands in.
      const own = ts.isBinaryExpression(at) ? at.left.name : at.name;
      if (own?.getStart() === found.textSpan.start) return at;
    }
    return undefined;
  }

  /** Whether a name stands for a module or a class. */
  function isKnown(name) {
    const checker = program.getTypeChecker();
    const symbol = checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const declared = [symbol, isAlias ? checker.getAliasedSymbol(symbol) : undefined].flatMap(
      (each) => each?.declarations ?? [],
    );
    return declared.some((each) => ts.isNamespaceImport(each) || ts.isClassDeclaration(each));
  }

  function visit(file, node) {
    const name = named(node);
    if (name !== undefined) definitions.add(`${place(node)} ${bare(name)}`);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) addCall(file, node.expression);
    ts.forEachChild(node, (child) => visit(file, child));
  }

  function addCall(file, expression) {
    const isPlain = ts.isIdentifier(expression);
    const isMember = ts.isPropertyAccessExpression(expression);
    if (!isPlain && !isMember) return;
    const caller = around(expression);
    const name = isPlain ? expression : expression.name;
    const callee = target(file, name);
    if (caller === undefined || callee === undefined) return;
    const isOfThis = isMember && ['this', 'super'].includes(expression.expression.getText());
    const isHere = callee.getSourceFile() === file;
    const isOfName = isMember && !isOfThis && isKnown(expression.expression);
    if (isMember && !isOfThis && !isOfName) return;
    const kind = isOfThis ? 'method' : isHere ? 'direct' : 'import';
    edges.set(`${called(caller)} > ${called(callee)}`, kind);
  }

  for (const name of names) {
    const file = program.getSourceFile(name);
    if (file !== undefined) visit(file, file);
  }
  return { definitions, edges };
}
