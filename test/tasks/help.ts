import { expect } from "chai"
import { describe, it } from "mocha"

import { reportOptions, tasks } from "#tasks/index.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"

describe("the plugin's help", function () {
  it("lists the verbs of each family when none is given, and shows every option of every task", async () => {
    for (const { id } of tasks.filter(({ id: [family] }) => family !== "test")) {
      const { code, stdout, stderr } = await runCommand([...id, "--help"])
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
      expectGolden(`help/${id.join("/")}.txt`, ofPlugin(stdout))
    }
    const { code, stdout } = await runCommand(["messaging"])
    expect(code).to.equal(0)
    expectGolden("help/messaging.txt", ofPlugin(stdout))
  })

  it("shows the options of a report on what tests cost", () => {
    const lines = reportOptions.map(({ name, description }) => `${name}: ${description}`)
    expectGolden("help/global.txt", lines.join("\n"))
  })
})

/** Without the global options of Hardhat itself, which differ between its versions. */
function ofPlugin(help: string): string {
  return help.replace(/\nGLOBAL OPTIONS:\n[^]*/, "")
}
