import { join } from "node:path"

import {
  type Converter,
  DocumentReflection,
  MinimalSourceFile,
  normalizePath,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from "typedoc"

import { repository } from "../docs/documents.js"
import { errorPages, type ErrorSources } from "./errorPages.js"

/** Adds a page for each error below the list of all. Its class and the functions that throw it are linked, and link to it. */
export function addErrorPages(converter: Converter, project: ProjectReflection, sources: ErrorSources): void {
  const list = project.documents?.find((document) => pathOf(document, project).endsWith("/docs/reference/errors.md"))
  if (list === undefined) throw new Error("docs/reference/errors.md is not among the documents of the site.")
  const classes = new Map(project.getReflectionsByKind(ReflectionKind.Class).map((one) => [one.name, one]))
  const throwers = project.getReflectionsByKind(ReflectionKind.CallSignature).flatMap((signature) => {
    const tags = signature.comment?.getTags("@throws") ?? []
    return tags.map((tag) => ({ tag, error: tag.typeAnnotation?.slice(1, -1), ...declarationOf(signature) }))
  })
  const declarations = new Map([...classes, ...throwers.map(({ name, page }) => [name, page] as const)])
  const linkTo = (name: string): string => (classes.has(name) ? `{@link ${name}}` : `\`${name}\``)
  const throwersOf = (name: string): string[] => {
    const links = throwers.filter(({ error }) => error === name).map((thrower) => `{@link ${thrower.name}}`)
    return [...new Set(links)]
  }
  for (const { code, classes: names, path, text } of errorPages(sources, { linkTo, throwersOf })) {
    const absolute = normalizePath(join(repository, path))
    const { content } = converter.parseRawComment(new MinimalSourceFile(text, absolute), project.files)
    for (const part of content) {
      if (part.kind === "inline-tag") Object.assign(part, { target: declarations.get(part.text.trim()) })
    }
    const page = new DocumentReflection(code, list, content, {})
    list.addChild(page)
    project.registerReflection(page, undefined, absolute)
    for (const { tag, error = "" } of throwers.filter(({ error = "" }) => names.includes(error))) {
      delete tag.typeAnnotation
      tag.content.unshift({ kind: "inline-tag", tag: "@link", text: error, target: page }, { kind: "text", text: ": " })
    }
  }
}

function pathOf(document: DocumentReflection, project: ProjectReflection): string {
  return project.files.getReflectionPath(document) ?? ""
}

/** A function's name, after the name of the type that has it, and what is declared in the module. */
function declarationOf(signature: Reflection): { name: string; page: Reflection } {
  const names: string[] = []
  let page = signature
  for (let at = signature.parent; at !== undefined && !at.kindOf(ReflectionKind.Module); at = at.parent) {
    if (!at.kindOf(ReflectionKind.TypeLiteral)) names.unshift(at.name)
    page = at
  }
  return { name: names.join("."), page }
}
