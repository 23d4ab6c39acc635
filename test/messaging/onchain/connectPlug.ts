import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, getAbiItem, parseAbi, zeroAddress } from "viem"
import { encodeFunctionData } from "viem/utils"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { connectPlug } from "#src/messaging/onchain/connectPlug.js"
import type { ReadableLog } from "#src/messaging/onchain/events.js"
import type { WrongContractError } from "#src/onchain/callErrors.js"
import { account, createFakeChain, type FakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const switchboard = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const connection = { plug: srcPlug, siblingChainSlug: 41002, sibling: dstPlug, switchboard } as const
const nobody = [zeroAddress, zeroAddress, zeroAddress, zeroAddress, zeroAddress]

function chainWith(config: readonly string[], refuses?: Error, logs?: readonly ReadableLog[]): FakeChain {
  return createFakeChain({
    contracts: {
      [socket]: { abi: socketAbi, answer: () => config },
      [srcPlug]: {
        abi: [...plugAbi, ...parseAbi(["function setSocketConfig(uint32, address, address)"])],
        effectsOf: () => ({ logs: logs ?? [], refund: 0n }),
        answer({ functionName }) {
          if (functionName === "socket" || functionName === "owner") return socket
          if (refuses !== undefined) throw refuses
          return undefined
        },
      },
    },
    receipt: { status: "0x1", logs: [] },
    canTrace: logs !== undefined,
  })
}

describe("connectPlug", () => {
  it("passes on the sibling and the switchboard, and waits for the transaction", async () => {
    const { client, sent } = chainWith(nobody)
    expect(await connectPlug(client, client, connection)).to.deep.equal({ hash: bytes32(0x5e47) })
    const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args: [41002, dstPlug, switchboard] })
    expect(sent).to.deep.equal([{ to: srcPlug, data, value: 0n }])
  })

  it("says which call it is, and sends none that the node does not show, but of the standard function", async () => {
    const { client, sent } = chainWith(nobody)
    const shown: unknown[] = []
    await connectPlug(client, client, { ...connection, onCall: (call) => shown.push(call.signature) })
    expect(shown).to.deep.equal(["connect(uint32,address,address)"])
    const other = { ...connection, signature: "link(uint32 slug, address sibling, address switchboard)" }
    expect(await rejection(connectPlug(client, client, other))).to.include({ code: "CALL_NOT_SHOWN" })
    expect(sent).to.have.length(1)
  })

  it("reads whether a function that was named has made the connection", async () => {
    const made = [dstPlug, switchboard, switchboard, capacitor, capacitor]
    const named = [
      { signature: "connect(uint32 slug, address sibling, address switchboard)" },
      { abi: plugAbi, functionName: "connect" },
    ]
    for (const way of named) {
      const { client } = chainWith(nobody)
      const error = await rejection(connectPlug(client, client, { ...connection, ...way }))
      expect(error).to.include({ code: "CONNECTION_NOT_MADE", hash: bytes32(0x5e47) })
      expect(error).to.have.property("message").that.contains("although connect was called")
      const config: string[] = [...nobody]
      const chain = chainWith(config)
      const onSubmitted = () => void config.splice(0, 5, ...made)
      const connected = connectPlug(chain.client, chain.client, { ...connection, ...way, onSubmitted })
      expect(await connected).to.deep.equal({ hash: bytes32(0x5e47) })
    }
  })

  it("sends nothing if the plug is already connected in this way", async () => {
    const { client, sent } = chainWith([dstPlug, switchboard, switchboard, capacitor, capacitor])
    expect(await connectPlug(client, client, connection)).to.deep.equal({ hash: undefined })
    expect(sent).to.deep.equal([])
  })

  it("disconnects, and sends nothing if the plug has no connection", async () => {
    const { client, sent } = chainWith([dstPlug, switchboard, switchboard, capacitor, capacitor])
    await connectPlug(client, client, { ...connection, sibling: "none" })
    const data = encodeFunctionData({ abi: plugAbi, functionName: "connect", args: [41002, zeroAddress, switchboard] })
    expect(sent).to.deep.equal([{ to: srcPlug, data, value: 0n }])
    const none = chainWith([zeroAddress, switchboard, switchboard, zeroAddress, zeroAddress])
    expect(await connectPlug(none.client, none.client, { ...connection, sibling: "none" })).to.deep.equal({
      hash: undefined,
    })
  })

  it("sends nothing for a plug of another socket than the given one", async () => {
    const { client, sent } = chainWith(nobody)
    const error = await rejection(connectPlug(client, client, { ...connection, socket: capacitor }))
    expect([(error as WrongContractError).code, sent]).to.deep.equal(["WRONG_SOCKET", []])
    await connectPlug(client, client, { ...connection, socket })
    expect(sent).to.have.length(1)
  })

  it("refuses invalid parameters by name, and sends no request", async () => {
    for (const [argument, value] of [
      ["plug", zeroAddress],
      ["siblingChainSlug", 1.5],
      ["sibling", "0x12"],
      ["switchboard", zeroAddress],
    ] as const) {
      const { client, calls } = chainWith(nobody)
      const error = await rejection(connectPlug(client, client, { ...connection, [argument]: value }))
      expect(error).to.include({ code: "INVALID_INPUT", argument })
      expect(calls).to.deep.equal([])
    }
  })

  it("says that a function of the plug's own has not connected it, though it was shown to", async () => {
    const signature = "setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard)"
    const shown = [srcPlug, 41002, dstPlug, switchboard, switchboard, capacitor, capacitor] as const
    const data = encodeAbiParameters(getAbiItem({ abi: socketAbi, name: "PlugConnected" }).inputs, shown)
    const log = { address: socket, topics: encodeEventTopics({ abi: socketAbi, eventName: "PlugConnected" }), data }
    const { client: node, sent } = chainWith(nobody, undefined, [log as ReadableLog])
    const storage = { pre: {}, post: {} }
    const { client } = fakeNode((asked) => (JSON.stringify(asked).includes("prestateTracer") ? storage : undefined), {
      account,
      behind: node,
    })
    const error = await rejection(connectPlug(client, client, { ...connection, signature }))
    expect(error).to.include({ code: "CONNECTION_NOT_MADE" })
    expect(sent).to.have.length(1)
  })
})
