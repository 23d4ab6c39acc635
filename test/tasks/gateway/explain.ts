import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { Explanation } from "../../../src/explaining/Explanation.js"
import { toJson } from "../../../src/terminal/printJson.js"
import { runCommand } from "../../fixtures/commands/taskCommand.js"
import { explanation, hash } from "../../fixtures/output/explanations.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

describe("hardhat gateway explain, of what was saved", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())

  /** The command in the last line of the report of something that waits, or is stuck. */
  async function nextOf(
    subject: Explanation["subject"],
    verdict: Explanation["verdict"],
    args: readonly string[] = [],
  ) {
    const file = path.join(folder.path, "saved.json")
    await writeFile(file, toJson({ schemaVersion: 1, ...explanation({ verdict, causes: [], subject }) }))
    const { stdout } = await runCommand(["gateway", "explain", "--saved", file, ...args], { port: 1 })
    return /npx hardhat (.*)\n$/.exec(stdout)?.[1]?.replace(file, "FILE")
  }
  const id = hash(1)

  it("names what follows a transaction or a timeout, and explains anything again by its id", async () => {
    expect(await nextOf({ kind: "transaction", id }, "waiting")).to.equal(`gateway tx ${id} --wait`)
    expect(await nextOf({ kind: "timeout", id }, "waiting")).to.equal(`gateway timeouts --id ${id} --wait`)
    for (const kind of ["payload", "trigger"]) {
      expect(await nextOf({ kind, id }, "waiting"), kind).to.equal(`gateway explain ${id}`)
    }
    for (const kind of ["transaction", "timeout", "payload"]) {
      expect(await nextOf({ kind, id }, "stuck"), kind).to.equal(`gateway explain ${id}`)
    }
  })

  it("is called again as it was where nobody knows what it is about, so that no text becomes a command", async () => {
    for (const odd of [{}, { id: 7 }, { id: `${id}0` }, { id: "0x12; rm -r ." }]) {
      const given = JSON.stringify(odd)
      expect(await nextOf({ kind: "transaction", ...odd }, "stuck"), given).to.equal("gateway explain --saved FILE")
      expect(await nextOf({ kind: "transaction", ...odd }, "waiting"), given).to.equal("gateway explain --saved FILE")
    }
  })
})
