import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

import { listDocuments, repository } from "../docs/documents.js"

/**
 * Puts the documents into the site as they are written, and `llms.txt` beside its first page: the index of the documents, by which an agent
 * finds the one that it needs.
 */
export async function writeForAgents(site: string): Promise<void> {
  for (const path of await listDocuments()) {
    if (!path.startsWith(".")) cpSync(join(repository, path), join(site, path))
  }
  const { description } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { description: string }
  const index = readFileSync(join(repository, "docs/README.md"), "utf8")
  writeFileSync(join(site, "llms.txt"), formatIndex(description, index))
}

/**
 * Formats `llms.txt`: the name, what it is, and the index with links from the root.
 *
 * @example
 * formatIndex("A plugin.", "# Docs\n\n## Guides\n\n- [Swaps](swaps.md)") // "# hardhat-plugs\n\n> A plugin.\n\n## Guides\n\n- [Swaps](docs/swaps.md)"
 */
export function formatIndex(description: string, index: string): string {
  const fromRoot = index.replaceAll(/\]\(([^)]+)\)/g, (_, link: string) => {
    const path = relative(repository, join(repository, dirname("docs/README.md"), link)).replaceAll("\\", "/")
    return `](${path})`
  })
  return fromRoot.replace(/^# .*\n/, `# hardhat-plugs\n\n> ${description}\n`)
}
