import { expect } from "chai"
import { describe, it } from "mocha"

import { runCommand } from "../fixtures/commands/taskCommand.js"

describe("the plugin's help", function () {
  it("lists the verbs of messaging when none is given", async () => {
    const { code, stdout } = await runCommand(["messaging"])
    expect(code).to.equal(0)
    for (const verb of ["fees", "send", "track"]) expect(stdout).to.contain(`messaging ${verb}`)
  })

  it("lists the verbs of the gateway when none is given", async () => {
    const { code, stdout } = await runCommand(["gateway"])
    expect(code).to.equal(0)
    for (const verb of ["tx", "timeouts", "addresses", "forwarder"]) expect(stdout).to.contain(`gateway ${verb}`)
  })

  it("lists the verbs of swaps when none is given", async () => {
    const { code, stdout } = await runCommand(["swap"])
    expect(code).to.equal(0)
    const verbs = ["quote", "execute", "status", "chains", "tokens", "providers", "demo"]
    for (const verb of verbs) expect(stdout).to.contain(`swap ${verb}`)
  })

  it("shows what an option looks like", async () => {
    const [devnet, track] = await Promise.all([
      runCommand(["devnet", "--help"]),
      runCommand(["messaging", "track", "--help"]),
    ])
    expect(devnet.stdout).to.match(/--block-time .*2s/)
    expect(track.stdout).to.match(/--timeout .*10m/)
    expect(track.stdout).to.match(/exit code/)
  })
})
