import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"

import { listDocuments, repository } from "../docs/documents.js"
import { placeOf } from "./addresses.js"

/**
 * Puts the Markdown of each document beside its page, and `llms.txt` beside the first page of the site: the index of the documents, by which
 * an agent finds the one that it needs.
 */
export async function writeForAgents(site: string): Promise<void> {
  for (const path of await listDocuments()) {
    if (path.startsWith(".")) continue
    const file = join(site, placeOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, relink(readFileSync(join(repository, path), "utf8"), path))
  }
  const { description } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { description: string }
  const index = readFileSync(join(repository, "docs/README.md"), "utf8")
  writeFileSync(join(site, "llms.txt"), formatIndex(description, index))
}

/**
 * Formats `llms.txt`: the name, what it is, and the index with links from the root.
 *
 * @example
 * formatIndex("A plugin.", "# Docs\n\n## Guides\n\n- [Wiring](wiring.md)") // "# hardhat-plugs\n\n> A plugin.\n\n## Guides\n\n- [Wiring](docs/wiring.md)"
 */
export function formatIndex(description: string, index: string): string {
  return relink(index, "docs/README.md", "llms.txt").replace(/^# .*\n/, `# hardhat-plugs\n\n> ${description}\n`)
}

/**
 * Makes the links between documents fit where the site has them.
 *
 * @param from the document's path from the root of the repository
 * @param to its path from the root of the site
 * @example
 * relink("[Trust](../extras/audit/docs/trust.md#a-policy)", "docs/wiring.md") // "[Trust](trust.md#a-policy)"
 */
function relink(text: string, from: string, to: string = placeOf(from)): string {
  return text.replaceAll(/\]\(([^)\s#:]+\.\w+)/g, (_, link: string) => {
    const target = placeOf(posix.join(posix.dirname(from), link))
    return `](${posix.relative(posix.dirname(to), target)}`
  })
}
