import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"
import { decodeFunctionData } from "viem/utils"

import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { watcher } from "#src/devnet/messaging/actors/watcher.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { attestDigest } from "#src/messaging/ids.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  actorsOnPaper,
  dstChainSlug,
  places,
  proposalOf,
  recordOf,
  scribe,
} from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

const [own, other] = [at(0xe3), at(0xe4)]

/** What the first of two watchers does. */
async function perform(records: readonly MessageRecord[], given: NonNullable<Parameters<typeof actorsOnPaper>[0]>) {
  const { context, sender, events, sent } = actorsOnPaper(given)
  const handler = watcher(context, { account: scribe(0xe3), watchers: 2, sender })
  expect([handler.stage, handler.account]).to.deep.equal(["attest", own])
  await handler.perform(records)
  return { events, sent }
}

const attested = (record: MessageRecord, ...by: readonly Hex[]): MessageRecord => ({
  ...record,
  attestedBy: new Set(by),
})
const optimistic = (id: number) => recordOf(id, { proposals: [proposalOf(id, 3n, places.optimisticSwitchboard)] })
const note = (allowedIn: string | undefined, proposalCount = 0n) => ({
  ...{ stage: "attested", proposalCount, attempts: 0, allowedIn },
})

describe("a watcher of messages", () => {
  it("attests what it has not attested yet at the fast switchboard, and notes what is allowed once all have", async () => {
    const [first, second, third] = [recordOf(1), recordOf(2), recordOf(3, { proposals: [] })]
    const done = attested(recordOf(5), own)
    const records = [first, attested(second, other), third, optimistic(4), done]
    // What the ledger knows once the block is read: the other watcher has yet to attest the first, and the fifth.
    const known = [attested(first, own), attested(second, other, own), third, optimistic(4), done]
    const { events, sent } = await perform(records, { known })
    const calls = sent[0]!.map(({ to, data, gas }) => {
      const { functionName, args } = decodeFunctionData({ abi: fastSwitchboardArtifact.abi, data })
      return [to, gas, functionName, ...(args as readonly unknown[])]
    })
    const attestation = ({ outbound: { packetId }, proposals }: MessageRecord) => {
      const { proposalCount, root, switchboard } = proposals[0]!
      const digest = attestDigest({ switchboard, dstChainSlug, packetId, proposalCount, root })
      return [switchboard, 120_000n, "attest", packetId, proposalCount, root, `0xe3${digest.slice(2)}`]
    }
    expect([sent.length, calls]).to.deep.equal([1, [attestation(first), attestation(second)]])
    expect(events).to.deep.equal([
      ["sent", places.batcher, 2, true, 0n],
      ["asked", 2, 4],
      [2, note("0xhead 3")],
      // No switchboard is asked for a message without a proposal.
      [3, "NOT_ALLOWED_BY_FOREIGN", { isExpected: false }],
      // Time can change its answer.
      [4, note(undefined, 3n)],
    ])
  })

  it("reads the block where the ledger does not know of its attestations, and leaves what has moved since", async () => {
    const record = recordOf(1)
    const unread = await perform([record], { known: [record] })
    expect(unread.events.map((event) => (event as unknown[])[0])).to.deep.equal(["sent", "read"])
    const moved = { ...attested(record, own, other), status: "ATTESTED" as const }
    const { events } = await perform([record], { known: [moved] })
    expect(events.map((event) => (event as unknown[])[0])).to.deep.equal(["sent"])
    const gone = await perform([attested(record, own)], { known: [] })
    expect([gone.events, gone.sent]).to.deep.equal([[], []])
  })

  it("holds what its switchboard does not allow, and what it was not let attest, with what it was refused with", async () => {
    const all = [1, 2].map((id) => recordOf(id))
    const waiting = optimistic(3)
    const known = [attested(all[0]!, other), attested(all[1]!, own, other), waiting]
    const revertsMined = ({ data }: { data: Hex }): Hex | undefined =>
      data.includes(bytes32(1_001).slice(2)) ? "0xdd" : undefined
    const refused = await perform([...all, waiting], { known, revertsMined, allows: () => false })
    expect(refused.events.slice(1)).to.deep.equal([
      ["read", 1],
      ["asked", 1, 2, 3],
      [1, "REFUSED", { revertData: "0xdd" }],
      [2, "NOT_ALLOWED", { isExpected: false }],
      [3, "NOT_ALLOWED", { isExpected: true }],
    ])
    // A tripped path stops what all have attested, also one that it was not let attest: the executor asks again.
    const stopped = await perform([...all, waiting], {
      ...{ known, revertsMined, allows: () => false },
      isRootValid: (root) => root === bytes32(1_001),
    })
    expect(stopped.events.slice(3)).to.deep.equal([
      [1, note(undefined)],
      [2, "NOT_ALLOWED", { isExpected: false }],
      [3, "NOT_ALLOWED", { isExpected: true }],
    ])
    // Others were enough.
    const allowed = await perform([all[0]!], { known, revertsMined })
    expect(allowed.events.at(-1)).to.deep.equal([1, note("0xhead 3")])
  })
})
