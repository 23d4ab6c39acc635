import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, numberToHex } from "viem"

import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { readDefaultMaxFee } from "#src/messaging/onchain/readDefaultMaxFee.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { capacitor, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

/** Messages whose logs show 3 wei for the switchboard. */
const messages = (count: number) =>
  readOutboundMessages(Array.from({ length: count }, (_, index) => outboundLogs(index + 1)).flat())
const chainAt = (price: bigint) => createFakeChain({ contracts: { [socket]: fakeSocket(price) } })

describe("S-13 readDefaultMaxFee", () => {
  it("is twice what the socket charges for all messages together", async () => {
    const { client } = chainAt(1_000n)
    expect(await readDefaultMaxFee(client, messages(3))).to.deep.equal({ maxFee: 6_000n, minFees: 3_000n })
    expect(await readDefaultMaxFee(client, [])).to.deep.equal({ maxFee: 0n, minFees: 0n })
  })

  it("reads a price once for all messages that have it", async () => {
    const { client, calls } = chainAt(1_000n)
    await readDefaultMaxFee(client, messages(50))
    expect(calls.map(({ functionName }) => functionName)).to.have.members(["getMinFees", "getPlugConfig", "getMinFees"])
  })

  it("counts the switchboard's part as much as the rest at most, also on a node that ignores replaced code", async () => {
    expect(await readDefaultMaxFee(chainAt(6n).client, messages(1))).to.include({ maxFee: 12n })
    expect(await readDefaultMaxFee(chainAt(4n).client, messages(1))).to.include({ maxFee: 4n, minFees: 4n })
    expect(await readDefaultMaxFee(chainAt(2n).client, messages(1))).to.include({ maxFee: 0n })
  })

  it("counts what the socket charges where the switchboard is replaced by one that charges nothing", async () => {
    const { client } = chainAt(100n)
    const overrides: unknown[] = []
    /** A node that replaces code, where the socket then charges so much. */
    const limitAt = async (free: bigint) => {
      const { client: node } = fakeNode(
        ({ params: [, , replaced] }) => {
          if (replaced === undefined) return undefined
          overrides.push(replaced)
          return numberToHex(free, { size: 32 })
        },
        { behind: client },
      )
      return await readDefaultMaxFee(node, messages(1))
    }
    expect(await limitAt(10n)).to.deep.equal({ maxFee: 40n, minFees: 100n })
    expect(await limitAt(49n)).to.deep.equal({ maxFee: 196n, minFees: 100n })
    expect(await limitAt(90n)).to.deep.equal({ maxFee: 200n, minFees: 100n })
    // The log shows 3 for the switchboard.
    expect(overrides[0]).to.deep.equal({ [capacitor]: { code: "0x60406000f3" } })
  })

  it("does without replaced code on a node that refuses it", async () => {
    const { client } = chainAt(6n)
    const strict = createClient({
      transport: custom(
        {
          request: ({ method, params }: { method: string; params: unknown[] }) =>
            params.length > 2
              ? Promise.reject(Object.assign(new Error("too many arguments"), { code: -32_602 }))
              : client.request({ method, params } as never),
        },
        { retryCount: 0 },
      ),
    })
    expect(await readDefaultMaxFee(strict, messages(1))).to.include({ maxFee: 12n, minFees: 6n })
  })
})
