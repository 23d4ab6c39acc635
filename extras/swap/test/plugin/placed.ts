import { expect } from "chai"
import { describe, it } from "mocha"

import { placed, type SwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import type { SwapRecord } from "#extras/swap/src/reading/types.js"

/** The folders that these chains have now. */
const chains = {
  folderOf: (chainId: number) => Promise.resolve({ 1: "1-new", 2: "2-same" }[chainId]),
} as unknown as SwapChains

describe("placed", () => {
  it("tells a record of a chain that was started again, by the chain of its swap or else of its deposit", async () => {
    const entry = (chainId: number, folder: string) => ({ folder: `/x/${folder}`, entry: { chainId } })
    const deposit = (originChainId: number, folder: string) => ({
      folder: `/x/${folder}`,
      deposit: { request: { originChainId } },
    })
    for (const [record, isOfAnotherChain] of [
      [entry(1, "1-old"), true],
      [entry(1, "1-new"), false],
      [entry(3, "3-any"), false],
      [deposit(2, "2-same"), false],
      [deposit(2, "2-old"), true],
      [{ ...deposit(2, "1-new"), ...entry(1, "1-new") }, false],
      [{ folder: "/x/y" }, undefined],
    ] as const) {
      const found = await placed(record as unknown as SwapRecord, chains)
      expect(found, JSON.stringify(record)).to.deep.equal(
        isOfAnotherChain === undefined ? record : { ...record, isOfAnotherChain },
      )
    }
    expect(await placed(undefined, chains)).to.equal(undefined)
  })
})
