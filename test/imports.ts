import { execFile } from "node:child_process"
import { copyFile, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { describe, it } from "mocha"

import { temporaryFolder } from "./fixtures/projects/temporaryFolder.js"

const repository = fileURLToPath(new URL("..", import.meta.url))

/** Each forbidden import, as the file and what it imports, with the rule that it breaks. */
const forbidden: Record<string, [from: string, to: string, rule: string]> = {
  "a type from a room above": ["src/primitives/a.ts", "src/http/a.ts", "src-primitives-imports-down"],
  "one protocol's client by another's": ["src/messaging/a.ts", "src/gateway/a.ts", "src-messaging-imports-down"],
  "a task by the plugin": ["src/plugin/run/a.ts", "tasks/plugs/a.ts", "src-plugin-imports-down"],
  "the plugin by what prints": ["src/terminal/a.ts", "src/plugin/run/a.ts", "src-terminal-imports-down"],
  "a protocol by the relay": ["src/devnet/relay/a.ts", "src/devnet/messaging/a.ts", "src-devnet-relay-imports-down"],
  "a client by the devnet": [
    "src/devnet/a.ts",
    "src/gateway/createGatewayClient.ts",
    "server-takes-schemas-not-clients",
  ],
  "one family's task by another's": [
    "tasks/gateway/a.ts",
    "tasks/devnet/a.ts",
    "tasks-gateway-imports-no-other-family",
  ],
  "an extra by the core": ["src/http/a.ts", "extras/create/src/a.ts", "core-imports-no-extra"],
  "an extra by another": ["extras/create/src/b.ts", "extras/page/src/a.ts", "extra-create-imports-down"],
  "swaps by the core": ["tasks/plugs/b.ts", "src/swap/index.ts", "entry-point-of-swaps-is-for-users"],
  "the plugin by the client of swaps": [
    "extras/swap/src/checks/a.ts",
    "src/plugin/config/c.ts",
    "swap-client-imports-down",
  ],
  "a task by an extra that has none": ["extras/create/src/c.ts", "tasks/doctor/a.ts", "extra-create-imports-down"],
  "what runs tasks by a connection": [
    "src/plugin/connection/a.ts",
    "src/plugin/run/a.ts",
    "src-plugin-connection-imports-down",
  ],
  "a family by what families share": [
    "tasks/doctor/a.ts",
    "tasks/messaging/a.ts",
    "tasks-doctor-imports-no-other-family",
  ],
  "a file that imports back, if only a type": ["src/tracking/a.ts", "src/tracking/b.ts", "no-circles"],
}

/** Imports that the rules allow, which show that the rules do not forbid everything. */
const allowed: [from: string, to: string][] = [
  ["src/http/b.ts", "src/primitives/b.ts"],
  ["src/plugin/run/b.ts", "src/terminal/b.ts"],
  ["tasks/gateway/b.ts", "src/plugin/run/b.ts"],
  ["tasks/messaging/b.ts", "tasks/doctor/b.ts"],
  ["src/plugin/connection/b.ts", "src/plugin/config/b.ts"],
  ["src/devnet/messaging/b.ts", "src/devnet/relay/b.ts"],
  ["src/tracking/b.ts", "src/tracking/a.ts"],
  ["extras/create/src/d.ts", "src/primitives/b.ts"],
]

describe("npm run check:imports", function () {
  it("fails at every import that runs up or in a circle, types included, and at no other", async () => {
    await using folder = await temporaryFolder()
    const imports = [...Object.values(forbidden), ...allowed]
    await writeTree(folder.path, imports)
    const found = await checkImports(folder.path)
    const expected = Object.values(forbidden).map(([from, to, rule]) => `${rule}: ${from} → ${to}`)
    expected.push("no-unresolved-import: src/primitives/lost.ts → #src/http/gone.js")
    expected.push("no-unresolved-import: src/primitives/lost.ts → ./gone.js")
    expect(found).to.have.members(expected)
  })
})

/** Writes a file for each end of each import. Every import is one of a type alone. */
async function writeTree(root: string, imports: readonly (readonly [from: string, to: string, rule?: string])[]) {
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"]) {
    await copyFile(join(repository, file), join(root, file))
  }
  await symlink(join(repository, "node_modules"), join(root, "node_modules"))
  const texts = new Map<string, string[]>()
  for (const [from, to] of imports) {
    const lines = texts.get(from) ?? []
    // As the sources write it: relative in the folder, and else from the root.
    const path = to.replace(/\.ts$/, ".js")
    const specifier = dirname(from) === dirname(to) ? `./${basename(path)}` : `#${path}`
    texts.set(from, [...lines, `import type { A as A${lines.length} } from "${specifier}"`])
    texts.set(to, texts.get(to) ?? [])
  }
  texts.set("src/primitives/lost.ts", [
    'import type { A } from "#src/http/gone.js"',
    'import type { B } from "./gone.js"',
  ])
  for (const [file, lines] of texts) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), [...lines, "export type A = 1", ""].join("\n"))
  }
}

/** Runs the script of package.json in another folder. Gives each violation as `rule: from → to`. */
async function checkImports(folder: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    scripts: Record<string, string>
  }
  const args = (scripts["check:imports"] ?? "").split(" ")
  expect(args.shift()).to.equal("depcruise")
  const cli = join(repository, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs")
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, ...args, "--output-type", "json"], { cwd: folder }, (_error, stdout) => {
      resolve(stdout)
    })
  })
  const { summary } = JSON.parse(output) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] }
  }
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}
