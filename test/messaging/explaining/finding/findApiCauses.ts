import { expect } from "chai"
import { describe, it } from "mocha"

import {
  findApiCauses,
  findReportedFailure,
  findSilence,
  weighAgainstApi,
} from "../../../../src/messaging/explaining/finding/findApiCauses.js"
import type { MessageCause } from "../../../../src/messaging/explaining/MessageCase.js"
import type { Journey } from "../../../../src/messaging/reading/Journey.js"
import {
  arrivalWith,
  journeyWith,
  messageCase,
  minedIn,
  proposal,
  reportedAs,
} from "../../../fixtures/wire/messageFacts.js"

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
