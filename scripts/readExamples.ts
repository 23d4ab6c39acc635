import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { type Template, templateKinds, type Templates } from "#extras/create/src/templates.ts"

/** What an example has after it was run in place, and what is nobody else's. */
const leftOut = /(?:^|\/)(?:node_modules|artifacts|cache|types|coverage|\.plugs)\/|(?:^|\/)package-lock\.json$/

/** What every project gets for agents that work in it, by its path there: documents of this repository. */
const forAgents = {
  ".agents/skills/hardhat-plugs/SKILL.md": "SKILL.md",
  "AGENTS.md": "AGENTS.md",
} as const

/**
 * Reads the templates from the examples of this repository. They are packed as one file of JSON, because npm packs no `.gitignore` and no
 * `.npmrc`.
 */
export function readExamples(folder = "examples", agents = "docs/agents"): Templates {
  const shared: Record<string, string> = {}
  for (const [path, file] of Object.entries(forAgents)) {
    shared[path] = asInProject(readFileSync(join(agents, file), "utf8"))
  }
  const entries = Object.entries(templateKinds).map(([kind, { example }]) => [
    kind,
    { ...readTemplate(join(folder, example)), ...shared },
  ])
  return Object.fromEntries(entries) as Templates
}

function readTemplate(folder: string): Template {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((path) => !leftOut.test(path))
    .sort()
  return Object.fromEntries(paths.map((path) => [path, asInProject(readFileSync(join(folder, path), "utf8"))]))
}

/** A project finds the documents in the package. */
function asInProject(text: string): string {
  return text.replaceAll("](../../", "](node_modules/hardhat-plugs/")
}
