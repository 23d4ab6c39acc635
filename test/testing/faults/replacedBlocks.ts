import { expect } from "chai"
import { describe, it } from "mocha"

import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { reorg } from "#src/testing/faults/kinds/reorg.js"
import { fakeBlocks, type FakeTransaction } from "#test/fixtures/testing/fakeBlocks.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [actor, user] = [at(0xa1), at(0xb1)]
const ofUser: FakeTransaction = { from: user, hash: bytes32(1) }
const ofActor: FakeTransaction = { from: actor.toLowerCase(), hash: bytes32(2) }

/** The fault on a chain of which the test has read every receipt, at SEALED, which message 8 has reached before. */
function open({ drops = false, hold = (work: () => Promise<void>) => work() } = {}) {
  const listeners: ((record: object) => void)[] = []
  const events: string[] = []
  const chain = fakeBlocks(3)
  let [happened, isGone] = [0, false]
  const request: typeof chain.request = async (call) => {
    if (isGone) throw new Error("the node is gone")
    return (await chain.request(call)) as unknown
  }
  const context = {
    world: {
      devnet: { chains: { alpha: { name: "alpha", slug: 1, whileStill: (work: () => Promise<void>) => work() } } },
      messaging: {
        ledger: {
          inStatus: (status: string) => (status === "SEALED" ? [{ outbound: { messageId: bytes32(8) } }] : []),
          subscribe: (listener: (record: object) => void) => (
            listeners.push(listener),
            () => listeners.splice(listeners.indexOf(listener), 1)
          ),
        },
      },
      accounts: { deployer: { address: at(0xd1) }, sealer: { address: actor }, watchers: [] },
      hooks: { chains: { of: () => ({ ...chain, request }) } },
      relay: { hold, wake: () => events.push("wake") },
    },
    happen: () => (happened += 1),
    happened: () => happened,
  } as unknown as FaultContext
  const data = { fault: "reorg", chain: "alpha", blocks: 1, at: "SEALED", drops } as const
  const { interceptor, attach } = reorg(data, context)
  const end = attach!()
  const turns = async () => {
    for (let turn = 0; turn < 60; turn += 1) await new Promise(setImmediate)
  }
  return {
    ...{ chain, end, turns, events, rest: () => interceptor!.rest!() },
    move: (id: number, status = "SEALED") => {
      const outbound = { messageId: bytes32(id), srcChainSlug: 1, dstChainSlug: 2 }
      for (const listener of [...listeners]) listener({ status, outbound })
    },
    readAll: () => {
      chain.onReceipt.notify(ofUser.hash)
    },
    lose: (isLost: boolean) => (isGone = isLost),
    happened: () => happened,
    senders: () => chain.blocks.flatMap(({ transactions }) => transactions.map(({ from }) => from)),
  }
}

describe("the blocks that a reorg replaces", () => {
  for (const drops of [false, true]) {
    it(`have ${drops ? "no transaction" : "the test's transactions"} again, and none of the actors`, async () => {
      const { chain, move, readAll, rest, happened, senders } = open({ drops })
      await chain.ask("evm_mine")
      await chain.ask("evm_mine")
      // In one block, which is the newest.
      const [hook] = chain.hooks
      await hook!({ method: "evm_mine", params: [] }, () => {
        chain.mine(ofUser, ofActor)
        return Promise.resolve()
      })
      const before = chain.blocks.length
      move(1)
      readAll()
      await rest()
      expect([happened(), senders()]).to.deep.equal([1, drops ? [] : [user]])
      expect(chain.blocks.length - before).to.equal(drops ? 0 : 1)
    })
  }

  it("stay where the fault ends before the actors have stopped", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { chain, move, end, turns, rest, happened } = open({ hold: (work) => promise.then(work) })
    await chain.ask("evm_mine")
    chain.taken()
    move(1)
    await turns()
    end()
    resolve(undefined)
    await turns()
    await rest()
    expect([happened(), chain.taken()]).to.deep.equal([0, []])
  })

  it("are replaced when the state is reached once more, where they could not be the first time", async () => {
    let tries = 0
    const hold = (work: () => Promise<void>) => ((tries += 1) === 1 ? Promise.reject(new Error("busy")) : work())
    const { chain, move, turns, rest, happened } = open({ hold })
    await chain.ask("evm_mine")
    move(1)
    await turns()
    expect(await rest().catch(String)).to.equal("Error: busy")
    move(2)
    await turns()
    await rest()
    expect([tries, happened()]).to.deep.equal([2, 1])
  })

  it("stay for a message that says again that it is there, and whoever waits hears of a node that is gone", async () => {
    const { move, lose, turns, rest, happened, events } = open()
    move(8)
    await turns()
    expect([happened(), events]).to.deep.equal([0, []])
    lose(true)
    move(1)
    await turns()
    lose(false)
    expect(await rest().catch(String)).to.equal("Error: the node is gone")
    await rest()
  })
})
