import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { systemClock } from "#src/primitives/clock.js"
import { showExplanation, type ShowExplanationOptions } from "#tasks/explain/showExplanation.js"
import { failure } from "#test/fixtures/failure.js"
import { explanation } from "#test/fixtures/output/explanations.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("showExplanation", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())
  const inFolder = (name: string): string => path.join(folder.path, name)

  async function show(args: Partial<ShowExplanationOptions["args"]>, found = explanation()) {
    const terminal = recordTerminal()
    let asked = 0
    const code = await showExplanation({
      args: { json: false, markdown: undefined, ...args },
      hre,
      io: { terminal, clock: { ...systemClock, now: () => 1_795_322_797_000 }, signal: new AbortController().signal },
      explain: () => {
        asked += 1
        return Promise.resolve(found)
      },
      commandsFor: ({ kind }) => ({ again: `npx hardhat explain ${kind}` }),
    })
    return { code, asked, stdout: terminal.stdout(), stderr: terminal.stderr() }
  }

  it("prints the report, or JSON, or Markdown alone, and ends as the verdict is", async () => {
    const report = await show({})
    expect(report).to.deep.include({ code: 2, asked: 1, stderr: "" })
    expect(report.stdout)
      .to.match(/^stuck {2}/)
      .and.to.contain("3 min 05 s ago")
    expect(report.stdout).to.match(/ {3}npx hardhat explain message\n$/)
    const json = await show({ json: true })
    expect(JSON.parse(json.stdout)).to.deep.include({ verdict: "stuck", schemaVersion: 1 })
    expect(json.code).to.equal(2)
    const markdown = await show({ markdown: "-" })
    expect(markdown.stdout)
      .to.match(/^<!-- a story/)
      .and.not.to.contain("stuck  ")
    expect(markdown).to.include({ code: 2, stderr: "" })
    expect((await show({}, explanation({ verdict: "delivered", causes: [] }))).code).to.equal(0)
  })

  it("refuses JSON and Markdown on standard output together, before it asks", async () => {
    const error = await failure(show({ json: true, markdown: "-" }))
    expect(error.code).to.equal("INVALID_INPUT")
    expect((await show({ json: true, markdown: inFolder("beside.md") })).code).to.equal(2)
  })

  it("writes a file, says where and how large it is, and prints the report too", async () => {
    const markdown = inFolder("a.md")
    const told = await show({ markdown })
    const text = await readFile(markdown, "utf8")
    expect(told.stderr).to.equal(`The story is in ${markdown} (${Math.ceil(Buffer.byteLength(text) / 1_000)} kB).\n`)
    expect(told.stdout).to.match(/^stuck {2}/)
    expect(text)
      .to.match(/^<!-- a story/)
      .and.to.contain("Made at 2026-11-22 04:46:37 UTC by hardhat-plugs ")
  })
})
