import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"

import { receivedMessage } from "#src/messaging/following/messageSource.js"
import { confirmOn, createChainReader } from "#src/messaging/following/withChainFallback.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { srcTxHash } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const switchboard = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const [sent] = readOutboundMessages(outboundLogs(1))
const message = receivedMessage(sent!, srcTxHash)
const clock = createManualClock()
const parameters = { srcChainSlug: 41_001, srcTxHash }

/** A destination that has the message proposed, and executed or not. */
function destination(isExecuted: boolean): Client {
  return createFakeChain({
    logsOf: () => [],
    contracts: {
      [switchboard]: { abi: switchboardAbi, answer: () => true },
      [socket]: {
        abi: socketAbi,
        answer({ functionName }) {
          if (functionName === "messageExecuted") return isExecuted
          if (functionName === "getPlugConfig") return [dstPlug, switchboard, switchboard, capacitor, capacitor]
          return functionName === "packetIdRoots" ? sent!.packedMessage : 1n
        },
      },
    },
  }).client
}
const source = () =>
  createFakeChain({
    receipt: { status: "0x1", logs: outboundLogs(1) },
    logsOf: () => [],
    contracts: { [socket]: { abi: socketAbi, answer: () => 41_002 } },
  }).client
const chain = (client: Client, ...otherNodes: Client[]) => ({ client, socket, name: "beta", otherNodes })

describe("confirmOn", () => {
  const confirm = async (dstOf: Parameters<typeof confirmOn>[0]["dstOf"]) => {
    await confirmOn({ dstOf }, clock)(message)
  }

  it("believes what is said where there is no destination, or it cannot be opened", async () => {
    await confirm(() => Promise.resolve(undefined))
    await confirm(() => Promise.reject(new Error("no such chain")))
  })
})

describe("createChainReader, of a destination with several nodes", () => {
  it("passes on that they disagree, and does not fall back on the source alone", async () => {
    const read = async (other: Client) => {
      const dstOf = () => Promise.resolve(chain(destination(true), other))
      return await clock.run(createChainReader({ src: { client: source(), socket }, dstOf }, clock)(parameters))
    }
    expect((await read(destination(true))).map(({ status }) => status)).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(await failure(read(destination(false)))).to.deep.include({
      ...{ code: "SOURCES_DISAGREE", delivered: "the node of beta", notDelivered: "node 2 of beta" },
    })
  })

  it("is opened again after it could not be", async () => {
    let opened = 0
    const src = () =>
      (opened += 1) < 3 ? Promise.reject(new Error("away")) : Promise.resolve({ client: source(), socket })
    const read = createChainReader({ src, dstOf: () => Promise.resolve(undefined) }, clock)
    expect(await read(parameters)).to.deep.equal([])
    expect(await read(parameters)).to.deep.equal([message])
    expect(await read(parameters)).to.deep.equal([message])
    expect(opened).to.equal(4)
  })
})
