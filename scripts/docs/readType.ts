import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import ts from "typescript"

import { repository } from "./documents.js"

/** A field of an object type, as it is written. */
export type Field = {
  readonly name: string
  /** Source text. */
  readonly type: string
  readonly isOptional: boolean
  /** Its docstring, without tags; empty when there is none. */
  readonly description: string
  /** What the docstring says that it defaults to. */
  readonly defaultsTo: string | undefined
}

/** Reads a file of this repository as syntax, without types. */
export async function parse(path: string): Promise<ts.SourceFile> {
  const text = await readFile(resolve(repository, path), "utf8")
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
}

/** The fields of an object type that a file declares; undefined when it declares no such type. */
export function fieldsOf(file: ts.SourceFile, typeName: string): Field[] | undefined {
  const declared = file.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === typeName,
  )
  if (declared === undefined || !ts.isTypeAliasDeclaration(declared)) return undefined
  // Of what a type is joined from, its own part is shown.
  const parts = ts.isIntersectionTypeNode(declared.type) ? [...declared.type.types] : [declared.type]
  const own = parts.find(ts.isTypeLiteralNode)
  return own?.members.filter(ts.isPropertySignature).map((member) => {
    const said = docOf(member)
    const found = /\s*(?:Defaults to|Default:) (.+?)\.(?=\s|$)/.exec(said)
    return {
      name: member.name.getText(file),
      type: member.type?.getText(file) ?? "unknown",
      isOptional: member.questionToken !== undefined,
      description: found === null ? said : said.replace(found[0], "").trim(),
      defaultsTo: found?.[1],
    }
  })
}

/** The docstring of a declaration on one line, without its tags. */
export function docOf(node: ts.Node): string {
  const blocks = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return (ts.getTextOfJSDocComment(blocks.at(-1)?.comment) ?? "").replace(/\s+/g, " ").trim()
}
