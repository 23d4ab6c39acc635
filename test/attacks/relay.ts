import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex } from "viem"

import { imitatorArtifact } from "#test/fixtures/artifacts/Imitator.js"
import { variants } from "#test/fixtures/depth.js"
import { useForeignWorld } from "#test/fixtures/worlds/messaging/foreignWorld.js"

/** Contracts that a message makes a plug call, as the code that they run. */
const bombs = {
  "half a megabyte of revert data": "620800005ffd",
  "half a megabyte of returned data": "620800005ff3",
  "all gas that there is": "5b5f56",
  "storage as long as there is gas": "5b5a5a555f56",
  "an invalid instruction": "fe",
} as const

describe("S-28 a message that attacks the relay", function () {
  const world = useForeignWorld()
  const { write, connectedImitators, sendFrom, reached, add } = world

  async function deployCode(code: string): Promise<Address> {
    const { walletClient, publicClient } = world.beta
    const length = code.length / 2
    const hex = (value: number): string => value.toString(16).padStart(2, "0")
    const data: Hex = `0x${hex(0x5f + length)}${code}5f5260${hex(length)}60${hex(32 - length)}f3`
    const { contractAddress } = await publicClient.waitForTransactionReceipt({
      hash: await walletClient.sendTransaction({ data }),
    })
    return getAddress(contractAddress!)
  }

  it("delivers an honest one, whose plug calls what does no harm", async () => {
    const [source, destination] = await connectedImitators()
    await write(world.beta, destination, imitatorArtifact, "callOnArrival", [await deployCode("00"), "0x"])
    await reached(await sendFrom(source), "EXECUTION_SUCCESS")
  })

  for (const [what, code] of variants(Object.entries(bombs), 2)) {
    it(`refuses to be stopped by ${what}: it gives that message up, and delivers the others`, async () => {
      const [source, destination] = await connectedImitators()
      await write(world.beta, destination, imitatorArtifact, "callOnArrival", [await deployCode(code), "0x"])
      const message = await sendFrom(source)
      await add(2)
      await reached(message, "EXECUTION_FAILURE")
      await add()
      expect(world.statusOf(message)).to.equal("EXECUTION_FAILURE")
    })
  }
})
