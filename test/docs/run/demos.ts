import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { type Document, readDocuments } from "../markdown.js"
import { createFastClock } from "#test/fixtures/clocks/fastClock.js"
import { runHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"

/** Each demo that a page shows: the script that prints it, and what stands behind `text` in its block. */
const demos = [
  { script: "start", block: "demo" },
  { script: "demo:gateway", block: "demo:gateway" },
  { script: "demo:swap", block: "demo:swap" },
] as const

/** Runs the command of a script. The first one is a real process, because it must also end by itself. */
async function run(script: (typeof demos)[number]["script"]): Promise<{ code: number | null; stdout: string }> {
  const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    scripts: Record<string, string>
  }
  const [, ...args] = scripts[script]!.split(" ")
  return script === "start" ? await runHardhat(args) : await runCommand(args, { clock: createFastClock() })
}

describe("what the documents show of demos", () => {
  let documents: Document[]
  before(async () => {
    documents = await readDocuments()
  })

  it("begins with the two commands that set everything up", () => {
    const readme = documents.find(({ path }) => path === "README.md")!
    const commands = readme.blocks.filter(({ language }) => language === "sh").map(({ code }) => code)
    expect(commands.slice(0, 2), "README.md: its first two commands").to.deep.equal([
      'npx -y -p node@24 -c "npm ci && npm start"',
      'npx -y -p node@24 -c "npm ci && npm test"',
    ])
  })

  for (const { script, block } of demos) {
    deepIt(`is what \`npm run ${script}\` prints`, async () => {
      const pages = documents.filter(({ blocks }) => blocks.some(({ info }) => info === block))
      const where = `the block "text ${block}" of ${pages.map(({ path }) => path).join(" and ")}`
      expect(pages, where).to.have.length(1)
      const shown = pages[0]!.blocks.find(({ info }) => info === block)!.code
      const { code: exit, stdout } = await run(script)
      expect(exit).to.equal(0)
      const missing = firstMissing(withoutChance(shown), withoutChance(stdout))
      expect(missing, `${where} is out of date: run \`npm run ${script}\` and paste its output`).to.equal(undefined)
    }).timeout(30_000)
  }
})

/** A run differs from another in its times and hashes. */
function withoutChance(output: string): string {
  return output
    .replace(/\d+ ms|\d+(\.\d+)? s\b/g, "… ms")
    .replace(/(transaction|message)  ( *)0x\S+/g, "$1 0x…")
    .replace(/(it fires +).*/, "$1…")
    .replace(/0x[\da-f]{64}/g, "0x…")
    .trim()
}

/**
 * The first lines that a text shows and the whole output lacks, in this order and side by side. Between them, a line that is
 * nothing but an ellipsis stands for any others.
 */
function firstMissing(shown: string, whole: string): string | undefined {
  const parts = `\n${shown}\n`.split("\n…\n").map((part) => `\n${part}\n`.replace(/^\n+|\n+$/g, "\n"))
  if (parts.length === 1) return shown === whole ? undefined : whole
  let rest = `\n${whole}\n`
  for (const part of parts) {
    const at = rest.indexOf(part)
    if (at === -1) return part
    rest = rest.slice(at + part.length - 1)
  }
  return undefined
}
