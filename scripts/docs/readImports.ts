import { posix } from "node:path"

import ts from "typescript"

/** Path of the file that a file imports a name from, from the root of the repository; undefined when it does not. */
export function importedFrom(name: string, file: ts.SourceFile): string | undefined {
  const found = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const bindings = importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings)) return false
    return bindings.elements.some((one) => one.name.text === name)
  })
  return found === undefined ? undefined : targetOf(file.fileName, found.moduleSpecifier)
}

/** Path of the file that an import or export of a file names. */
export function targetOf(path: string, specifier: ts.Expression): string {
  if (!ts.isStringLiteral(specifier)) return ""
  const target = specifier.text.replace(/\.js$/, ".ts")
  return target.startsWith("#") ? target.slice(1) : posix.join(posix.dirname(path), target)
}
