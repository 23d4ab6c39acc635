import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

import { listDocuments, repository } from "../docs/documents.js"
import { placeOf } from "./addresses.js"

/** A page of the site, as Markdown. */
export type Page = {
  /** From the root of the site. */
  readonly path: string
  /** Its links lead to other pages, relative to this one, or to the repository. */
  readonly text: string
  /** The file that a reader can edit, from the root of the repository. What is made of code has none. */
  readonly source?: string
}

/** The manifest of the package. */
export const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly description: string
  readonly homepage: string
  readonly repository: { readonly url: string }
  readonly exports: Readonly<Record<string, string>>
}

/** Where the files of the repository are shown. */
export const sources: string = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** Pictures that documents show, from the root of the repository. */
export function pictures(): string[] {
  return globSync(["docs/images/*", "extras/*/docs/images/*"], { cwd: repository }).map((path) =>
    path.replaceAll("\\", "/"),
  )
}

/** Reads the documents of the repository, with links that fit where the site has them. */
export async function documentPages(): Promise<Page[]> {
  const documents = (await listDocuments()).filter((path) => !path.startsWith("."))
  const shown = documents.filter((path) => !isForAgents(path))
  return documents.map((source) => {
    const text = readFileSync(join(repository, source), "utf8")
    return { path: placeOf(source), text: relink(text, source, placeOf(source), shown), source }
  })
}

/** What is for agents is a file to copy, and no page. */
export function isForAgents(path: string): boolean {
  return path.startsWith("docs/agents/")
}

/**
 * Formats `llms.txt`: the name, what it is, and the index of the documents with links from the root, by which an agent finds the one that it
 * needs.
 *
 * @example
 * formatIndex("A plugin.", "# Docs\n\n## Guides\n\n- [Wiring](wiring.md)") // "# hardhat-plugs\n\n> A plugin.\n\n## Guides\n\n- [Wiring](docs/wiring.md)"
 */
export function formatIndex(description: string, index: string): string {
  return relink(index, "docs/README.md", "llms.txt").replace(/^# .*\n/, `# hardhat-plugs\n\n> ${description}\n`)
}

/**
 * Makes links between documents fit where the site has them. What is no document, such as code, is shown in the repository.
 *
 * @param from the document's path from the root of the repository
 * @param to its path from the root of the site
 * @param documents those that the site has; without them it has each
 * @example
 * relink("[Trust](../extras/audit/docs/trust.md#a-policy)", "docs/wiring.md", "docs/wiring.md") // "[Trust](trust.md#a-policy)"
 */
function relink(text: string, from: string, to: string, documents?: readonly string[]): string {
  return outsideOfCode(text, (prose) =>
    prose.replaceAll(/\]\(([^)\s#:]+)/g, (_, link: string) => {
      const target = posix.join(posix.dirname(from), link)
      const isThere = documents?.includes(target) !== false || /\.(png|svg)$/.test(target)
      return `](${isThere ? posix.relative(posix.dirname(to), placeOf(target)) : `${sources}/blob/main/${target}`}`
    }),
  )
}

/** Changes a text of Markdown outside of its fenced blocks. */
export function outsideOfCode(text: string, change: (prose: string) => string): string {
  const parts = text.split(/(^```[^]*?^```$)/m)
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join("")
}
