import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress } from "viem"

import { openDepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { createOneChainWorld, type OneChainWorld, unattendedIo } from "#extras/swap/test/fixtures/oneChainWorld.js"
import { failure } from "#test/fixtures/failure.js"
import { refundAddress } from "#test/fixtures/wire/depositRecords.js"
import { user } from "#test/fixtures/wire/swapRoutes.js"

describe("openDepositRun", () => {
  let world: OneChainWorld
  const { signal } = new AbortController()
  const io = unattendedIo(signal)
  before(async () => {
    world = await createOneChainWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("needs an account of the network only where nobody is named who receives", async () => {
    const [first] = (await world.request("eth_accounts")) as string[]
    for (const [receiver, account] of [
      [user, undefined],
      [undefined, getAddress(first!)],
    ] as const) {
      const command = world.commandOf({ receiver })
      await using run = await openDepositRun(world.hre, command, io)
      const { readers, pins, ...terms } = run.terms
      expect(terms).to.deep.equal({ swapRequest: command.swapRequest, userAddress: account, signal })
      expect([readers.origin === run.origin, readers.destination]).to.deep.equal([true, undefined])
      expect(pins?.("alpha")).to.deep.equal({})
    }
  })

  it("lets one process at a time run a command, until it is disposed of", async () => {
    {
      await using run = await openDepositRun(world.hre, world.commandOf(), io)
      expect((await failure(openDepositRun(world.hre, world.commandOf(), io))).code).to.equal("SWAP_BUSY")
      await using other = await openDepositRun(world.hre, world.commandOf({ receiver: refundAddress }), io)
      expect(other.key).to.not.equal(run.key)
    }
    await using again = await openDepositRun(world.hre, world.commandOf(), io)
    expect(again.key).to.match(/^[0-9a-f]{40}$/)
  })
})
