import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { beforeCallOfTest, contextOf, sendAs, withoutTimePassing } from "#src/testing/faults/transactions.js"
import type { ChainCall, ChainHook } from "#src/testing/world/hooks.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [deployer, watcher, second, sealer, user] = [1, 2, 3, 4, 5].map((key) => privateKeyToAccount(bytes32(key)))
const call = { to: at(0x10), data: "0x1234" } as const

/** A chain that counts what each account has sent, and answers with a receipt. */
function chainWith(receipt: object | null = { status: "0x1" }) {
  const sent: ReturnType<typeof parseTransaction>[] = []
  const request = async ({ method, params }: ChainCall): Promise<unknown> => {
    await new Promise(setImmediate)
    const [first] = params as readonly [Hex]
    if (method === "eth_getTransactionCount") return `0x${(7 + sent.length).toString(16)}`
    if (method === "eth_getTransactionReceipt") return receipt
    sent.push(parseTransaction(first))
    return bytes32(90)
  }
  return { target: { name: "alpha", chainId: 41_001, provider: { request } }, sent }
}

describe("a transaction of a fault", () => {
  it("is one of the devnet's own accounts, each with the next nonce, however many are sent at a time", async () => {
    const { target, sent } = chainWith()
    await Promise.all([sendAs(target, deployer!, call), sendAs(target, deployer!, { ...call, data: "0x56" })])
    expect(sent.map(({ nonce, chainId, to, data, gas }) => ({ nonce, chainId, to, data, gas }))).to.deep.equal([
      { nonce: 7, chainId: 41_001, to: call.to.toLowerCase(), data: "0x1234", gas: 1_000_000n },
      { nonce: 8, chainId: 41_001, to: call.to.toLowerCase(), data: "0x56", gas: 1_000_000n },
    ])
  })

  it("fails where it is not mined, or reverts", async () => {
    const waiting = await failure(sendAs(chainWith(null).target, deployer!, call))
    expect([waiting.code, waiting.facts]).to.deep.equal([
      "FAULT_NOT_MINED",
      { chain: "alpha", transaction: bytes32(90) },
    ])
    const reverted: unknown = await sendAs(chainWith({ status: "0x0" }).target, deployer!, call).catch(String)
    expect(reverted).to.contain(bytes32(90))
  })

  it("takes no time: its blocks and the next have the time that the next block would have had", async () => {
    const asked: string[] = []
    const request = async ({ method, params = [] }: ChainCall): Promise<unknown> => {
      await new Promise(setImmediate)
      asked.push([method, ...(params as unknown[])].join(" "))
      return method === "eth_getBlockByNumber" ? { timestamp: "0x99" } : method
    }
    await withoutTimePassing({ request }, async (provider) => {
      for (const method of ["eth_call", "eth_sendRawTransaction", "eth_getCode", "eth_sendTransaction"]) {
        expect(await provider.request({ method, params: [] })).to.equal(method)
      }
    })
    const set = "evm_setNextBlockTimestamp 0x99"
    expect(asked).to.deep.equal([
      ...["eth_getBlockByNumber pending false", "eth_call", set, "eth_sendRawTransaction"],
      ...["eth_getCode", set, "eth_sendTransaction", set],
    ])
  })

  it("needs a chain with messaging", () => {
    const contexts = [{ chain: { slug: 1 } }, { chain: { slug: 2 } }]
    const world = { messaging: { contexts } } as never
    expect(contextOf(world, 2)).to.equal(contexts[1])
    expect(() => contextOf(world, 3)).to.throw("3")
  })
})

describe("a fault that works before a call of the test", () => {
  /** What happens to requests on alpha while it lasts. */
  async function send(...calls: readonly ChainCall[]): Promise<string[]> {
    const hooks = new Set<ChainHook>()
    const done: string[] = []
    let times = 0
    const of = (chain: string) => (chain === "alpha" ? { hooks } : undefined)
    const accounts = { deployer, sealer, watchers: [watcher, second] }
    const context = {
      world: { accounts, hooks: { chains: { of } } },
      happen: () => (times += 1),
      happened: () => times,
    } as unknown as FaultContext
    const work = async () => {
      await new Promise(setImmediate)
      done.push("work")
    }
    const end = beforeCallOfTest("alpha", context, work).attach?.()
    for (const [index, each] of calls.entries()) {
      for (const hook of hooks) await hook(each, () => Promise.resolve(done.push(`call ${index}`)))
    }
    end?.()
    expect(hooks.size).to.equal(0)
    return done
  }
  const plain = (from: Hex, to?: Hex): ChainCall => ({
    method: "eth_sendTransaction",
    params: [{ from, ...(to === undefined ? {} : { to }) }],
  })

  it("does so once, and before none of the devnet's own accounts, in any case, nor before a deployment", async () => {
    const own = [deployer, watcher, second, sealer].map((account) =>
      plain(account!.address.toLowerCase() as Hex, at(9)),
    )
    expect(await send(...own, plain(user!.address), { method: "eth_call" }, plain(user!.address, at(9)))).to.deep.equal(
      [...["call 0", "call 1", "call 2", "call 3", "call 4", "call 5", "work", "call 6"]],
    )
    expect(await send(plain(user!.address, at(9)), plain(user!.address, at(9)))).to.deep.equal([
      ...["work", "call 0", "call 1"],
    ])
  })

  it("knows who has signed a transaction", async () => {
    const fields = {
      chainId: 1,
      nonce: 0,
      gas: 1n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      type: "eip1559",
    } as const
    const signed = async (account: typeof user, to?: Hex): Promise<ChainCall> => ({
      method: "eth_sendRawTransaction",
      params: [await account!.signTransaction({ ...fields, ...(to === undefined ? {} : { to }) })],
    })
    const calls = [await signed(watcher, at(9)), await signed(user), await signed(user, at(9))]
    expect(await send(...calls)).to.deep.equal(["call 0", "call 1", "work", "call 2"])
  })
})
