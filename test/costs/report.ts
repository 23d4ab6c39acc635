import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { WorldCosts } from "#src/costs/WorldCosts.js"
import { writeReport } from "#src/costs/writeReport.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import type { Saved } from "#test/fixtures/costs/Saved.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** Runs one test of a world in a process of its own. */
async function testOnce(runner: readonly string[], ...options: readonly string[]): Promise<EndedCommand> {
  const file = "test/costs/costs.ts"
  const args = ["test", ...runner, "--no-compile", file, "--grep", "say what each function has cost", ...options]
  return await runHardhat(args, { env: { PLUGS_TEST_ROOT: process.cwd() } })
}

describe("hardhat test --plugs-report", () => {
  deepIt("prints and saves what the tests of all runners cost", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "costs.json")
    const { code, stdout, stderr } = await testOnce([], "--plugs-report", "--plugs-report-json", file)
    expect(code, stdout + stderr).to.equal(0)
    expect(stdout.match(/Counter\.add +3 .* of 100,000 \(\d+ %\)/g)).to.have.length(1)
    const { messages } = JSON.parse(await readFile(file, "utf8")) as Saved<WorldCosts>
    expect(messages.map(({ contract, functionName, fee }) => [contract, functionName, fee.count])).to.deep.equal([
      ["Counter", "add", 3],
    ])
  })

  deepIt("exits with code 1 if a figure rose since, and prints only what was asked for", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "costs.json")
    const high = String(10n ** 18n)
    const one = { min: "1", median: high, max: high, count: 1 }
    const figures = { fee: one, outboundGas: one, inboundGas: { ...one, max: "1" }, inboundAtMost: null }
    const saved: Saved<WorldCosts> & { schemaVersion: 1 } = {
      schemaVersion: 1,
      messages: [{ contract: "Counter", functionName: "add", ...figures }],
      requests: [],
    }
    await writeFile(file, JSON.stringify(saved))
    const { code, stdout } = await testOnce(["mocha"], "--plugs-report-compare", file)
    expect(code).to.equal(1)
    expect(stdout.match(/\b1 figure rose since /g)).to.have.length(1)
    expect(stdout).not.to.contain("of 100,000")
  })

  deepIt("reports what the messages of Solidity tests cost, alone too", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "costs.json")
    const args = ["test", "solidity", "--no-compile", "contracts/testing/Examples.t.sol", "--plugs-report-json", file]
    const { code, stderr } = await runHardhat(args, { env: { PLUGS_TEST_ROOT: process.cwd() } })
    expect(code, stderr).to.equal(0)
    const { messages } = JSON.parse(await readFile(file, "utf8")) as Saved<WorldCosts>
    const add = messages.find(({ contract, functionName }) => contract === "Counter" && functionName === "add")
    expect(add?.fee.count).to.be.above(0)
    expect(add?.outboundGas).to.equal(null)
    expect(BigInt(add?.inboundAtMost?.gasUsed ?? 0) > 20_000n).to.equal(true)
  })

  deepIt("runs no test if something else is in the place of the file to save in, and leaves that", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "package.json")
    await writeFile(file, "{}")
    const { code, stdout, stderr } = await testOnce(["mocha"], "--plugs-report-json", file)
    expect(code).to.equal(1)
    expect(stderr).to.contain(file)
    expect(stdout).not.to.contain("Running Mocha tests")
    expect(await readFile(file, "utf8")).to.equal("{}")
  })

  it("replaces a report, and says why it cannot write one", async () => {
    await using folder = await temporaryFolder()
    const options = { isShown: false, compareFile: undefined }
    const none = { messages: [], requests: [] }
    const file = path.join(folder.path, "new", "costs.json")
    await writeReport(none, undefined, { ...options, jsonFile: file })
    await writeReport(none, undefined, { ...options, jsonFile: file })
    expect(JSON.parse(await readFile(file, "utf8"))).to.deep.equal({ schemaVersion: 1, ...none })
    const { code, message } = await failure(
      writeReport(none, undefined, { ...options, jsonFile: `${file}/costs.json` }),
    )
    expect(code).to.equal("INVALID_INPUT")
    expect(message).to.contain("--plugs-report-json")
  })

  deepIt("runs no test if the file to compare with is missing", async () => {
    const { code, stdout, stderr } = await testOnce(["mocha"], "--plugs-report-compare", "missing.json")
    expect(code).to.equal(1)
    expect(stderr).to.contain("missing.json")
    expect(stdout).not.to.contain("Running Mocha tests")
  })
})
