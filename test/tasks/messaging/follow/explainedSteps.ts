import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, numberToHex, parseAbiParameters } from "viem"

import type { CarriedMessage } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import type { OpenMessageSource } from "#tasks/messaging/follow/openMessageSource.js"
import type { ExplainedStep } from "#tasks/messaging/output/messages.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32, messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"
import {
  type FollowedSourceOptions,
  known,
  prepareFollowedSource,
} from "#test/fixtures/worlds/messaging/followedSource.js"

type Watched = Parameters<OpenMessageSource["watch"]>[0]
const subject = { srcChainSlug: 41_001, srcTxHash, minInterval: 1, maxInterval: 1 }
/** Its id, its state, why it reverts, and the number of what it carries at its gateway. */
const shown = ({ messageId, state, revert, carried }: ExplainedStep) => {
  return [Number(messageId), state, revert?.reason, carried && Number(carried.sendId)]
}
const carriedAs = (sendId: number) => {
  const types = parseAbiParameters("bytes32, address, address, uint256, bytes")
  return encodeAbiParameters(types, [numberToHex(sendId, { size: 32 }), at(1), at(2), 5n, "0x"])
}
const onTheWay = known(messageAt("SEALED"), messageAt("RECEIVED", { id: 2 }))
const delivered = known(messageAt("EXECUTION_SUCCESS"), messageAt("EXECUTION_SUCCESS", { id: 2 }))

/** Watches two messages to beta, and says what was shown of each step, how the watch ended, and which nodes were asked for the receipt. */
async function watch(
  given: FollowedSourceOptions,
  more: Partial<Watched> = {},
  onStep?: (step: ExplainedStep) => void,
) {
  await using prepared = await prepareFollowedSource({ sent: [41_002, 41_002], ...given })
  await using source = await prepared.open()
  const steps: unknown[] = []
  const { error } = await collect(
    (async function* () {
      for await (const step of source.watch({ ...subject, ...more })) {
        steps.push(shown(step))
        onStep?.(step)
        yield step
      }
    })(),
  )
  const receipts = prepared.reads.filter((read) => read.endsWith("eth_getTransactionReceipt"))
  return { steps, ended: (error as { code?: string } | undefined)?.code, receipts }
}

describe("the steps of followed messages", () => {
  it("say why inbound reverts where it does, as the destination says now", async () => {
    const failed = [messageAt("EXECUTION_FAILURE"), messageAt("EXECUTION_FAILURE", { id: 2 })]
    const reverting = known(messageAt("SEALED"), messageAt("INBOUND_REVERTING", { id: 2 }))
    const { steps, ended } = await watch({ replies: [known(), reverting, known(...failed)], choice: "api" })
    expect([...steps, ended]).to.deep.equal([
      [1, "SEALED", undefined, undefined],
      [2, "INBOUND_REVERTING", "it is closed", undefined],
      [1, "EXECUTION_FAILURE", "it is closed", undefined],
      [2, "EXECUTION_FAILURE", "it is closed", undefined],
      "MESSAGE_FAILED",
    ])
  })

  it("have what the messages carry from the chain, once, and only the last step of a message waits for it", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const given = { replies: [known(), onTheWay, delivered], payload: carriedAs(9), isExecuted: true }
    const { steps, ended, receipts } = await watch(
      { ...given, onReceipt: () => promise },
      {},
      ({ messageId, state }) => {
        if (Number(messageId) === 2 && state === "RECEIVED") resolve(undefined)
      },
    )
    expect(steps).to.deep.equal([
      [1, "SEALED", undefined, undefined],
      [2, "RECEIVED", undefined, undefined],
      [1, "EXECUTION_SUCCESS", undefined, 9],
      [2, "EXECUTION_SUCCESS", undefined, 9],
    ])
    expect([ended, receipts]).to.deep.equal([undefined, ["alpha eth_getTransactionReceipt"]])
    const early = await watch({ ...given, replies: [known(), onTheWay] }, { until: "RECEIVED" })
    expect(early.steps).to.deep.equal([
      [1, "SEALED", undefined, 9],
      [2, "RECEIVED", undefined, 9],
    ])
  })

  it("have what is known of it without asking a node, and nothing where the API alone is asked", async () => {
    const given = { replies: [known(), delivered], payload: carriedAs(9), isExecuted: true }
    const carried = new Map([[bytes32(2), { sendId: bytes32(5) } as CarriedMessage]])
    expect(await watch(given, { carried })).to.deep.equal({
      steps: [
        [1, "EXECUTION_SUCCESS", undefined, undefined],
        [2, "EXECUTION_SUCCESS", undefined, 5],
      ],
      ...{ ended: undefined, receipts: [] },
    })
    expect(await watch({ ...given, choice: "api" })).to.deep.equal({
      steps: [
        [1, "EXECUTION_SUCCESS", undefined, undefined],
        [2, "EXECUTION_SUCCESS", undefined, undefined],
      ],
      ...{ ended: undefined, receipts: [] },
    })
  })

  it("go on with what a delivery sent on, four times", async () => {
    const ends = (id: number, [srcChainSlug, dstChainSlug]: readonly [number, number]) => {
      const message = messageAt("EXECUTION_SUCCESS", { id })
      return known({
        ...message,
        from: { ...message.from, srcChainSlug },
        to: { ...message.to, dstChainSlug },
        inboundTx: srcTxHash,
      })
    }
    const [there, back] = [ends(1, [41_001, 41_002]), ends(2, [41_002, 41_001])]
    const replies = [known(), there, back, there, back, there, back]
    const { steps } = await watch({ sent: [41_002], isEndless: true, isExecuted: true, replies })
    expect(steps.map((step) => (step as unknown[])[0])).to.deep.equal([1, 2, 1, 2, 1])
  })

  it("wait three seconds for a chain that does not say what it is asked", async () => {
    const limits: number[] = []
    const clock: Clock = {
      now: () => systemClock.now(),
      sleep: (ms, signal) => {
        if (ms < 1_000 || ms > 4_000) return systemClock.sleep(ms, signal)
        limits.push(ms)
        return Promise.resolve()
      },
    }
    const given = { isExecuted: true, clock, onReceipt: () => new Promise(() => undefined) }
    expect((await watch({ ...given, replies: [known(), delivered] })).steps).to.have.length(2)
    const failed = known(messageAt("EXECUTION_FAILURE"))
    expect((await watch({ ...given, replies: [known(), failed], choice: "api" })).steps).to.deep.equal([
      [1, "EXECUTION_FAILURE", undefined, undefined],
    ])
    // For what the messages carry, for the outcome of each, and for why the failed one reverts.
    expect(limits).to.deep.equal([3_000, 3_000, 3_000, 3_000])
  })
})
