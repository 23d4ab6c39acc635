import { expect } from "chai"
import { describe, it } from "mocha"

import { keepTime, openChains } from "#src/devnet/chain/chains.js"

type Request = (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>

describe("keepTime", () => {
  it("keeps a chain as far ahead of the clock as it was at the snapshot, however often it goes back", async () => {
    await using opened = Object.assign(await openChains([{ name: "alpha", chainId: 31_001, slug: 41_001 }]), {
      async [Symbol.asyncDispose]() {
        await opened.close()
      },
    })
    const { provider, publicClient } = opened.chains[0]!
    const request = provider.request.bind(provider) as Request
    const ahead = async (): Promise<number> => {
      await request({ method: "evm_mine" })
      const { timestamp } = await publicClient.getBlock({ blockTag: "latest" })
      return Number(timestamp) - Date.now() / 1_000
    }
    const plain = await request({ method: "evm_snapshot" })
    expect(await request({ method: "evm_revert", params: [plain] })).to.equal(true)
    expect(await ahead()).to.be.within(-2, 1)
    await request({ method: "evm_increaseTime", params: [500] })
    expect(await ahead()).to.be.within(498, 501)
    const later = await request({ method: "evm_snapshot" })
    await request({ method: "evm_increaseTime", params: [70] })
    expect(await ahead()).to.be.within(568, 571)
    await request({ method: "evm_revert", params: [later] })
    expect(await ahead()).to.be.within(498, 501)
    await request({ method: "evm_increaseTime", params: [30] })
    expect(await ahead()).to.be.within(528, 531)
  })

  it("sets the next block's time by the clock after each return, until somebody else sets it", async () => {
    const asked: string[] = []
    let [now, pending] = [1_000_000, 1_100]
    const provider = {
      request: (({ method, params = [] }) => {
        if (method === "eth_getBlockByNumber") return Promise.resolve({ timestamp: `0x${pending.toString(16)}` })
        asked.push(`${method} ${params.join()}`.trim())
        return Promise.resolve(method === "evm_snapshot" ? "0x1" : true)
      }) as Request,
    }
    keepTime(provider as never, { now: () => now })
    const ask = async (method: string, ...params: unknown[]) => await provider.request({ method, params })
    await ask("evm_snapshot")
    now += 40_000
    pending += 300
    await ask("evm_revert", "0x1")
    await ask("eth_call")
    now += 2_000
    await ask("eth_call")
    await ask("eth_chainId")
    await ask("evm_increaseTime", 10)
    await ask("evm_mine")
    await ask("evm_setNextBlockTimestamp", 5_000)
    now += 9_000
    await ask("evm_mine")
    expect(asked).to.deep.equal([
      ...["evm_snapshot", "evm_revert 0x1", "evm_setNextBlockTimestamp 1140", "eth_call"],
      ...["evm_setNextBlockTimestamp 1142", "eth_call", "eth_chainId", "evm_increaseTime 10"],
      ...["evm_setNextBlockTimestamp 1152", "evm_mine", "evm_setNextBlockTimestamp 5000", "evm_mine"],
    ])
  })
})
