import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { reorg } from "#src/testing/faults/kinds/reorg.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

type Listener = (record: object) => void

const [actor, user] = [at(0xa1), at(0xb1)]

/** The fault in a world without actors. Its newest block has these transactions, and no chain is replaced. */
function open(chain: "alpha" | "beta" | "gateway", transactions: readonly { from: string; hash: string }[] = []) {
  const [messages, payloads, receipts] = [[], [], []] as [Listener[], Listener[], ((hash: string) => void)[]]
  const events: string[] = []
  const listen = (list: unknown[]) => (listener: unknown) => {
    list.push(listener)
    return () => list.splice(list.indexOf(listener), 1)
  }
  const chainOf = (name: string, slug: number) => ({ name, slug, whileStill: () => Promise.resolve() })
  const request = ({ method }: { method: string }) =>
    Promise.resolve(
      method === "eth_getBlockByNumber" ? { number: numberToHex(1), timestamp: "0x1", transactions } : "0x1",
    )
  let failure: Error | undefined
  const context = {
    world: {
      devnet: { chains: { alpha: chainOf("alpha", 1), beta: chainOf("beta", 2), gamma: chainOf("gamma", 3) } },
      gateway: { chain: chainOf("gateway", 9), ledger: { subscribe: listen(payloads) } },
      messaging: {
        ledger: {
          inStatus: (status: string) => (status === "PROPOSED" ? [{ outbound: { messageId: bytes32(7) } }] : []),
          subscribe: listen(messages),
        },
      },
      accounts: { deployer: { address: at(0xd1) }, sealer: { address: actor }, watchers: [] },
      hooks: { chains: { of: () => ({ request, hooks: new Set(), onReceipt: { subscribe: listen(receipts) } }) } },
      relay: {
        async hold() {
          await new Promise(setImmediate)
          events.push("replaced")
          if (failure !== undefined) throw failure
        },
        wake: () => events.push("wake"),
      },
    },
    happen: () => events.push("happened"),
    happened: () => 0,
  } as unknown as FaultContext
  const { interceptor, attach } = reorg({ fault: "reorg", chain, blocks: 1, at: "SEALED" } as never, context)
  const end = attach!()
  const move = (id: number, status: string, [srcChainSlug, dstChainSlug] = [1, 2]) => {
    for (const listener of messages)
      listener({ status, outbound: { messageId: bytes32(id), srcChainSlug, dstChainSlug } })
  }
  return {
    ...{ move, end, interceptor: interceptor!, events, payloads },
    movePayload: (chainSlug: number, status = "SEALED") => {
      for (const listener of payloads) listener({ chainSlug, status })
    },
    read: (hash: string) => {
      for (const listener of receipts) listener(hash)
    },
    /** Whether the actors wait for the reorg. */
    isReached: () => interceptor!.choose!("seal", 1, ["item"]).length === 0,
    fail: (error: Error) => (failure = error),
  }
}

/** What the test has sent, and has not read the receipt of. */
const sent = { from: user, hash: bytes32(1) }
const turn = () => new Promise(setImmediate)

describe("the state at which a reorg comes", () => {
  it("is reached by a message from or to the chain, on its way forward", () => {
    const { move, isReached } = open("beta", [sent])
    move(1, "SEALED", [1, 3])
    move(2, "RECEIVED")
    move(2, "PROPOSED")
    // It was set back, as was one that the world had before.
    move(2, "SEALED")
    move(7, "SEALED")
    expect(isReached()).to.equal(false)
    move(2, "PROPOSED")
    move(3, "SEALED", [3, 2])
    expect(isReached()).to.equal(true)
    const other = open("alpha", [sent])
    other.move(1, "SEALED", [1, 3])
    expect(other.isReached()).to.equal(true)
  })

  it("is reached by a payload for the chain, and on the gateway chain by any", () => {
    const beta = open("beta", [sent])
    beta.movePayload(1)
    beta.movePayload(2, "PROPOSED")
    expect(beta.isReached()).to.equal(false)
    beta.movePayload(2)
    expect(beta.isReached()).to.equal(true)
    const gateway = open("gateway", [sent])
    gateway.movePayload(1)
    expect(gateway.isReached()).to.equal(true)
    gateway.end()
    expect([gateway.isReached(), gateway.payloads.length]).to.deep.equal([false, 0])
  })

  it("lets no actor begin until the test has read the receipt of what it has sent, and is over then", async () => {
    const actors = { from: actor.toLowerCase(), hash: bytes32(2) }
    const { move, read, isReached, events, interceptor } = open("beta", [sent, actors])
    read(bytes32(3))
    move(1, "SEALED")
    await turn()
    expect([isReached(), await interceptor.before!("seal", 1, ["item"]), events]).to.deep.equal([true, [], []])
    read(bytes32(3))
    await turn()
    expect(events).to.deep.equal([])
    read(sent.hash)
    for (let turns = 0; turns < 5; turns += 1) await turn()
    expect([events, isReached()]).to.deep.equal([["replaced", "wake"], false])
    expect(await interceptor.before!("seal", 1, ["item"])).to.deep.equal(["item"])
  })

  it("comes once, at once where nothing has to be read, or as soon as the test waits for the actors", async () => {
    const nothing = open("beta")
    nothing.move(1, "SEALED")
    nothing.move(2, "SEALED")
    for (let turns = 0; turns < 5; turns += 1) await turn()
    expect(nothing.events).to.deep.equal(["replaced", "wake"])
    const waiting = open("beta", [sent])
    await waiting.interceptor.rest!()
    expect(waiting.events).to.deep.equal([])
    waiting.move(1, "SEALED")
    await waiting.interceptor.rest!()
    expect(waiting.events).to.deep.equal(["replaced", "wake"])
  })

  it("says once to who waits for the actors that it could not come", async () => {
    const { move, interceptor, fail, isReached } = open("beta", [sent])
    fail(new Error("no snapshot"))
    move(1, "SEALED")
    expect(await interceptor.rest!().catch(String)).to.contain("no snapshot")
    expect(isReached()).to.equal(false)
    await interceptor.rest!()
  })
})
