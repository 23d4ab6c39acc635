import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"

describe("a network connection", () => {
  it("says which plugin is missing where a script reads viem without it, and takes what another one puts there", async () => {
    const hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs] })
    const [connection, ofDevnet] = [await hre.network.create(), await hre.network.create("alpha")]
    for (const each of [connection, ofDevnet]) {
      expect(() => each.viem, each.networkName).to.throw("add hardhatViem to plugins")
    }
    expect({ ...connection }).to.not.have.property("viem")
    Object.assign(connection, { viem: "another's" })
    expect(connection.viem).to.equal("another's")
  })
})
