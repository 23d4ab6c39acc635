import { expect } from "chai"
import { describe, it } from "mocha"

import {
  findTrouble,
  findWait,
  isAheadOfChains,
  isOfUnknownAge,
  isSaidDelivered,
  isSaidFailing,
  knownStatusOf,
  lateness,
  placeOf,
  placeOfStatus,
  placeReported,
  shownStatusOf,
  type Wait,
} from "#src/messaging/explaining/MessageCase.js"
import { deployedStageTimes, devnetStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import {
  another,
  arrivalWith,
  inbound,
  journeyWith,
  minedIn,
  proposal,
  reportedAs,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"

const problem = { problem: "down" }
const elsewhere = proposal({ isForPlug: false })
const wrongRoot = proposal({ isRootOfMessage: false, isAllowed: true, isRootValid: true })

describe("the state of a message by its chains", () => {
  const rows: readonly (readonly [status: string, place: number, journey: Journey])[] = [
    ["RECEIVED", 0, journeyWith(arrivalWith([]), { sealed: false })],
    ["RECEIVED", 0, journeyWith(arrivalWith([]), { sealed: null })],
    ["SEALED", 1, journeyWith(arrivalWith([]))],
    ["SEALED", 1, journeyWith(arrivalWith([]), { sealed: true })],
    ["SEALED", 1, journeyWith(problem)],
    ["SEALED", 2, journeyWith(arrivalWith([elsewhere]))],
    ["SEALED", 2, journeyWith(arrivalWith([wrongRoot]))],
    ["PROPOSED", 2, journeyWith(arrivalWith([wrongRoot, proposal()]))],
    ["ATTESTED", 2, journeyWith(arrivalWith([proposal(), proposal({ isRootValid: true })]))],
    ["VERIFIED", 2, journeyWith(arrivalWith([proposal({ isRootValid: true }), proposal({ isAllowed: true })]))],
    ["SEALED", 2, journeyWith(arrivalWith([proposal({ isTripped: true, isRootValid: true })]))],
    ["EXECUTION_SUCCESS", 3, journeyWith(arrivalWith([], { executed: true }))],
    ["EXECUTION_SUCCESS", 3, journeyWith(arrivalWith([elsewhere], { executed: minedIn(30) }))],
  ]
  it("is the newest that they show, by what counts for the message", () => {
    for (const [index, [status, place, journey]] of rows.entries()) {
      expect([shownStatusOf(journey), placeOf(journey)], `row ${index}`).to.deep.equal([status, place])
    }
  })

  it("is what the API reports only where the chains show nothing", () => {
    const verified = journeyWith(arrivalWith([proposal({ isAllowed: true })]))
    const known = (journey: Journey, status: string) => knownStatusOf(journey, reportedAs(status))
    expect(known(verified, "EXECUTING")).to.equal("EXECUTING")
    expect(known(verified, "INBOUND_REVERTING")).to.equal("INBOUND_REVERTING")
    expect(known(verified, "EXECUTION_FAILURE")).to.equal("EXECUTION_FAILURE")
    expect([known(verified, "ATTESTED"), known(verified, "PROPOSED")]).to.deep.equal(["ATTESTED", "VERIFIED"])
    expect(known(verified, "EXECUTION_SUCCESS")).to.equal("VERIFIED")
    expect(known(verified, "toString")).to.equal("VERIFIED")
    expect(knownStatusOf(verified, undefined)).to.equal("VERIFIED")
    expect(known(journeyWith(arrivalWith([proposal()])), "EXECUTING")).to.equal("PROPOSED")
    expect(known(journeyWith(problem), "EXECUTION_SUCCESS")).to.equal("EXECUTION_SUCCESS")
    expect(known(journeyWith(problem), "PROPOSED")).to.equal("PROPOSED")
    expect(known(journeyWith(problem), "RECEIVED")).to.equal("SEALED")
    for (const unknown of ["NEW", "toString"]) expect(known(journeyWith(problem), unknown)).to.equal("SEALED")
  })

  it("is compared with the API's in places", () => {
    const places = ["RECEIVED", "SEALED", "PROPOSED", "EXECUTION_FAILURE", "EXECUTION_SUCCESS", "UNHEARD_OF"]
    expect(places.map(placeOfStatus)).to.deep.equal([0, 1, 2, 2, 3, 0])
    const delivered = [
      reportedAs("EXECUTION_SUCCESS"),
      reportedAs("SEALED", { inboundStatus: "SUCCESS" }),
      reportedAs("SEALED", { isExecuted: true }),
    ]
    for (const reported of delivered)
      expect([isSaidDelivered(reported), placeReported(reported)]).to.deep.equal([true, 3])
    expect([isSaidDelivered(undefined), isSaidDelivered(reportedAs("EXECUTING"))]).to.deep.equal([false, false])
    const failing = ["EXECUTION_FAILURE", "INBOUND_REVERTING", "EXECUTING"]
    expect(failing.map((status) => isSaidFailing(reportedAs(status)))).to.deep.equal([true, true, false])

    const sealed = journeyWith(arrivalWith([]))
    const isAhead = (journey: Journey, status: string) => isAheadOfChains(journey, reportedAs(status))
    expect([isAhead(sealed, "SEALED"), isAhead(sealed, "PROPOSED")]).to.deep.equal([false, true])
    expect(isAhead(journeyWith(arrivalWith([]), { sealed: false }), "SEALED")).to.equal(true)
    // Of a chain that was not read nothing can be missing.
    expect([
      isAhead(journeyWith(problem), "PROPOSED"),
      isAhead(journeyWith(problem), "EXECUTION_SUCCESS"),
    ]).to.deep.equal([false, false])
    expect(isAhead(journeyWith(problem, { sealed: false }), "SEALED")).to.equal(true)
  })
})

describe("findWait", () => {
  const waitAt = (second: number, journey: Journey, stageTimes = deployedStageTimes) =>
    findWait(journey, { stageTimes, now: second * 1_000 })
  const short = (wait: Wait | undefined) => wait && [wait.stage, wait.since, wait.until, wait.now]

  it("tells the stage, and since when by the clock of its chain or the machine's, which is ahead", () => {
    const at = (journey: Journey, second = 9_500) => short(waitAt(second, journey))
    expect(at(journeyWith(arrivalWith([]), { sealed: false }))).to.deep.equal(["seal", 1_000, null, 9_500])
    expect(at(journeyWith(arrivalWith([]), { sealed: false }), 1)).to.deep.equal(["seal", 1_000, null, 8_000])
    expect(at(journeyWith(arrivalWith([])))).to.deep.equal(["propose", 1_500, null, 9_500])
    expect(at(journeyWith(arrivalWith([]), { sealed: true }))).to.deep.equal(["propose", null, null, 9_500])
    expect(at(journeyWith(problem), 1)).to.deep.equal(["propose", 1_500, null, 8_000])
    expect(at(journeyWith(arrivalWith([proposal()])))).to.deep.equal(["attest", 2_000, null, 9_500])
    expect(at(journeyWith(arrivalWith([proposal()])), 1)).to.deep.equal(["attest", 2_000, null, 9_000])
    expect(at(journeyWith(arrivalWith([], { executed: true })))).to.equal(undefined)
  })

  it("waits for the execution since the last attestation, else the timeout, else the proposal", () => {
    const at = (own: Parameters<typeof proposal>[0], state?: Parameters<typeof switchboardState>[0]) =>
      short(waitAt(9_500, journeyWith(arrivalWith([proposal(own)], { switchboard: switchboardState(state) }))))
    const attested = [21, 25, 23].map((block) => ({ ...minedIn(block), watcher: another }))
    expect(at({ isAllowed: true, attested })).to.deep.equal(["execute", 2_500, null, 9_500])
    expect(at({ isAllowed: true, attested: attested.slice(0, 1) })).to.deep.equal(["execute", 2_100, null, 9_500])
    // A node can have the log of an attestation, and not its block.
    const untimed = attested.map((one) => ({ ...one, timestamp: null }))
    const timed = [...untimed, ...attested.slice(2)]
    expect(at({ isAllowed: true, attested: timed })).to.deep.equal(["execute", 2_300, null, 9_500])
    expect(at({ isAllowed: true, attested: untimed })).to.deep.equal(["execute", 2_000, null, 9_500])
    expect(at({ isAllowed: true }, { timeoutInSeconds: 700n })).to.deep.equal(["execute", 2_700, null, 9_500])
    expect(at({ isAllowed: true })).to.deep.equal(["execute", 2_000, null, 9_500])
    expect(at({ isRootValid: true })).to.deep.equal(["execute", 2_000, null, 9_500])
  })

  it("waits for time alone where there is a timeout and no watcher, in its last second too", () => {
    const at = (timeout: bigint, totalWatchers: bigint | null) =>
      short(
        waitAt(
          9_500,
          journeyWith(
            arrivalWith([proposal()], { switchboard: switchboardState({ timeoutInSeconds: timeout, totalWatchers }) }),
          ),
        ),
      )
    for (const none of [null, 0n]) expect(at(7_500n, none)).to.deep.equal(["attest", 2_000, 9_500, 9_500])
    expect(at(7_500n, 1n)).to.deep.equal(["attest", 2_000, null, 9_500])
    expect(at(7_499n, null)).to.deep.equal(["execute", 9_499, null, 9_500])
    expect(at(0n, null)).to.deep.equal(["attest", 2_000, null, 9_500])
    // Any contract can name any number.
    expect(at(2n ** 53n, null)).to.deep.equal(["attest", 2_000, null, 9_500])
    expect(short(waitAt(9_500, journeyWith(arrivalWith([proposal()], { switchboard: null }))))![0]).to.equal("attest")
  })

  it("is slow and late only after the times of its stage, which begin when the timeout ends", () => {
    const sent = journeyWith(arrivalWith([]), { sealed: false, srcHead: { number: 1n, timestamp: 0n } })
    const limits = (second: number, journey = sent, times = devnetStageTimes) => {
      const { isSlow, isLate } = waitAt(second, journey, times)!
      return [isSlow, isLate]
    }
    expect(limits(1_001)).to.deep.equal([false, false])
    expect(limits(1_002)).to.deep.equal([true, false])
    expect(limits(1_060)).to.deep.equal([true, false])
    expect(limits(1_061)).to.deep.equal([true, true])
    expect(limits(2_800, sent, deployedStageTimes)).to.deep.equal([true, false])
    expect(limits(2_801, sent, deployedStageTimes)).to.deep.equal([true, true])
    const unknown = { ...sent, sent: { ...minedIn(10), timestamp: null } }
    expect(limits(99_999, unknown)).to.deep.equal([false, false])
    const state = switchboardState({ timeoutInSeconds: 7_500n, totalWatchers: null })
    const timed = journeyWith(arrivalWith([proposal()], { switchboard: state, head: { number: 1n, timestamp: 0n } }))
    expect(limits(9_500, timed)).to.deep.equal([false, false])
    // A stage of which nothing is known since when is not slow, however short it should be.
    const none = { typical: 0, stuckAfter: 0 }
    const atOnce = { seal: none, propose: none, attest: none, execute: none }
    expect([limits(1_000, sent, atOnce), limits(1_001, sent, atOnce)]).to.deep.equal([
      [false, false],
      [true, true],
    ])
    expect(limits(99_999, unknown, atOnce)).to.deep.equal([false, false])
  })

  it("measures lateness of its own stage alone", () => {
    const wait = waitAt(3_000, journeyWith(arrivalWith([]), { sealed: false, srcHead: { number: 1n, timestamp: 0n } }))
    expect(lateness({ wait }, "seal")).to.equal(2_000)
    expect(lateness({ wait }, "propose")).to.equal(undefined)
    expect(lateness({ wait: { ...wait!, isLate: false } }, "seal")).to.equal(undefined)
    expect(lateness({ wait: { ...wait!, since: null } }, "seal")).to.equal(undefined)
    expect(lateness({ wait: undefined }, "seal")).to.equal(undefined)
  })
})

describe("findTrouble", () => {
  const wait: Wait = { stage: "execute", since: 100, until: null, now: 103, isLate: false, isSlow: true }
  const failure = { stage: "simulate", chainSlug: 41002, reason: "no gas" }
  const relay = { failures: [], paused: [], unmined: [], delay: 2_999, watchers: [inbound] }
  const trouble = (more: Partial<Parameters<typeof findTrouble>[1]>, waiting: Partial<Wait> = {}) =>
    findTrouble({ ...wait, ...waiting }, { ...relay, ...more }, 41002)

  it("names the failure of this stage on this chain, and whether it is paused or unmined there", () => {
    const others = [
      { ...failure, chainSlug: 41001 },
      { ...failure, stage: "attest" },
    ]
    const calm = { failure: undefined, isPaused: false, isUnmined: false, watchers: [inbound] }
    expect(trouble({ failures: others, paused: ["seal", "attest"], unmined: [41001] })).to.deep.equal(calm)
    expect(trouble({ failures: [...others, failure] })).to.deep.equal({ ...calm, failure })
    for (const stage of ["verify", "simulate", "execute"]) expect(trouble({ paused: [stage] })?.isPaused).to.equal(true)
    expect(trouble({ unmined: [41001, 41002] })?.isUnmined).to.equal(true)
  })

  it("finds none while the devnet lets messages rest on purpose", () => {
    expect(trouble({ failures: [failure], delay: 3_000 })).to.equal(undefined)
    expect(trouble({ failures: [failure] }, { since: null })).to.equal(undefined)
  })

  it("finds it where the age is below zero, which says nothing", () => {
    for (const [since, isUnknown] of [
      [103, false],
      [104, true],
    ] as const) {
      expect(isOfUnknownAge({ since, now: 103 })).to.equal(isUnknown)
      expect(trouble({ failures: [failure] }, { since })?.failure).to.equal(isUnknown ? failure : undefined)
    }
    expect(isOfUnknownAge({ since: null, now: 103 })).to.equal(false)
  })
})
