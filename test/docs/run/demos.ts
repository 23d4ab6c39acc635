import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { type Document, readDocuments } from "../markdown.js"
import { type HardhatProcess, startHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"

/** Each demo that a page shows: the script that prints it, and what stands behind `text` in its block. */
const demos = [
  { script: "start", block: "demo", golden: "messages" },
  { script: "demo:gateway", block: "demo:gateway", golden: "gateway" },
  { script: "demo:swap", block: "demo:swap", golden: "swap" },
] as const

/** Starts the command of a script in a process of its own, as npm does. */
async function start(script: (typeof demos)[number]["script"]): Promise<HardhatProcess> {
  const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    scripts: Record<string, string>
  }
  const [, ...args] = scripts[script]!.split(" ")
  return startHardhat(args, { env: { PLUGS_TEST_ROOT: repository } })
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
      'git clone https://github.com/hardhat-plugs/hardhat-plugs && cd hardhat-plugs\nnpx -y -p node@24 -c "npm ci && npm start"',
      'npx -y -p node@24 -c "npm ci && npm test"',
    ])
  })

  for (const { script, block, golden } of demos) {
    // The first is what everybody runs first.
    const each = script === "start" ? it : deepIt
    each(`is what \`npm run ${script}\` prints`, async () => {
      const pages = documents.filter(({ blocks }) => blocks.some(({ info }) => info === block))
      const where = `the block "text ${block}" of ${pages.map(({ path }) => path).join(" and ")}`
      expect(pages, where).to.have.length(1)
      const shown = pages[0]!.blocks.find(({ info }) => info === block)!.code
      await using demo = await start(script)
      const { code: exit, stdout } = await demo.ended
      expect(exit).to.equal(0)
      expectGolden(`demos/${golden}.txt`, `${script === "demo:gateway" ? inOrder(stdout) : withoutChance(stdout)}\n`)
      const missing = firstMissing(withoutChance(shown), withoutChance(stdout))
      expect(missing, `${where} is out of date: run \`npm run ${script}\` and paste its output`).to.equal(undefined)
    })

    deepIt(`\`npm run ${script}\` stops at Ctrl-C, and quietly where its output is closed`, async () => {
      await using demo = await start(script)
      await demo.printed
      demo.interrupt()
      const { code, stderr } = await demo.ended
      expect({ code, stderr }).to.deep.equal({ code: 130, stderr: "Interrupted.\n" })
      await using unread = await start(script)
      await unread.printed
      unread.hangUp()
      const closed = await unread.ended
      expect({ code: closed.code, stderr: closed.stderr }).to.deep.equal({ code: 141, stderr: "" })
    })
  }
})

/** A run differs from another in its times and hashes. */
function withoutChance(output: string): string {
  return output
    .replace(/\d+ ms|\d+(\.\d+)? s\b/g, "… ms")
    .replace(/(transaction|message)  ( *)0x\S+/g, "$1 0x…")
    .replace(/(it fires +).*/, "$1…")
    .replace(/0x[\da-f]{64}/g, "0x…")
    .replace(/0\.000\d+ of/g, "… of")
    .trim()
}

/** Without what comes in another order in each run: the steps of beta's counter, of fees and of requests. */
function inOrder(output: string): string {
  const lines = withoutChance(output).split("\n")
  return lines.filter((line) => !/^ {2}(?:DEPLOY on beta|DISTRIBUTE_FEE|the request) /.test(line)).join("\n")
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
