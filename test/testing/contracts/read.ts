import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { ContractFunctionExecutionError } from "viem"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("read of a contract of a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const plug = () => world.deploy("alpha", "MalformedPlug", ({ socket, owner }) => [socket, owner])

  for (const [revertData, reason] of [
    ["0x08c379a01234", "a malformed Error(string)"],
    ["0x4e487b71", "a malformed Panic(uint256)"],
    ["0x118cdaa7ff", "an error that no known ABI has, with the selector 0x118cdaa7"],
  ] as const) {
    it(`names the contract, the chain and the data of a revert with ${revertData}`, async () => {
      const { read, address } = await world.loadFixture(plug)
      const error = await failure(read.read([revertData]))
      expect(error).to.have.property("code", "CALL_REVERTED")
      expect(error.message).to.equal(
        [
          `MalformedPlug.read on alpha reverts: ${reason}.`,
          `  contract: ${address}`,
          `  revert data: ${revertData}`,
          "Decode the revert data with the ABI of the contract that reverts.",
        ].join("\n"),
      )
      expect(error.stack).to.contain("test/testing/contracts/read.ts:").and.to.not.contain("bindContract")
    })
  }

  it("leaves reverts that viem can read to viem, for what asserts on them", async () => {
    const { read } = await world.loadFixture(plug)
    for (const revertData of ["0x", "0xdeadbeef"] as const) {
      const error: unknown = await read.read([revertData]).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(ContractFunctionExecutionError)
    }
  })
})
