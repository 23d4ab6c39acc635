import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, pad, zeroAddress, zeroHash } from "viem"

import { readDelivery, type ReadDeliveryParameters } from "#src/messaging/facts/readDelivery.js"
import { unpackPacketId } from "#src/messaging/ids.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { ChainViewIn } from "#src/messaging/reading/ChainView.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [message] = readOutboundMessages(outboundLogs(7), { socket })
const { packetId, packedMessage, messageId } = message!
const { packetCount } = unpackPacketId(packetId!)
const [switchboard, other] = [at(0x51), at(0x52)]
const abis = [socketAbi, capacitorAbi, switchboardAbi]

type Played = {
  /** The number of the packet that is sealed next; not said by default. */
  readonly next?: bigint
  /** The block of the log that it was sealed. */
  readonly sealedIn?: number
  readonly isExecuted?: boolean
  /** The block of the log that it was executed, at ten seconds a block. */
  readonly executedIn?: number
  /** The proposals for the plug's switchboard: when, and whether for the message's root. */
  readonly proposed?: readonly (readonly [at: bigint, isOwn: boolean])[]
  /** The counts of those that are allowed. */
  readonly allowed?: readonly number[]
  /** Of those that are not allowed: the counts of the tripped ones, and whether all watchers have attested the root. */
  readonly tripped?: readonly number[]
  readonly isRootValid?: boolean
  readonly own?: Address
}

function viewOf(views: NonNullable<ViewNodeOptions["views"]>, logs: readonly ViewLog[] = []): ChainViewIn {
  const getBlockByNumber = { number: "0x5a", timestamp: "0x384", hash: bytes32(1), transactions: [] }
  const methods = { eth_getBlockByNumber: getBlockByNumber }
  return { client: createViewNode({ abis, views, logs, methods }), socket, blockNumber: 90n, answers: new Map() }
}

function chains(played: Played): Pick<ReadDeliveryParameters, "src" | "dst"> {
  const {
    next,
    sealedIn,
    isExecuted = false,
    executedIn,
    proposed = [],
    allowed = [],
    tripped = [],
    own = switchboard,
  } = played
  const log = (name: "Sealed" | "ExecutionSuccess", block: number): ViewLog => {
    const args = name === "Sealed" ? { transmitter: at(1), packetId } : undefined
    const topics = encodeEventTopics({ abi: socketAbi, eventName: name, args }) as readonly Hex[]
    const types = name === "Sealed" ? ["uint256", "bytes32", "bytes"] : ["bytes32"]
    const values = name === "Sealed" ? [1n, zeroHash, "0x"] : [messageId]
    return {
      address: socket,
      topics,
      block,
      data: encodeAbiParameters(
        types.map((type) => ({ type })),
        values as never,
      ),
    }
  }
  const src = viewOf(
    next === undefined ? {} : { getNextPacketToBeSealed: (to) => [zeroHash, to === capacitor ? next : 0n] },
    sealedIn === undefined ? [] : [log("Sealed", sealedIn)],
  )
  const dst = viewOf(
    {
      messageExecuted: () => isExecuted,
      getPlugConfig: () => [srcPlug, own, other, at(3), at(4)],
      proposalCount: () => BigInt(proposed.length),
      packetIdRoots: (_, [, count, board]) =>
        board !== switchboard ? zeroHash : proposed[Number(count)]![1] ? packedMessage : pad("0x9"),
      rootProposedAt: (_, [, count]) => proposed[Number(count)]![0],
      allowPacket: (_, [, , count]) => allowed.includes(Number(count)),
      isProposalTripped: (_, [id, count]) => id === packetId && tripped.includes(Number(count)),
      isRootValid: (_, [root]) => root === packedMessage && played.isRootValid === true,
    },
    executedIn === undefined ? [] : [log("ExecutionSuccess", executedIn)],
  )
  return { src, dst }
}

const read = async (played: Played, more: Partial<ReadDeliveryParameters> = {}, one = message!) => {
  const { status, executionTxHash } = await readDelivery(one, {
    ...{ ...chains(played), fromBlock: 10n, wasProposed: false },
    ...more,
  })
  return executionTxHash === null ? status : [status, Number(executionTxHash)]
}

describe("readDelivery", () => {
  it("is proposed with its own root for the plug's switchboard, and verified once one of them is allowed", async () => {
    const next = packetCount + 1n
    expect(await read({ next, proposed: [[500n, false]] })).to.equal("SEALED")
    expect(await read({ next, proposed: [[500n, true]], own: other })).to.equal("SEALED")
    expect(await read({ next, proposed: [[500n, true]], own: zeroAddress })).to.equal("SEALED")
    expect(
      await read({
        proposed: [
          [500n, false],
          [500n, true],
        ],
        allowed: [0],
      }),
    ).to.equal("PROPOSED")
    expect(
      await read({
        proposed: [
          [500n, true],
          [600n, true],
        ],
        allowed: [1],
      }),
    ).to.equal("VERIFIED")
    expect(
      await read({ proposed: [[500n, true]], allowed: [0] }, { dst: undefined, src: chains({ next }).src }),
    ).to.equal("SEALED")
  })

  it("is delivered where it was executed, unless another message with its id was before it was proposed", async () => {
    const executed = { isExecuted: true, executedIn: 80, next: packetCount + 1n }
    expect(await read({ ...executed, proposed: [[900n, true]] })).to.deep.equal(["EXECUTION_SUCCESS", 1_080])
    expect(await read({ ...executed, proposed: [[901n, true]] })).to.equal("PROPOSED")
    expect(
      await read({
        ...executed,
        proposed: [
          [901n, true],
          [900n, true],
        ],
      }),
    ).to.deep.equal([...["EXECUTION_SUCCESS", 1_080]])
    expect(await read(executed)).to.equal("SEALED")
    // Its proposals cannot all be known, or its packet is not.
    expect(await read({ ...executed, proposed: [[5n, false]] })).to.deep.equal(["EXECUTION_SUCCESS", 1_080])
    expect(await read(executed, {}, { ...message!, packetId: null })).to.deep.equal(["EXECUTION_SUCCESS", 1_080])
    expect(await read({ isExecuted: true, proposed: [[901n, true]] })).to.equal("EXECUTION_SUCCESS")
    expect(await read({ isExecuted: true }, { wasProposed: true })).to.equal("EXECUTION_SUCCESS")
    expect(await read({ proposed: [[5n, true]] }, { wasProposed: true })).to.equal("PROPOSED")
  })
})
