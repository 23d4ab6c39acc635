import { join } from "node:path"

import ts from "typescript"

import type { Fault } from "./Fault.ts"

/**
 * Says of a fault in TypeScript whether the compiler accepts its file. A slip that it refuses never reaches a test. Only the file itself is
 * checked, because no fault changes what a file exports.
 */
export function createTypeCheck(root: string): (fault: Fault) => boolean {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: unknown
  }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  let planted: { path: string; text: string; version: number } = { path: "", text: "", version: 0 }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => (path === planted.path ? String(planted.version) : "0"),
    getScriptSnapshot: (path) => {
      const text = path === planted.path ? planted.text : ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  })
  return ({ path, text }) => {
    const file = join(root, path).replaceAll("\\", "/")
    planted = { path: file, text, version: planted.version + 1 }
    return service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length === 0
  }
}
