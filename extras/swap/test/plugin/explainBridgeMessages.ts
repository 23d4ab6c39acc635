import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { explainBridgeMessages } from "#extras/swap/src/plugin/explainProjectSwap.js"
import type { SwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { systemClock } from "#src/primitives/clock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

type Given = {
  readonly chainId?: number
  readonly isRead?: boolean
  /** Whose the logs are; `null` for none. */
  readonly emitter?: Address | null
  readonly isMined?: boolean
}

describe("explainBridgeMessages", () => {
  /** Explains a transaction of the chain 41001, whose socket is known, or of the chain 7, which has none. */
  async function explain({ chainId = 41_001, isRead = true, emitter = socket, isMined = true }: Given = {}) {
    const logs = emitter === null ? [] : outboundLogs(3, { emitter })
    const asked: number[] = []
    const { client } = fakeNode({
      eth_getTransactionReceipt: () => (isMined ? { status: "0x1", blockNumber: "0x5", logs } : null),
    })
    const entryOf = (id: number) => (id === 7 ? undefined : { name: "alpha", slug: 5, network: "alpha" })
    const find = (slug: number) => {
      asked.push(slug)
      return Promise.resolve(isRead ? { client, socket } : undefined)
    }
    const options = { swapChains: { entryOf } as unknown as SwapChains, opened: { find } as unknown as Chains }
    const hre = { config: { plugs: { chains: {} } } } as never
    const work = explainBridgeMessages(hre, { ...options, clock: systemClock })
    const { signal } = new AbortController()
    return { found: await work({ chain: { chainId } as never, txHash: bytes32(9), signal }), asked }
  }

  it("leaves out a chain that is not configured or cannot be read, and a transaction that is not mined or sent no message", async () => {
    expect(await explain({ chainId: 7 })).to.deep.equal({ found: undefined, asked: [] })
    for (const given of [{ isRead: false }, { isMined: false }, { emitter: null }, { emitter: at(9) }]) {
      expect(await explain(given), JSON.stringify(given)).to.deep.equal({ found: undefined, asked: [5] })
    }
  })
})
