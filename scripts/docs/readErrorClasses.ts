import { globSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import ts from "typescript"

import { filesBelow, repository } from "./documents.js"
import { readKeys, readTexts } from "./readExpression.js"
import { importedFrom, targetOf } from "./readImports.js"
import { docOf } from "./readType.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** An error that the code can throw, as its class tells it. */
export type ErrorClass = {
  readonly name: string
  readonly code: string
  /** Of its file, from the root of the repository. */
  readonly path: string
  /** Its docstring. */
  readonly description: string
  /** Entry points that export it. */
  readonly entries: readonly string[]
  /** Its first line, with `{…}` where a value stands; undefined when it is not written in the class. */
  readonly message: string | undefined
  readonly facts: readonly string[]
  /** Whether there are facts whose names are not written in the class. */
  readonly hasMoreFacts: boolean
  /** What a reader can do: one text a case. */
  readonly next: readonly string[]
}

type Declared = { readonly path: string; readonly node: ts.ClassDeclaration; readonly file: ts.SourceFile }

type Told = Pick<ErrorClass, "message" | "facts" | "hasMoreFacts" | "next">

const base = "PlugsError"

/** Reads every concrete class below `PlugsError` from the sources, as syntax, once. */
export const readErrorClasses: () => Promise<readonly ErrorClass[]> = lazily(async () => {
  const files = await parseFilesWithClasses()
  const declared = new Map<string, Declared>()
  for (const [path, file] of files) {
    for (const node of file.statements.filter(ts.isClassDeclaration)) {
      if (node.name !== undefined) declared.set(`${path}#${node.name.text}`, { path, node, file })
    }
  }
  const entries = await readExports()
  return [...declared]
    .map(([id, one]) => readClass(one, declared, entries.get(id) ?? []))
    .filter((one) => one !== undefined)
    .sort((a, b) => Number(b.entries.length > 0) - Number(a.entries.length > 0) || (a.name < b.name ? -1 : 1))
})

async function parseFilesWithClasses(): Promise<Map<string, ts.SourceFile>> {
  const folders = await Promise.all(["src", "tasks", ...globSync("extras/*/{src,tasks}")].map(filesBelow))
  const read = await Promise.all(
    folders
      .flat()
      .filter((path) => path.endsWith(".ts"))
      .sort()
      .map(async (name) => {
        const text = await readFile(resolve(repository, name), "utf8")
        if (!/class \w+(<.*>)? extends /.test(text)) return []
        return [[name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)] as const]
      }),
  )
  return new Map(read.flat())
}

function readClass(
  one: Declared,
  declared: ReadonlyMap<string, Declared>,
  entries: readonly string[],
): ErrorClass | undefined {
  const line = lineage(one, declared)
  const code = line.map(codeOf).find((found) => found !== undefined)
  if (line.length === 0 || code === undefined || isAbstract(one.node)) return undefined
  const told = line.map((step, index) => tellOf(step, line[index + 1])).reverse()
  return {
    name: nameOf(one.node),
    code,
    path: one.path,
    description: docOf(one.node),
    entries,
    message: told.map(({ message }) => message).findLast((message) => message !== undefined),
    facts: [...new Set(told.flatMap(({ facts }) => facts))],
    hasMoreFacts: told.at(-1)?.hasMoreFacts ?? false,
    next: told.map(({ next }) => next).findLast((next) => next.length > 0) ?? [],
  }
}

/** A class and those it extends, up to but without `PlugsError`; empty when it is no error of ours. */
function lineage(one: Declared, declared: ReadonlyMap<string, Declared>): Declared[] {
  const parent = parentOf(one)
  if (parent === undefined) return []
  if (parent === base) return [one]
  const above =
    declared.get(`${one.path}#${parent}`) ?? declared.get(`${importedFrom(parent, one.file) ?? ""}#${parent}`)
  const rest = above === undefined ? [] : lineage(above, declared)
  return rest.length === 0 ? [] : [one, ...rest]
}

/** What a class hands to the constructor above it. */
function tellOf({ node, file }: Declared, above: Declared | undefined): Told {
  const call = superCall(node)
  const nothing: Told = { message: undefined, facts: [], hasMoreFacts: false, next: [] }
  if (call === undefined) return nothing
  const parameters = above === undefined ? ["shortMessage", "details"] : parametersOf(above.node)
  return call.arguments.reduce<Told>((told, argument, index) => {
    if (index === 0) return { ...told, message: readTexts(argument, file)[0] }
    if (parameters[index] === "next") return { ...told, next: readTexts(argument, file) }
    const facts = parameters[index] === "facts" ? argument : propertyOf(argument, "facts")
    const next = propertyOf(argument, "next")
    const { keys, isWhole } = facts === undefined ? { keys: [], isWhole: true } : readKeys(facts, file)
    return {
      ...told,
      facts: [...told.facts, ...keys],
      hasMoreFacts: told.hasMoreFacts || !isWhole,
      next: next === undefined ? told.next : readTexts(next, file),
    }
  }, nothing)
}

function superCall(node: ts.ClassDeclaration): ts.CallExpression | undefined {
  for (const statement of node.members.find(ts.isConstructorDeclaration)?.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue
    if (statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword) return statement.expression
  }
  return undefined
}

function parametersOf(node: ts.ClassDeclaration): string[] {
  const parameters = node.members.find(ts.isConstructorDeclaration)?.parameters ?? []
  return [...parameters].map(({ name }) => (ts.isIdentifier(name) ? name.text : ""))
}

function propertyOf(node: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const property = node.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name)
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

function codeOf({ node }: Declared): string | undefined {
  const field = node.members.find((member) => ts.isPropertyDeclaration(member) && member.name.getText() === "code")
  if (field === undefined || !ts.isPropertyDeclaration(field) || field.initializer === undefined) return undefined
  return ts.isStringLiteral(field.initializer) ? field.initializer.text : undefined
}

function parentOf({ node }: Declared): string | undefined {
  return node.heritageClauses
    ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression.getText()
}

function isAbstract(node: ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? false
}

function nameOf(node: ts.ClassDeclaration): string {
  return node.name?.text ?? ""
}

/** Entry points by what they export: `path#name` to `hardhat-plugs/swap` and so on. */
async function readExports(): Promise<Map<string, string[]>> {
  const manifest = JSON.parse(await readFile(resolve(repository, "package.json"), "utf8")) as {
    exports: Record<string, string>
  }
  const found = new Map<string, string[]>()
  for (const [entry, built] of Object.entries(manifest.exports)) {
    if (!built.endsWith(".js")) continue
    const path = built.replace("./dist/", "").replace(/\.js$/, ".ts")
    const text = await readFile(resolve(repository, path), "utf8")
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    for (const statement of file.statements.filter(ts.isExportDeclaration)) {
      const { exportClause, moduleSpecifier } = statement
      if (moduleSpecifier === undefined || exportClause === undefined || !ts.isNamedExports(exportClause)) continue
      for (const { name } of exportClause.elements) {
        const id = `${targetOf(path, moduleSpecifier)}#${name.text}`
        found.set(id, [...(found.get(id) ?? []), entry.replace(".", "hardhat-plugs")])
      }
    }
  }
  return found
}
