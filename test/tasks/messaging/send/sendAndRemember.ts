import { expect } from "chai"
import { describe, it } from "mocha"

import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import type { SentSoFar } from "#src/plugin/run/InterruptedError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { sendAndRemember } from "#tasks/messaging/send.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi } from "#test/fixtures/worlds/messaging/fakePlug.js"
import { createFakeSending } from "#test/fixtures/worlds/messaging/fakeSending.js"

const hash = bytes32(0x5e47)
const call = { abi: counterAbi, address: srcPlug, functionName: "add", args: [41_002, 5n], value: 1_100n }
const prepared = { call, socket, value: 0n, fee: 1_000n, messages: [] }
const now = 1_767_225_600_000

type Given = {
  readonly isLocal?: boolean
  readonly budget?: bigint
  /** Answers the first request of a method in place of the node. */
  readonly instead?: Readonly<Record<string, () => Promise<unknown>>>
  readonly isReverted?: boolean
  readonly stop?: AbortController
}

/** Sends a call, and says what was said and written, and how it ended. */
async function send({
  isLocal = false,
  budget,
  instead = {},
  isReverted = false,
  stop = new AbortController(),
}: Given = {}) {
  await using folder = await temporaryFolder()
  const { hre, own, chain, client, sent } = createFakeSending({
    ...{ isLocal, root: folder.path },
    ...(isReverted ? { receipt: { status: "0x0", logs: [] } } : {}),
  })
  const left = new Map(Object.entries(instead))
  const { client: publicClient } = fakeNode(
    ({ method }) => {
      const answer = left.get(method)
      left.delete(method)
      return answer?.()
    },
    { account, behind: client },
  )
  const { io } = createPerson()
  const told: SentSoFar[] = []
  const sending = sendAndRemember(
    hre,
    {
      ...{ chain: { ...chain, client: publicClient as never }, source: own.source, prepared },
      ...{ walletClient: client as never, options: { budget }, onSent: (so) => void told.push(so) },
    },
    { clock: createManualClock(now), signal: stop.signal, err: io.terminal.err },
  )
  const ended = await sending.then(
    ({ messages, ...rest }) => ({ ...rest, messages: messages.map(({ messageId }) => messageId) }),
    (error: unknown) => (isPlugsError(error) ? error.code : error),
  )
  const records = await openSentRecords(hre.config, io.terminal.err).latest()
  return { ended, told, records, sent: sent.length, said: io.terminal.stderr() }
}

describe("sendAndRemember", () => {
  const record = {
    ...{ at: now, srcChainSlug: 41_001, hash, plug: srcPlug, account, functionName: "add", fromBlock: 2 },
    messages: [{ messageId: bytes32(1), dstChainSlug: 41_002, dstPlug }],
  }
  const result = { hash, fee: 1_000n, value: 0n, attached: 1_100n, messages: [bytes32(1)] }

  it("sends, says so as soon as it is submitted, and has written what was sent when it ends", async () => {
    const { ended, told, records, sent, said } = await send()
    expect([ended, sent, said]).to.deep.equal([result, 1, `submitted ${hash}\n`])
    expect(records.map(({ ...read }) => ({ ...read }))).to.deep.equal([record])
    expect(told).to.deep.equal([
      {
        facts: { transaction: hash, chain: "alpha", plug: srcPlug },
        goOn: `messaging track ${hash} --from alpha`,
      },
    ])
  })

  it("remembers the first block of a local chain, and sends where the node says neither that nor its newest block", async () => {
    expect((await send({ isLocal: true })).records).to.deep.equal([{ ...record, genesis: bytes32(1_000) }])
    const broken = () => Promise.reject(new Error("it broke"))
    const unknown = await send({ isLocal: true, instead: { eth_chainId: broken, eth_blockNumber: broken } })
    const { fromBlock, ...rest } = record
    expect([unknown.ended, unknown.records, fromBlock]).to.deep.equal([result, [rest], 2])
  })

  it("remembers what reverted, and forgets what was never sent", async () => {
    const { ended, records, sent } = await send({ isReverted: true })
    expect([ended, sent, records]).to.deep.equal(["TRANSACTION_REVERTED", 1, [{ ...record, messages: [] }]])
    const dear = await send({ budget: 1_100n })
    expect([dear.ended, dear.sent, dear.records, dear.told]).to.deep.equal(["BUDGET_EXCEEDED", 0, [], []])
  })

  it("hears Ctrl-C while the node does not say where its chain is, and sends nothing", async () => {
    for (const method of ["eth_chainId", "eth_blockNumber"]) {
      const stop = new AbortController()
      const silent = () => {
        setImmediate(() => {
          stop.abort()
        })
        return new Promise<never>(() => undefined)
      }
      const { ended, sent, records } = await send({ stop, instead: { [method]: silent } })
      expect([ended, sent, records], method).to.deep.equal(["ABORTED", 0, []])
    }
  })
})
