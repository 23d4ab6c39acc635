import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import { listDocuments, repository } from "../../scripts/docs/documents.js"

/** A fenced block of code. */
export type Block = {
  readonly language: string
  /** What stands behind the language. */
  readonly info: string
  readonly code: string
}

/** A Markdown file, taken apart as far as it can be held to the code. */
export type Document = {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
  /** The text without its fenced blocks. */
  readonly prose: string
  /** Code in the running text. */
  readonly inlineCode: readonly string[]
  readonly links: readonly string[]
  /** What a link after `#` can name. */
  readonly anchors: readonly string[]
}

/** Reads every document of the repository. */
export async function readDocuments(): Promise<Document[]> {
  return await Promise.all((await listDocuments()).map(readDocument))
}

/** Reads one document, by its path from the root of the repository. */
export async function readDocument(path: string): Promise<Document> {
  const text = await readFile(resolve(repository, path), "utf8")
  const fenced = /^```(\w*) ?(.*)\n([\s\S]*?)\n```$/gm
  const blocks = [...text.matchAll(fenced)].map(([, language = "", info = "", code = ""]) => ({ language, info, code }))
  const prose = text.replace(fenced, "")
  return {
    path,
    text,
    blocks,
    prose,
    inlineCode: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target),
    anchors: [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)),
  }
}

/** The text under a heading, up to the next one of its level or above. */
export function section({ path, prose }: Document, heading: string): string {
  const [hashes = ""] = heading.split(" ")
  const start = prose.indexOf(`\n${heading}\n`)
  if (start === -1) throw new Error(`${path} has no heading "${heading}"`)
  const rest = prose.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${hashes.length}} `, "m"))
  return end === -1 ? rest : rest.slice(0, end)
}

/** The cells of every row below a table's head whose first cell begins with the given text. */
export function table({ path, prose }: Pick<Document, "path" | "prose">, head: string): string[][] {
  const lines = prose.split("\n")
  const start = lines.findIndex((line) => line.startsWith(`| ${head}`))
  if (start === -1) throw new Error(`${path} has no table "${head}"`)
  const rows = lines.slice(start + 2)
  return rows.slice(0, rows.findIndex((line) => !line.startsWith("|")) >>> 0).map(cellsOf)
}

/** What a cell shows as code. */
export function codeIn(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** As the sites that show Markdown make them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-")
}
