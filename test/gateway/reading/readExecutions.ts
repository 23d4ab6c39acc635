import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address, Hex } from "viem"
import { encodeAbiParameters, encodeEventTopics, numberToHex } from "viem/utils"

import { gatewaySocketAbi } from "#src/gateway/onchain/watcherAbi.js"
import { readExecutions } from "#src/gateway/reading/readRequests.js"
import type { PayloadFacts, ReachedChain, RequestFacts } from "#src/gateway/reading/types.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const socket: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const stranger: Address = "0x00000000000000000000000000000000DeaDBeef"
const [first, second, read, unfinalized] = [1, 2, 3, 4].map(bytes32) as [Hex, Hex, Hex, Hex]

function executedLog(address: Address, payloadId: Hex, gasUsed: bigint): object {
  const event = { abi: gatewaySocketAbi, eventName: "PayloadExecuted" } as const
  return {
    address: address.toLowerCase(),
    topics: encodeEventTopics({ ...event, args: { payloadId } }),
    data: encodeAbiParameters([{ type: "bytes" }, { type: "uint256" }], [numberToHex(gasUsed, { size: 1 }), gasUsed]),
    blockNumber: numberToHex(gasUsed),
    transactionHash: bytes32(Number(gasUsed)),
    logIndex: "0x0",
  }
}

/** The logs of each chain. */
const logs: Readonly<Record<number, readonly object[]>> = {
  7: [executedLog(stranger, first, 66n), executedLog(socket, first, 10n)],
  900: [executedLog(stranger, second, 77n), executedLog(socket, unfinalized, 88n)],
}

const requests = [
  { payloads: [payloadOf(first, 7), payloadOf(second, 900)] },
  { payloads: [payloadOf(read, 7, { callType: "READ" }), payloadOf(unfinalized, 900, { finalized: null })] },
] as unknown as readonly RequestFacts[]

function payloadOf(payloadId: Hex, chainSlug: number, more: Partial<PayloadFacts> = {}): Partial<PayloadFacts> {
  return { payloadId, chainSlug, callType: "WRITE", finalized: {} as never, executed: null, ...more }
}

/** The gas of each execution that is found, by payload. */
async function gasOf(chainOf: (slug: number) => Partial<ReachedChain> | undefined): Promise<(bigint | undefined)[]> {
  const found = await readExecutions(requests, (slug) => Promise.resolve(chainOf(slug) as ReachedChain | undefined))
  return found.flatMap(({ payloads }) => payloads.map(({ executed }) => executed?.gasUsed ?? undefined))
}

describe("readExecutions", () => {
  const clientOf = (slug: number, own = socket) => {
    const logsOf = (filter: { topics: readonly unknown[] }) => {
      const { topics } = filter
      const asked = slug === 7 ? [first] : [second]
      expect(topics, "what was finalized for this chain, and no reads").to.deep.equal([null, asked])
      return honestLogs(logs[slug]!, filter)
    }
    return { client: createFakeChain({ logsOf, newestBlock: 100n }).client, slug, socket: own }
  }

  it("takes what the chain's own socket logs, and no other contract's word", async () => {
    expect(await gasOf((slug) => clientOf(slug))).to.deep.equal([10n, undefined, undefined, undefined])
    expect(await gasOf((slug) => clientOf(slug, stranger))).to.deep.equal([66n, 77n, undefined, undefined])
  })

  it("takes the transactions of the API where the node searches nothing, and only the socket's logs in them", async () => {
    const { client } = createFakeChain({ receipt: { status: "0x1", logs: logs[7]! } })
    const reported = { executeDetails: { executeTxHash: bytes32(9) } } as PayloadFacts["reported"]
    const payload = payloadOf(first, 7, { reported }) as PayloadFacts
    const chain = { client, slug: 7, name: "alpha", socket }
    const [found] = await readExecutions([{ payloads: [payload] } as unknown as RequestFacts], () =>
      Promise.resolve(chain),
    )
    expect(found!.payloads[0]!.executed).to.deep.include({ gasUsed: 10n, returnData: "0x0a" })
    expect(found!.payloads[0]!.executed!.mined).to.include({ transactionHash: bytes32(10) })
  })

  it("finds nothing on a chain that is not reached, and the rest on the others", async () => {
    const found = await gasOf((slug) => (slug === 7 ? clientOf(7) : undefined))
    expect(found).to.deep.equal([10n, undefined, undefined, undefined])
  })

  it("finds nothing on a chain whose socket is not known, and asks nothing of it", async () => {
    const client = createFakeChain({ logsOf: () => expect.fail("it was asked") }).client
    expect(await gasOf((slug) => ({ client, slug, socket: undefined }))).to.deep.equal([
      ...[undefined, undefined, undefined, undefined],
    ])
  })
})
