import { readFile, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { systemClock } from "../../../src/primitives/clock.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { toJson } from "../../../src/terminal/printJson.js"
import { readSaved } from "../../../tasks/explain/readSaved.js"
import { showExplanation } from "../../../tasks/explain/showExplanation.js"
import type { StoryArguments } from "../../../tasks/explain/StoryArguments.js"
import { failure } from "../../fixtures/failure.js"
import { explanation } from "../../fixtures/output/explanations.js"
import { recordTerminal } from "../../fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

const saved = toJson({ schemaVersion: 1, ...explanation() })

describe("showExplanation", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())
  const inFolder = (name: string): string => path.join(folder.path, name)

  async function show(args: Partial<StoryArguments>, found = explanation()) {
    const terminal = recordTerminal()
    let asked = 0
    const code = await showExplanation({
      args: { json: false, html: undefined, markdown: undefined, saved: undefined, ...args },
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

  it("writes one file or both, says where and how large they are, and prints the report too", async () => {
    const [html, markdown] = [inFolder("a.html"), inFolder("a.md")]
    const page = await show({ html })
    const text = await readFile(html, "utf8")
    const size = Math.ceil(Buffer.byteLength(text) / 1_000)
    expect(page.stderr).to.equal(`The story is in ${html} (${size} kB).\n`)
    expect(page.stdout).to.match(/^stuck {2}/)
    expect(text).to.contain("Made at 2026-11-22 04:46:37 UTC by hardhat-plugs ").and.to.contain("from the chains")
    const other = await show({ markdown })
    expect(other.stderr)
      .to.match(/a\.md \(\d kB\)\.\n$/)
      .and.not.to.contain("a.html")
    expect(await readFile(markdown, "utf8")).to.match(/^<!-- a story/)
    expect((await show({ html, markdown })).stderr.split("\n")).to.have.length(3)
  })

  it("reads what was saved instead of asking", async () => {
    const file = inFolder("saved.json")
    await writeFile(file, saved)
    const html = inFolder("saved.html")
    const told = await show({ saved: file, html }, explanation({ verdict: "delivered" }))
    expect(told).to.include({ code: 2, asked: 0 })
    expect(await readFile(html, "utf8")).to.contain("nothing was read anew")
  })
})

describe("readSaved", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())

  const problemOf = async (name: string): Promise<string | undefined> => {
    const error: unknown = await readSaved(name).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return isPlugsError(error) ? error.message : String(error)
  }

  it("reads 20 MiB, and refuses a file that is larger without reading it", async () => {
    const file = path.join(folder.path, "large.json")
    await writeFile(file, saved)
    await truncate(file, 20 * 2 ** 20 + 1)
    expect(await problemOf(file)).to.contain(`it has ${20 * 2 ** 20 + 1} bytes, and at most ${20 * 2 ** 20} are read`)
    await truncate(file, 20 * 2 ** 20)
    // The hole of the file is no JSON.
    expect(await problemOf(file)).to.not.contain("at most")
    await truncate(file, Buffer.byteLength(saved))
    expect(await readSaved(file)).to.deep.equal(explanation())
  })

  it("says that there is no such file, that it is a folder, or how else it cannot be read", async () => {
    const file = path.join(folder.path, "closed.json")
    await writeFile(file, saved)
    expect(await problemOf(path.join(folder.path, "missing"))).to.contain("there is no such file")
    expect(await problemOf(folder.path)).to.contain("it is a folder")
    expect(await problemOf("/dev/null")).to.contain("it is no file but")
    expect(await problemOf(path.join(file, "below"))).to.contain("(ENOTDIR)")
  })
})
