import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, zeroAddress, zeroHash } from "viem"

import { createChainMessages } from "#src/messaging/following/createChainMessages.js"
import { waitForMessages } from "#src/messaging/following/watchMessages.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const [own, other]: [Address, Address] = [
  "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707",
  "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9",
]
const [sent] = readOutboundMessages(outboundLogs(4))
const right = sent!.packedMessage

type Played = {
  /** The root and switchboard of each proposal of the packet. */
  proposals?: readonly (readonly [root: Hex, switchboard: Address])[]
  isExecuted?: boolean
  allowPacket?: () => boolean
  capacitorSlug?: number
  /** The destination plug's switchboard. */
  switchboard?: Address
}

/** Reads the message whose destination is played like this. */
async function read(played: Played) {
  const {
    proposals = [],
    isExecuted = false,
    allowPacket = () => false,
    capacitorSlug = 41002,
    switchboard = own,
  } = played
  const src = createFakeChain({
    receipt: { status: "0x1", logs: outboundLogs(4), blockNumber: "0x1" } as never,
    logsOf: () => [],
    contracts: { [socket]: { abi: socketAbi, answer: () => capacitorSlug } },
  })
  const dst = createFakeChain({
    contracts: {
      [own]: { abi: switchboardAbi, answer: allowPacket },
      [socket]: {
        abi: socketAbi,
        answer({ functionName, args }) {
          const [, index, of] = args as [Hex, bigint, Address]
          const [root, at] = proposals[Number(index)] ?? [zeroHash, zeroAddress]
          switch (functionName) {
            case "messageExecuted":
              return isExecuted
            case "getPlugConfig":
              return [dstPlug, switchboard, switchboard, capacitor, capacitor]
            case "proposalCount":
              return BigInt(proposals.length)
            case "packetIdRoots":
              return of === at ? root : zeroHash
            default:
              return 7n
          }
        },
      },
    },
  })
  const source = createChainMessages({
    src: { client: src.client, socket },
    dstOf: () => Promise.resolve({ client: dst.client, socket }),
  })
  const [message] = await source.getMessages({ srcChainSlug: 41001, srcTxHash: bytes32(0x5e47) })
  return message!
}

describe("createChainMessages", () => {
  it("has a message that was sent, with what its log says of it", async () => {
    expect(await read({})).to.deep.include({
      status: "RECEIVED",
      messageId: bytes32(4),
      packetId: sent!.packetId,
      to: { dstChainSlug: 41002, destPlug: dstPlug },
      outboundTx: bytes32(0x5e47),
      inboundTx: null,
    })
  })

  it("counts a proposal of the message's own root for the plug's own switchboard, whatever came before or after it", async () => {
    const wrong = bytes32(9)
    expect(await read({ proposals: [[wrong, own]] })).to.include({ status: "RECEIVED" })
    expect(await read({ proposals: [[right, other]] })).to.include({ status: "RECEIVED" })
    expect(await read({ proposals: [[right, own]], switchboard: zeroAddress })).to.include({ status: "RECEIVED" })
    for (const proposals of [
      [[right, own]],
      [
        [wrong, own],
        [right, own],
      ],
      [
        [right, own],
        [right, other],
        [wrong, own],
      ],
    ] as const) {
      expect(await read({ proposals })).to.include({ status: "PROPOSED" })
    }
  })

  it("is verified when the switchboard allows the packet, which one that reverts does not", async () => {
    const proposals = [[right, own]] as const
    expect(await read({ proposals, allowPacket: () => true })).to.include({ status: "VERIFIED" })
    const allowPacket = (): never => {
      throw revert()
    }
    expect(await read({ proposals, allowPacket })).to.include({ status: "PROPOSED" })
  })

  it("is delivered when the socket says so, even if no log shows where", async () => {
    const message = await read({ isExecuted: true, proposals: [[right, own]] })
    expect(message.status).to.equal("EXECUTION_SUCCESS")
    expect(message.executionDetails).to.deep.include({
      isExecuted: true,
      inboundStatus: "SUCCESS",
      executionTxHash: null,
    })
  })

  it("believes no capacitor that the socket does not know", async () => {
    expect(await read({ capacitorSlug: 0, proposals: [[right, own]] })).to.include({
      packetId: null,
      status: "RECEIVED",
    })
  })

  it("ends a wait for a transaction that sent nothing", async () => {
    const { client } = createFakeChain({ receipt: { status: "0x0", logs: [] } })
    const source = createChainMessages({ src: { client, socket }, dstOf: () => Promise.resolve(undefined) })
    const waiting = waitForMessages(source, { srcChainSlug: 41001, srcTxHash: bytes32(1) })
    expect(await rejection(waiting)).to.include({
      code: "NOTHING_TO_FOLLOW",
      shortMessage: "There is nothing to follow: the transaction reverted, so it sent no message.",
    })
  })

  it("has no message of a transaction that is not mined, and names a node that fails", async () => {
    const source = (chain: ReturnType<typeof createFakeChain>) =>
      createChainMessages({ src: { client: chain.client, socket }, dstOf: () => Promise.resolve(undefined) })
    const subject = { srcChainSlug: 41001, srcTxHash: bytes32(1) }
    expect(await source(createFakeChain({ receipt: null })).getMessages(subject)).to.deep.equal([])
    const down = Object.assign(new Error("down"), { code: -32_000 })
    for (const method of ["eth_getTransactionReceipt", "eth_getBlockByNumber"]) {
      const failing = source(createFakeChain({ broken: { [method]: down } }))
      expect(await rejection(failing.getMessages(subject)), method).to.include({ code: "NODE_FAILED" })
    }
  })
})
