import { expect } from "chai"
import { describe, it } from "mocha"

import type { OpenChainsFunction, OpenChainsOptions } from "#src/devnet/chain/chains.js"
import { createRequestLog } from "#src/testing/world/createRequestLog.js"

type Provider = Parameters<NonNullable<OpenChainsOptions["attach"]>>[1]

/** A log of the requests to a chain that answers when it is told to, or at once. */
async function open() {
  const log = createRequestLog()
  const waiting: (() => void)[] = []
  const attached: string[] = []
  const provider = {
    request: ({ method }: { method: string }) =>
      method === "slow" ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve(),
  } as unknown as Provider
  const opening: OpenChainsFunction = (_, options) => {
    for (const name of ["alpha", "beta"]) options?.attach?.(name, provider)
    return Promise.resolve({ chains: [], close: () => Promise.resolve() })
  }
  await log.openWith(opening)([], { attach: (name) => attached.push(name) })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  /** By how much the count grows while something is asked. */
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = log.changes()
    await work()
    return log.changes() - before
  }
  return { log, ask, provider, counted, attached, answer: () => waiting.shift()?.() }
}

describe("the log of the requests to the chains of a world", () => {
  it("counts each request when it is asked and when it is answered, and says which are not", async () => {
    const { log, ask, answer, attached } = await open()
    expect(attached).to.deep.equal(["alpha", "beta"])
    const slow = ask("slow")
    // One provider was opened as two chains, so each request passes both.
    expect(log.unanswered()).to.deep.equal(["slow on beta", "slow on alpha"])
    const begun = log.changes()
    answer()
    await slow
    expect([begun, log.changes(), log.unanswered()]).to.deep.equal([2, 4, []])
  })

  it("counts what work asks again only after a chain has changed", async () => {
    const { log, ask, provider, counted } = await open()
    const { signal } = new AbortController()
    const receipt = () => log.during(signal, () => ask("eth_getTransactionReceipt", "0x1"))
    const first = await counted(receipt)
    expect(first).to.equal(4)
    expect([await counted(receipt), await counted(receipt)]).to.deep.equal([0, 0])
    expect(await counted(() => log.during(signal, () => ask("eth_getTransactionReceipt", "0x2")))).to.equal(first)
    for (const change of ["eth_sendRawTransaction", "evm_mine", "hardhat_mine"]) {
      await log.during(signal, () => ask(change))
      expect([await counted(receipt), await counted(receipt)], change).to.deep.equal([first, 0])
    }
    const countedIn = (call: { method: string; params?: unknown[] }) =>
      counted(() => log.during(signal, () => provider.request(call)))
    const method = "eth_accounts"
    expect([await countedIn({ method }), await countedIn({ method, params: [] })]).to.deep.equal([first, 0])
    expect([await counted(() => ask("eth_call")), await counted(() => ask("eth_call"))]).to.deep.equal([first, first])
  })

  it("refuses what work asks once it is given up, and nothing of others", async () => {
    const { log, ask } = await open()
    const stopped = new AbortController()
    const seen = await log.during(stopped.signal, () => {
      stopped.abort(new Error("given up"))
      const refused = ask("eth_call").catch((error: unknown) => (error as Error).message)
      const allowed = log.during(undefined, () => ask("eth_call"))
      return Promise.all([refused, Promise.resolve(log.signal() === stopped.signal), allowed])
    })
    expect(seen).to.deep.equal(["given up", true, undefined])
    expect(log.signal()).to.equal(undefined)
    await ask("eth_call")
  })
})
