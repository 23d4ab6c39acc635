import { join } from "node:path"

import ts from "typescript"

import type { Fault } from "./Fault.ts"

/**
 * Finds the faults in TypeScript whose file the compiler accepts. A slip that it refuses never reaches a test. Each is one more file beside its
 * own, so that one program checks all of them: no fault changes what a file exports.
 */
export function findCompiling(root: string, faults: readonly Fault[]): ReadonlySet<Fault> {
  if (faults.length === 0) return new Set()
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: unknown
  }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const planted = new Map(
    faults.map((fault, index) => {
      const path = join(root, fault.path).replaceAll("\\", "/")
      return [path.replace(/\.ts$/, `.planted-${index}.ts`), fault]
    }),
  )
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => planted.has(path) || disk.fileExists(path),
    readFile: (path) => planted.get(path)?.text ?? disk.readFile(path),
    getSourceFile(path, language, ...more) {
      const text = planted.get(path)?.text
      return text === undefined
        ? disk.getSourceFile(path, language, ...more)
        : ts.createSourceFile(path, text, language)
    },
  }
  const program = ts.createProgram([...fileNames, ...planted.keys()], options, host)
  const compiles = (path: string): boolean => {
    const file = program.getSourceFile(path)
    return program.getSyntacticDiagnostics(file).length + program.getSemanticDiagnostics(file).length === 0
  }
  return new Set([...planted].filter(([path]) => compiles(path)).map(([, fault]) => fault))
}
