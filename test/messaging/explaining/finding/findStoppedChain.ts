import { expect } from "chai"
import { describe, it } from "mocha"

import { addStoppedChain } from "#src/messaging/explaining/finding/findStoppedChain.js"
import type { MessageCase, MessageCause, Wait } from "#src/messaging/explaining/MessageCase.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"
import { deployedStageTimes, devnetStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import { arrivalWith, journeyWith, messageCase } from "#test/fixtures/wire/messageFacts.js"

const { stuckAfter } = deployedStageTimes.propose
const late: Wait = { stage: "propose", since: 100, until: null, now: 9_000, isLate: true, isSlow: true }
const unmined = { failure: undefined, isPaused: false, isUnmined: true, watchers: [] }
const cause = (name: MessageCauseName): MessageCause => ({ name, says: `${name}.`, evidence: [] })

describe("addStoppedChain", () => {
  const linesOf = async (
    { arrival = arrivalWith([]), ...more }: Partial<MessageCase> & { arrival?: Journey["arrival"] },
    causes: readonly MessageCause[] = [],
  ) => {
    const subject = {
      wait: late,
      stageTimes: deployedStageTimes,
      now: (9_000 + stuckAfter + 1_000_000) * 1_000,
      ...more,
    }
    return await causeLines(addStoppedChain(messageCase(journeyWith(arrival), subject), causes))
  }

  it("says that the chain stands still on which the message waits, and doubts what follows from time alone", async () => {
    const names = ["not-sealed", "not-proposed", "attestations-missing", "not-executed", "wrong-root"] as const
    expect(await linesOf({}, names.map(cause))).to.deep.equal([
      "chain-stands-still, likely",
      "The newest block of beta is 278 h 17 min old: the chain stands still, or its node lags behind.",
      "beta, block 90: The newest block is 278 h 17 min old.",
      "fix by others: use another node of beta; if that has no newer block, its operator has to mine one",
      "not-sealed, possible",
      "not-sealed.",
      "not-proposed, possible",
      "not-proposed.",
      "attestations-missing, possible",
      "attestations-missing.",
      "not-executed, possible",
      "not-executed.",
      "wrong-root, certain",
      "wrong-root.",
    ])
    // On alpha the newest block is of second 8,000.
    const sealing = { ...late, stage: "seal" as const }
    expect(await linesOf({ wait: sealing })).to.deep.equal([
      "chain-stands-still, likely",
      "The newest block of alpha is 278 h 33 min old: the chain stands still, or its node lags behind.",
      "alpha, block 80: The newest block is 278 h 33 min old.",
      "fix by others: use another node of alpha; if that has no newer block, its operator has to mine one",
    ])
    expect(await linesOf({ wait: sealing, arrival: { problem: "down" } })).to.deep.equal([
      "chain-stands-still, likely",
      "The newest block of alpha is 278 h 33 min old: the chain stands still, or its node lags behind.",
      "alpha, block 80: The newest block is 278 h 33 min old.",
      "fix by others: use another node of alpha; if that has no newer block, its operator has to mine one",
    ])
  })

  it("says of a devnet's chain that it mines no block by itself, however old its newest one is", async () => {
    const devnet = { trouble: unmined, stageTimes: devnetStageTimes, now: 0 }
    expect(await linesOf({ ...devnet, wait: { ...late, isLate: false } })).to.deep.equal([
      "chain-stands-still, certain",
      "beta mines no block: its automatic mining is off, and transactions wait.",
      "the devnet's node of beta: devnet_relay lists the chain as unmined.",
      "fix: mine a block on beta with evm_mine, or let it mine by itself with evm_setAutomine",
    ])
    expect(await linesOf({ ...devnet, trouble: { ...unmined, isUnmined: false }, now: 10 ** 12 })).to.deep.equal([])
  })

  it("says nothing of a message that is not late, of a younger block, of a chain that was not read, or what is said", async () => {
    expect(await linesOf({ now: (9_000 + stuckAfter) * 1_000 })).to.deep.equal([])
    expect((await linesOf({ now: (9_001 + stuckAfter) * 1_000 })).length).to.equal(4)
    for (const quiet of [
      { wait: undefined },
      { wait: { ...late, isLate: false } },
      { arrival: { problem: "down" } },
      { trouble: unmined, arrival: { problem: "down" } },
    ]) {
      expect(await linesOf(quiet)).to.deep.equal([])
    }
    const said = [cause("wrong-root"), cause("chain-stands-still"), cause("not-sealed")]
    expect(await linesOf({}, said)).to.deep.equal(await causeLines(said))
  })
})
