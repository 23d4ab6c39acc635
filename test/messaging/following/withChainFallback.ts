import { expect } from "chai"
import { describe, it } from "mocha"

import { receivedMessage } from "#src/messaging/following/messageSource.js"
import {
  type ChainFallbackOptions,
  createChainReader,
  type FollowedChains,
  withChainFallback,
} from "#src/messaging/following/withChainFallback.js"
import type { Message, MessageStatus, OutboundMessage } from "#src/messaging/index.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { SourcesDisagreeError } from "#src/messaging/reading/SourcesDisagreeError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { createFakeMessaging, notFound, rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

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
function follow(answers: Parameters<typeof createFakeMessaging>, options: Partial<ChainFallbackOptions> = {}) {
  const { client, clock } = createFakeMessaging(...answers)
  const told: unknown[] = []
  const causes: unknown[] = []
  const source = withChainFallback(client, {
    readChains: none,
    onUnknown: (isUnknown, meanwhile) => told.push(meanwhile === undefined ? isUnknown : "on the chains"),
    onTrouble(error, meanwhile) {
      causes.push(error)
      told.push([(error as { code?: string } | undefined)?.code, meanwhile])
    },
    ...options,
  })
  return { told, causes, clock, read: async () => await source.getMessages(parameters) }
}

/** What chains answer in turn; the last one again. */
function chains(...answers: (readonly Message[])[]): ChainFallbackOptions["readChains"] {
  let asked = 0
  return () => Promise.resolve([...answers[Math.min(asked++, answers.length - 1)]!])
}

describe("withChainFallback", () => {
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

  it("takes a report for that of a sent message only with all of its ends, and the last of several", async () => {
    const stranger = "0x00000000000000000000000000000000000000AA"
    const sealed = inState("SEALED")
    const reports = [
      { ...sealed, messageId: bytes32(9) },
      { ...sealed, from: { ...sealed.from, srcChainSlug: 41002 } },
      { ...sealed, from: { ...sealed.from, srcPlug: stranger } },
      { ...sealed, to: { ...sealed.to, dstChainSlug: 41001 } },
      { ...sealed, to: { ...sealed.to, destPlug: stranger } },
    ] as const
    for (const report of reports) {
      const { read, told } = follow([[report]], { sent: [sent] })
      expect(await read()).to.deep.equal([received])
      expect(told).to.deep.equal([true])
    }
    expect(await follow([[sealed, inState("PROPOSED")]], { sent: [sent] }).read()).to.deep.equal([inState("PROPOSED")])
  })

  it("asks the destination once whether a message was delivered, unless the chains have said so", async () => {
    const asked: string[] = []
    const confirm = ({ messageId }: Message): Promise<void> => Promise.resolve(void asked.push(messageId))
    const delivered = inState("EXECUTION_SUCCESS")
    const { read } = follow([[inState("VERIFIED")], [delivered], [delivered]], { confirm })
    for (const status of ["VERIFIED", "EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
      expect((await read()).map((message) => message.status)).to.deep.equal([status])
    expect(asked).to.deep.equal([sent.messageId])
    const both = follow([() => notFound(), [delivered]], { sent: [sent], confirm, readChains: chains([delivered]) })
    expect([await both.read(), await both.read()]).to.deep.equal([[delivered], [delivered]])
    expect(asked).to.have.length(1)
    const failed = follow([[inState("EXECUTION_FAILURE")]], { confirm })
    expect(await failed.read()).to.deep.equal([inState("EXECUTION_FAILURE")])
    expect(asked).to.have.length(1)
  })

  it("leaves a message where it was while the destination does not agree, and passes on what else it says", async () => {
    const disagree = new SourcesDisagreeError({
      messageId: sent.messageId,
      delivered: "the messaging API",
      notDelivered: "the node of beta",
    })
    const confirm = (): Promise<void> => Promise.reject(disagree)
    const delivered = { ...inState("EXECUTION_SUCCESS"), inboundTx: srcTxHash }
    const { read, told } = follow([[inState("PROPOSED")], [delivered]], { confirm })
    expect([await read(), await read()]).to.deep.equal([[inState("PROPOSED")], [inState("PROPOSED")]])
    expect(told).to.deep.equal([false, false, ["SOURCES_DISAGREE", "Both are asked again."]])
    expect(await follow([[delivered]], { confirm }).read()).to.deep.equal([received])
    const broken = new Error("broken")
    expect(await rejection(follow([[delivered]], { confirm: () => Promise.reject(broken) }).read())).to.equal(broken)
  })

  it("reads the chains after more than a minute without news, and not for what is final or has news", async () => {
    const askedAfter = async (answers: readonly (readonly Message[])[], ...passed: readonly number[]) => {
      let asked = 0
      const readChains = () => Promise.resolve([received].slice(0, (asked += 1)))
      const { read, clock } = follow([...answers], { readChains })
      for (const ms of passed) {
        await clock.advance(ms)
        await read()
      }
      return asked
    }
    const [sealed, proposed] = [[inState("SEALED")], [inState("PROPOSED")]]
    expect(await askedAfter([sealed], 0, 60_000)).to.equal(0)
    expect(await askedAfter([sealed], 0, 60_001)).to.equal(1)
    expect(await askedAfter([sealed], 0, 60_001, 60_000)).to.equal(1)
    expect(await askedAfter([sealed], 0, 60_001, 60_001)).to.equal(2)
    expect(await askedAfter([sealed, proposed], 0, 40_000, 40_000)).to.equal(0)
    expect(await askedAfter([[inState("EXECUTION_FAILURE")]], 0, 60_001)).to.equal(0)
    const other = { ...inState("SEALED"), messageId: bytes32(9) }
    // That another message is new is news.
    expect(await askedAfter([sealed, [...sealed, other]], 0, 40_000, 40_000)).to.equal(0)
    expect(await askedAfter([[...sealed, other]], 0, 60_001)).to.equal(1)
  })

  it("keeps what the API told of a message that it leaves out later", async () => {
    const other = { ...sent, messageId: bytes32(3) }
    const [first, second] = [inState("ATTESTED"), inState("EXECUTING", receivedMessage(other, srcTxHash))]
    const { read } = follow([[first, second], [first], [inState("VERIFIED")]], { sent: [sent, other] })
    expect(await read()).to.deep.equal([first, second])
    expect(await read()).to.deep.equal([first, second])
    expect(await read()).to.deep.equal([inState("VERIFIED"), second])
  })

  it("does not wait for a slow API or a slow chain where the other one has answered", async () => {
    const never = () => new Promise<never>(() => undefined)
    const slowApi = follow([never], { readChains: chains([inState("SEALED")]) })
    expect(await slowApi.clock.run(slowApi.read())).to.deep.equal([inState("SEALED")])
    expect(slowApi.clock.sleeps.filter((ms) => ms === 5_000)).to.have.length(2)
    expect(slowApi.causes).to.deep.equal(["does not answer within 5 s"])
    const answers = [[inState("SEALED")], []]
    let asked = 0
    const slowChain = follow([() => notFound()], {
      sent: [sent],
      readChains: () => (asked < answers.length ? Promise.resolve([...answers[asked++]!]) : never()),
    })
    expect(await slowChain.read()).to.deep.equal([inState("SEALED")])
    expect(await slowChain.read()).to.deep.equal([received])
    expect(await slowChain.clock.run(slowChain.read())).to.deep.equal([received])
  })

  it("waits for a slow API where the chains know nothing", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { read, clock, told } = follow([() => promise], { sent: [sent] })
    const reading = read()
    await clock.advance(5_000)
    resolve(json({ status: "SUCCESS", result: [inState("SEALED")] }))
    expect(await clock.run(reading)).to.deep.equal([inState("SEALED")])
    expect(told).to.deep.equal([])
  })

  it("reads the chains where the API is behind for one of two messages", async () => {
    const other = { ...sent, messageId: bytes32(3) }
    const second = receivedMessage(other, srcTxHash)
    const [before, after] = [
      [inState("SEALED"), inState("SEALED", second)],
      [inState("SEALED"), inState("VERIFIED", second)],
    ]
    const readChains = chains(after)
    const { read, clock, told } = follow([before], { sent: [sent, other], readChains })
    await read()
    await clock.advance(60_001)
    expect(await read()).to.deep.equal(after)
    expect(await read()).to.deep.equal(after)
    expect(told.slice(1, 3)).to.deep.equal([
      [undefined, "Its messages are followed on the chains themselves."],
      "on the chains",
    ])
  })

  it("says once that the API answers again, and nothing of what was never in trouble", async () => {
    const down = () => {
      throw unreachable
    }
    const [sealed] = [[inState("SEALED")]]
    const { read, told } = follow([sealed, down, sealed, sealed], { readChains: chains([inState("SEALED")]) })
    for (let look = 0; look < 4; look += 1) await read()
    const trouble = ["UNREACHABLE", "Its messages are followed on the chains themselves."]
    expect(told).to.deep.equal([false, trouble, [undefined, undefined], false, false])
  })
})

describe("withChainFallback, where the API was behind", () => {
  it("says so until it has caught up, and that once", async () => {
    const [sealed, ahead] = [[inState("SEALED")], [inState("VERIFIED")]]
    const { read, clock, told } = follow([sealed, sealed, sealed, ahead, ahead], {
      sent: [sent],
      readChains: chains(ahead),
    })
    await read()
    await clock.advance(60_001)
    for (let look = 0; look < 4; look += 1) await read()
    const behind = [undefined, "Its messages are followed on the chains themselves."]
    expect(told.filter(Array.isArray)).to.deep.equal([behind, behind, [undefined, undefined]])
  })
})

describe("createChainReader", () => {
  const src = () =>
    createFakeChain({
      receipt: { status: "0x1", logs: outboundLogs(4), blockNumber: "0x1" } as never,
      logsOf: () => [],
      contracts: { [socket]: { abi: socketAbi, answer: () => 41002 } },
    })
  const clock = createManualClock()
  const reader = (chains: Partial<FollowedChains>) =>
    createChainReader(
      { src: { client: src().client, socket }, dstOf: () => Promise.resolve(undefined), ...chains },
      clock,
    )

  it("reads those of the source alone where the destination fails, and none where that fails, too", async () => {
    const dst = createFakeChain({ broken: { eth_getBlockByNumber: new Error("down") } })
    const dstOf = () => Promise.resolve({ client: dst.client, socket })
    expect((await reader({ dstOf })(parameters)).map(({ status }) => status)).to.deep.equal(["RECEIVED"])
    const broken = createFakeChain({ broken: { eth_getBlockByNumber: new Error("down") } })
    expect(await reader({ src: { client: broken.client, socket } })(parameters)).to.deep.equal([])
    expect(await reader({ src: () => Promise.reject(new Error("no such chain")) })(parameters)).to.deep.equal([])
  })

  it("says of a transaction that sent nothing that there is nothing to follow", async () => {
    const { client } = createFakeChain({ receipt: { status: "0x0", logs: [] } })
    expect(await failure(reader({ src: { client, socket } })(parameters))).to.include({ code: "NOTHING_TO_FOLLOW" })
  })
})
