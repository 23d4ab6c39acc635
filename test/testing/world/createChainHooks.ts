import { AsyncLocalStorage } from "node:async_hooks"

import { expect } from "chai"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"

import { createChainHooks } from "../../../src/testing/world/hooks.js"

describe("createChainHooks", () => {
  it("notifies of a receipt outside of the request that reads it, so that what a listener begins is no part of it", async () => {
    const isWithin = new AsyncLocalStorage<true>()
    const provider = {
      request: () => Promise.resolve({ status: "0x1" }),
    } as unknown as NetworkConnection["provider"]
    const hooks = createChainHooks()
    await hooks.openWith((_, { attach } = {}) => {
      attach?.("alpha", provider)
      return Promise.resolve({ chains: [], close: () => Promise.resolve() })
    })([])

    const seam = hooks.of("alpha")
    seam.hooks.add((_call, forward) => forward())
    const noted: unknown[] = []
    seam.onReceipt.subscribe((hash) => noted.push([hash, isWithin.getStore()]))
    const read = { method: "eth_getTransactionReceipt", params: ["0x1"] }
    expect(await isWithin.run(true, () => provider.request(read))).to.deep.equal({ status: "0x1" })
    expect(noted).to.deep.equal([["0x1", undefined]])
  })
})
