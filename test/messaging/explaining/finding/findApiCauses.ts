import { expect } from "chai"
import { describe, it } from "mocha"

import {
  findApiCauses,
  findReportedFailure,
  findSilence,
  weighAgainstApi,
} from "#src/messaging/explaining/finding/findApiCauses.js"
import type { MessageCause } from "#src/messaging/explaining/MessageCase.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import {
  arrivalWith,
  journeyWith,
  messageCase,
  minedIn,
  proposal,
  reportedAs,
} from "#test/fixtures/wire/messageFacts.js"

const problem = { problem: "down" }
const waiting = journeyWith(arrivalWith([]), { sealed: false })
const sealed = journeyWith(arrivalWith([]))
const proposed = journeyWith(arrivalWith([proposal({ mined: null }), proposal({ mined: minedIn(22) }), proposal()]))
const delivered = journeyWith(arrivalWith([], { executed: minedIn(30) }))

describe("findApiCauses", () => {
  /** Milliseconds after the block in which a journey came as far as it did. */
  const causesOf = (journey: Journey, status: string | undefined, now: number, more: object = {}) =>
    findApiCauses(
      messageCase(journey, { reported: status === undefined ? undefined : reportedAs(status), now, ...more }),
    ).map(({ name, evidence }) => [name, ...evidence.map(({ source }) => source)])
  const api = "the messaging API"

  it("gives the API a minute to learn of each stage, and names the block of it", () => {
    const rows = [
      [waiting, undefined, 1_000_000, "alpha, block 10"],
      [sealed, "RECEIVED", 1_500_000, "alpha, block 15"],
      [proposed, "SEALED", 2_200_000, "beta, block 22"],
      [delivered, "EXECUTING", 3_000_000, "beta, block 30"],
    ] as const
    for (const [journey, status, at, block] of rows) {
      expect(causesOf(journey, status, at + 59_999), block).to.deep.equal([])
      expect(causesOf(journey, status, at + 60_000)).to.deep.equal([["api-behind", api, block]])
    }
  })

  it("says what the API says, and what the chain shows, whichever is behind", async () => {
    const linesOf = (journey: Journey, status: string | undefined) =>
      causeLines(
        findApiCauses(
          messageCase(journey, { reported: status === undefined ? undefined : reportedAs(status), now: 1_000_000_000 }),
        ),
      )
    expect(await linesOf(waiting, undefined)).to.deep.equal([
      "api-behind, likely",
      "The messaging API is behind: it does not know the message, and alpha shows that it was sent 277 h 30 min ago.",
      "the messaging API: It has no such message.",
      "alpha, block 10: It was sent in 0x000000000000000000000000000000000000000000000000000000000000000a.",
      "fix: nothing, the API will catch up; the message is delivered without it: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    expect(await linesOf(sealed, "RECEIVED")).to.deep.equal([
      "api-behind, likely",
      "The messaging API is behind: it says RECEIVED, and alpha shows that it was sealed 277 h 22 min ago.",
      "the messaging API: The message is RECEIVED.",
      "alpha, block 15: It was sealed in 0x000000000000000000000000000000000000000000000000000000000000000f.",
      "fix: nothing, the API will catch up; the message is delivered without it: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    expect(await linesOf(delivered, "EXECUTING")).to.deep.equal([
      "api-behind, likely",
      "The messaging API is behind: it says EXECUTING, and beta shows that it was executed 276 h 57 min ago.",
      "the messaging API: The message is EXECUTING.",
      "beta, block 30: It was executed in 0x000000000000000000000000000000000000000000000000000000000000001e.",
      "fix: nothing, the API will catch up; the message is delivered without it: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    expect(await linesOf(waiting, "SEALED")).to.deep.equal([
      "chain-behind, likely",
      "The messaging API says SEALED, and the node of alpha does not show that the message was sealed: the node lags behind, follows another fork, or a reorg took it back.",
      "the messaging API: The message is SEALED.",
      "alpha, block 80: The message was not sealed there. The block is of 1970-01-01T02:13:20.000Z.",
      "fix: try again when the node of alpha has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    expect(await linesOf(sealed, "EXECUTION_SUCCESS")).to.deep.equal([
      "chain-behind, likely",
      "The messaging API says EXECUTION_SUCCESS, and the node of beta does not show that the message was executed: the node lags behind, follows another fork, or a reorg took it back.",
      "the messaging API: The message is EXECUTION_SUCCESS.",
      "beta, block 90: The message was not executed there. The block is of 1970-01-01T02:30:00.000Z.",
      "fix: try again when the node of beta has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    const failed = (status: string, execute?: string) => {
      const { details, ...subject } = messageCase(journeyWith(arrivalWith([])), { reported: reportedAs(status) })
      const execution = execute === undefined ? undefined : ({ execute } as never)
      const { fix, ...cause } = findReportedFailure({ ...subject, details: { ...details, execution } })!
      return causeLines([{ ...cause, fix: fix === undefined ? undefined : "one" }])
    }
    expect(await failed("EXECUTION_FAILURE", "succeeds")).to.deep.equal([
      "given-up, likely",
      "The messaging API says EXECUTION_FAILURE: the execution of the message at the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta has failed, and is not tried again. In a simulation its execution succeeds now.",
      "the messaging API: The message is EXECUTION_FAILURE.",
      "fix: one",
    ])
    expect(await failed("INBOUND_REVERTING", "reverts")).to.deep.equal([
      "inbound-reverts, likely",
      "The messaging API says INBOUND_REVERTING: the execution of the message at the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta has failed. What was read does not show why.",
      "the messaging API: The message is INBOUND_REVERTING.",
      "fix: one",
    ])
    expect(await failed("INBOUND_REVERTING")).to.deep.equal([
      "inbound-reverts, likely",
      "The messaging API says INBOUND_REVERTING: the execution of the message at the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta has failed. What was read does not show why.",
      "the messaging API: The message is INBOUND_REVERTING.",
    ])
  })

  it("minds no API that says as much, was not asked, or is behind by a time that is not known", () => {
    const late = 99_000_000
    expect(causesOf(sealed, "SEALED", late)).to.deep.equal([])
    expect(causesOf(proposed, "VERIFIED", late)).to.deep.equal([])
    expect(causesOf(sealed, "RECEIVED", late, { isApiRead: false })).to.deep.equal([])
    for (const unknown of [true, { ...minedIn(15), timestamp: null }]) {
      expect(causesOf(journeyWith(arrivalWith([]), { sealed: unknown }), "RECEIVED", late)).to.deep.equal([])
    }
    expect(causesOf(journeyWith(arrivalWith([proposal({ mined: null })])), "SEALED", late)).to.deep.equal([])
    expect(causesOf(journeyWith(arrivalWith([], { executed: true })), "SEALED", late)).to.deep.equal([])
  })

  it("says which node is behind an API that says more", () => {
    expect(causesOf(waiting, "SEALED", 0)).to.deep.equal([["chain-behind", api, "alpha, block 80"]])
    expect(causesOf(sealed, "PROPOSED", 0)).to.deep.equal([["chain-behind", api, "beta, block 90"]])
    expect(causesOf(proposed, "EXECUTION_SUCCESS", 0)).to.deep.equal([["chain-behind", api, "beta, block 90"]])
    expect(causesOf(journeyWith(problem, { sealed: false }), "SEALED", 0)[0]![2]).to.equal("alpha, block 80")
    expect(causesOf(journeyWith(problem), "EXECUTION_SUCCESS", 99_000_000)).to.deep.equal([])
  })

  it("names each silence by its kind", () => {
    const names = (["unknown chain", "key refused", "no answer"] as const).map((kind) => {
      const [cause] = findSilence({ kind, says: "x".repeat(300) }, sealed.src)
      expect(cause!.evidence[0]!.says).to.have.length(200)
      return [cause!.name, cause!.certainty]
    })
    expect(names).to.deep.equal([
      ["api-unknown-chain", "possible"],
      ["api-key-refused", "possible"],
      ["api-unreachable", "possible"],
    ])
    expect(findSilence(undefined, sealed.src)).to.deep.equal([])
  })
})

describe("weighAgainstApi", () => {
  const cause = (name: MessageCause["name"]): MessageCause => ({ name, says: "", evidence: [], fix: "mend it" })
  const causes = [cause("attestations-missing"), cause("not-proposed"), cause("chain-not-read")]
  const weighed = (journey: Journey, status?: string) =>
    weighAgainstApi(
      messageCase(journey, { reported: status === undefined ? undefined : reportedAs(status) }),
      causes,
    ).map(({ certainty = "certain", fix }) => `${certainty}${fix === "mend it" ? "" : ", compare"}`)

  it("doubts what an API contradicts, and lets nothing be sent again that it says was delivered", () => {
    expect(weighed(proposed)).to.deep.equal(["certain", "certain", "certain"])
    expect(weighed(proposed, "PROPOSED")).to.deep.equal(["certain", "certain", "certain"])
    expect(weighed(proposed, "ATTESTED")).to.deep.equal(["certain", "certain", "certain"])
    expect(weighed(proposed, "VERIFIED")).to.deep.equal(["likely", "certain", "certain"])
    expect(weighed(waiting, "SEALED")).to.deep.equal(["certain", "certain", "certain"])
    expect(weighed(sealed, "PROPOSED")).to.deep.equal(["possible", "possible", "certain"])
    expect(weighed(proposed, "EXECUTION_SUCCESS")).to.deep.equal(["possible, compare", "possible, compare", "certain"])
    expect(weighed(delivered, "EXECUTION_SUCCESS")).to.deep.equal(["likely, compare", "likely, compare", "certain"])
  })
})

describe("findReportedFailure", () => {
  const found = (journey: Journey, status: string | undefined, execution?: object) => {
    const { details } = messageCase(journey)
    const reported = status === undefined ? undefined : reportedAs(status)
    const cause = findReportedFailure(messageCase(journey, { reported, details: { ...details, execution } as never }))
    return cause && [cause.name, cause.certainty, cause.fix !== undefined]
  }

  it("believes the API that executions fail, of a message that was not delivered on a chain that was read", () => {
    expect(found(proposed, "EXECUTION_FAILURE", {})).to.deep.equal(["given-up", "likely", true])
    expect(found(proposed, "INBOUND_REVERTING")).to.deep.equal(["inbound-reverts", "likely", false])
    expect(found(proposed, "EXECUTING")).to.equal(undefined)
    expect(found(proposed, undefined)).to.equal(undefined)
    expect(found(delivered, "EXECUTION_FAILURE")).to.equal(undefined)
    expect(found(journeyWith(problem), "EXECUTION_FAILURE")).to.equal(undefined)
  })
})
