import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import { format, resolveConfig } from "prettier"

import { repository } from "./documents.js"
import { renderSection } from "./renderSection.js"

export type RenderedDocument = {
  /** The whole document, with every block as it must be. */
  readonly text: string
  /** Blocks that the file on disk shows differently, named by the comment above each. */
  readonly stale: readonly string[]
}

/**
 * Renders a Markdown file: what stands between `<!-- generated: … -->` and `<!-- end -->` is written anew, and a code block
 * below `<!-- from: path -->` gets the text of that file.
 *
 * @param path from the root of the repository
 */
export async function renderDocument(path: string): Promise<RenderedDocument> {
  const text = await readFile(resolve(repository, path), "utf8")
  const stale: string[] = []
  const replaced = await replaceAll(text, block, async (whole, [comment = "", kind = "", what = "", fence = ""]) => {
    const rendered = kind === "from" ? await embed(comment, what, fence) : await generate(comment, what)
    if (rendered !== whole) stale.push(comment)
    return rendered
  })
  return { text: replaced, stale }
}

const generated = String.raw`(?:[^]*?<!-- end -->)`
const embedded = String.raw`\n\n((?:<!-- prettier-ignore -->\n)?${"```"}\w*\n)[^]*?\n${"```"}`
const block = new RegExp(`^(<!-- (generated|from): ([^>]+?) -->)(?:${embedded}|${generated})`, "gm")

async function generate(comment: string, what: string): Promise<string> {
  const config = await resolveConfig(resolve(repository, "README.md"))
  // A table needs none of the plugins, which are slow to load.
  const section = await format(await renderSection(what), { ...config, plugins: [], parser: "markdown" })
  return `${comment}\n\n${section.trim()}\n\n<!-- end -->`
}

async function embed(comment: string, file: string, fence: string): Promise<string> {
  const code = await readFile(resolve(repository, file), "utf8")
  return `${comment}\n\n${fence}${asUsersImport(code).trimEnd()}\n\`\`\``
}

/** Tests of this repository import from its sources what a user imports from the package. */
function asUsersImport(code: string): string {
  return code.replace(/"#src\/([\w/]+)\/index\.js"/g, '"hardhat-plugs/$1"')
}

async function replaceAll(
  text: string,
  pattern: RegExp,
  replace: (whole: string, groups: readonly (string | undefined)[]) => Promise<string>,
): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, ...groups] = match
    parts.push(text.slice(end, match.index), await replace(whole, groups))
    end = match.index + whole.length
  }
  return parts.join("") + text.slice(end)
}
