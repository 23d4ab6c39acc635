import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { createListeners } from "../../../src/primitives/lifetime/createListeners.js"
import { historyOf } from "../../../src/testing/faults/kinds/BlockHistory.js"
import type { ChainRequest } from "../../../src/testing/world/hooks.js"

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
})
