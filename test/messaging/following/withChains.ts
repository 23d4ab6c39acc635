import { expect } from "chai"
import { describe, it } from "mocha"

import { receivedMessage } from "../../../src/messaging/following/messageSource.js"
import { withChains, type WithChainsOptions } from "../../../src/messaging/following/withChains.js"
import type { Message, MessageStatus, OutboundMessage } from "../../../src/messaging/index.js"
import { failure } from "../../fixtures/failure.js"
import { createFakeMessaging, notFound } from "../../fixtures/servers/messagingApi.js"

const srcTxHash = `0x${"ab".repeat(32)}` as const
const sent: OutboundMessage = {
  messageId: `0x${"01".repeat(32)}`,
  packetId: null,
  packedMessage: `0x${"02".repeat(32)}`,
  srcChainSlug: 41001,
  srcPlug: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  dstChainSlug: 41002,
  dstPlug: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  minMsgGasLimit: 100_000n,
  executionParams: "0x",
  transmissionParams: "0x",
  payload: "0x",
  fees: { transmissionFees: 0n, executionFee: 0n, switchboardFees: 0n },
  socket: "0x8464135c8F25Da09e49BC8782676a84730C318bC",
  transactionHash: srcTxHash,
  logIndex: 0,
}
const parameters = { srcChainSlug: 41001, srcTxHash }

const received = receivedMessage(sent, srcTxHash)
const inState = (status: MessageStatus, message: Message = received): Message => ({ ...message, status })
const none = (): Promise<Message[]> => Promise.resolve([])
const unreachable = new TypeError("fetch failed")

/** Follows at an API that answers so in turn, beside chains that do. What is told is collected. */
function follow(answers: Parameters<typeof createFakeMessaging>, options: Partial<WithChainsOptions> = {}) {
  const { client, clock } = createFakeMessaging(...answers)
  const told: unknown[] = []
  const source = withChains(client, {
    readChains: none,
    onUnknown: (isUnknown, meanwhile) => told.push(meanwhile === undefined ? isUnknown : "on the chains"),
    onTrouble: (error, meanwhile) => told.push([(error as { code?: string } | undefined)?.code, meanwhile]),
    ...options,
  })
  return { told, clock, read: async () => await source.getMessages(parameters) }
}

/** What chains answer in turn; the last one again. */
function chains(...answers: (readonly Message[])[]): WithChainsOptions["readChains"] {
  let asked = 0
  return () => Promise.resolve([...answers[Math.min(asked++, answers.length - 1)]!])
}

describe("withChains", () => {
  it("reports what was sent as received while neither the API nor a chain knows the transaction", async () => {
    const { read, told } = follow([() => notFound()], { sent: [sent] })
    expect(await read()).to.deep.equal([received])
    expect(told).to.deep.equal([true])
  })

  it("reads the chains while the API does not know the transaction, and says so", async () => {
    for (const known of [[sent], undefined]) {
      const readChains = chains([received], [inState("EXECUTION_SUCCESS")])
      const { read, told } = follow([() => notFound(), []], { sent: known, readChains })
      expect(await read()).to.deep.equal([received])
      expect(await read()).to.deep.equal([inState("EXECUTION_SUCCESS")])
      expect(told).to.deep.equal(["on the chains", "on the chains"])
    }
  })

  it("asks no chain while the API knows every message that was sent", async () => {
    const readChains = (): never => {
      throw new Error("asked")
    }
    const { read, told } = follow([[inState("SEALED")]], { sent: [sent], readChains })
    expect(await read()).to.have.length(1)
    expect(told).to.deep.equal([false])
  })

  it("reads the chains for a message that the API leaves out, or reports with other ends", async () => {
    const other = { ...sent, messageId: `0x${"03".repeat(32)}` as const }
    const delivered = inState("EXECUTION_SUCCESS", receivedMessage(other, srcTxHash))
    const { read } = follow([[inState("PROPOSED"), { ...delivered, to: { ...delivered.to, dstChainSlug: 7 } }]], {
      sent: [sent, other],
      readChains: chains([inState("SEALED"), delivered]),
    })
    expect((await read()).map(({ status }) => status)).to.deep.equal(["PROPOSED", "EXECUTION_SUCCESS"])
  })

  it("reads the chains while the API does not answer, says so, and that it answers again", async () => {
    const down = () => {
      throw unreachable
    }
    const { read, told } = follow(
      [[inState("SEALED")], down, () => new Response("", { status: 503 }), [inState("VERIFIED")]],
      {
        readChains: chains([inState("PROPOSED")]),
      },
    )
    const states = [await read(), await read(), await read(), await read()].map(([message]) => message?.status)
    expect(states).to.deep.equal(["SEALED", "PROPOSED", "PROPOSED", "VERIFIED"])
    const meanwhile = "Its messages are followed on the chains themselves."
    expect(told).to.deep.equal([
      false,
      ["UNREACHABLE", meanwhile],
      ["HTTP_STATUS", meanwhile],
      [undefined, undefined],
      false,
    ])
  })

  it("never goes back because the other one of the two was asked", async () => {
    const reverting = { ...inState("INBOUND_REVERTING"), inboundTx: srcTxHash }
    const { read } = follow([() => notFound(), [inState("RECEIVED")], [reverting], () => notFound()], {
      readChains: chains([inState("PROPOSED")], [inState("PROPOSED")], [inState("VERIFIED")]),
    })
    const states = [await read(), await read(), await read(), await read()].map(([message]) => message?.status)
    expect(states).to.deep.equal(["PROPOSED", "PROPOSED", "INBOUND_REVERTING", "INBOUND_REVERTING"])
  })

  it("reads the chains once a minute while the API tells nothing new, and says that it is behind", async () => {
    let asked = 0
    const readChains = () => {
      asked += 1
      return Promise.resolve([asked === 1 ? received : inState("EXECUTION_SUCCESS")])
    }
    const { read, told, clock } = follow([[received]], { readChains })
    const states: (string | undefined)[] = []
    for (const passed of [0, 30_000, 31_000, 30_000, 31_000]) {
      await clock.advance(passed)
      states.push((await read())[0]?.status)
    }
    expect(states).to.deep.equal(["RECEIVED", "RECEIVED", "RECEIVED", "RECEIVED", "EXECUTION_SUCCESS"])
    expect(asked).to.equal(3)
    expect(told.at(-2)).to.deep.equal([undefined, "Its messages are followed on the chains themselves."])
  })

  it("passes on why the API does not answer where the chains do not either, and every other error at once", async () => {
    const down = () => {
      throw unreachable
    }
    expect(await failure(follow([down], { sent: [sent] }).read())).to.include({ code: "UNREACHABLE" })
    const readChains = chains([inState("EXECUTION_SUCCESS")])
    const refused = follow([() => new Response("", { status: 401 })], { sent: [sent], readChains })
    expect(await failure(refused.read())).to.include({ code: "UNAUTHORIZED" })
  })
})
