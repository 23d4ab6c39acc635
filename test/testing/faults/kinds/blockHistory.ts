import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { historyOf } from "#src/testing/faults/kinds/BlockHistory.js"
import type { ChainHook, ChainRequest } from "#src/testing/world/hooks.js"

describe("the block history of a chain", () => {
  it("leaves out blocks that a reorg removes while they are read", async () => {
    const { provider } = await hre.network.create()
    const snapshot: unknown = await provider.request({ method: "evm_snapshot" })
    await provider.request({ method: "hardhat_mine", params: ["0x3"] })
    const request: ChainRequest = async (call) => {
      const isSecond = call.method === "eth_getBlockByNumber" && (call.params as readonly unknown[])[0] === "0x2"
      if (isSecond) await provider.request({ method: "evm_revert", params: [snapshot] })
      return (await provider.request(call)) as unknown
    }
    const history = historyOf({ request, hooks: new Set(), onReceipt: createListeners() })
    expect((await history.newest(3)).map(({ number }) => number)).to.deep.equal(["0x1"])
  })

  it("asks the chain for nothing where a request mines nothing", async () => {
    const asked: string[] = []
    const request: ChainRequest = (call) => {
      asked.push(call.method)
      return Promise.resolve({ number: "0x9", timestamp: "0x9" })
    }
    const hooks = new Set<ChainHook>()
    historyOf({ request, hooks, onReceipt: createListeners() }).keep(2)
    const [hook] = hooks
    for (const method of ["eth_call", "eth_getBlockByNumber", "evm_snapshot", "evm_revert"]) {
      expect(await hook?.({ method, params: [] }, () => Promise.resolve(method))).to.equal(method)
    }
    expect(asked).to.deep.equal([])
  })

  it("leaves a snapshot of another usable, also after a request that was under way when it was not kept any more", async () => {
    const { provider } = await hre.network.create({ override: { allowBlocksWithSameTimestamp: true } })
    const request: ChainRequest = async (call) => (await provider.request(call)) as unknown
    const hooks = new Set<ChainHook>()
    const history = historyOf({ request, hooks, onReceipt: createListeners() })
    const mine = { method: "evm_mine", params: [] } as const
    const [mined, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const end = history.keep(2)
    const underWay = [...hooks][0]!(mine, async () => {
      const answer: unknown = await request(mine)
      mined.resolve(undefined)
      await goOn.promise
      return answer
    })
    await mined.promise
    end()
    goOn.resolve(undefined)
    await underWay
    for (let block = 0; block < 3; block += 1) await request(mine)
    const snapshot: unknown = await provider.request({ method: "evm_snapshot" })
    history.keep(2)
    await [...hooks][0]!(mine, () => request(mine))
    await history.goBack(2)
    expect(await provider.request({ method: "evm_revert", params: [snapshot] })).to.equal(true)
  })

  it("goes back by as many blocks as it is told to, again and again, and mines none for that", async () => {
    const { provider } = await hre.network.create({ override: { allowBlocksWithSameTimestamp: true } })
    const asked: string[] = []
    const request: ChainRequest = async (call) => {
      asked.push(call.method)
      return (await provider.request(call)) as unknown
    }
    const hooks = new Set<ChainHook>()
    const history = historyOf({ request, hooks, onReceipt: createListeners() })
    const end = history.keep(3)
    const mine = { method: "evm_mine", params: [] } as const
    for (let block = 0; block < 4; block += 1) await [...hooks][0]!(mine, () => request(mine))
    const numbers = async (blocks: number) => (await history.goBack(blocks)).map(({ number }) => Number(number))
    asked.length = 0
    const [first] = await numbers(1)
    expect(await numbers(2)).to.deep.equal([first! - 2, first! - 1])
    expect(asked).to.not.include("evm_mine")
    end()
    expect(hooks.size).to.equal(0)
  })

  it("does not go back where the chain has lost the snapshot, or there is none as old", async () => {
    const answers: Record<string, unknown> = { evm_snapshot: "0x1", evm_revert: false }
    const request: ChainRequest = ({ method, params }) => {
      const [block] = (params ?? []) as readonly unknown[]
      return Promise.resolve(answers[method] ?? { number: block === "latest" ? "0x3" : block, timestamp: "0x9" })
    }
    const goBack = async (blocks: number) => {
      const history = historyOf({ request, hooks: new Set(), onReceipt: createListeners() })
      history.keep(0)
      return await history.goBack(blocks).catch((error: unknown) => String(error))
    }
    expect(await goBack(0)).to.equal("Error: the snapshot of block 3 is gone")
    expect(await goBack(1)).to.equal("Error: no snapshot 1 blocks before block 3")
  })
})
