import { expect } from "chai"
import { describe, it } from "mocha"

import { findTransactionCauses } from "#extras/swap/src/explaining/findTransactionCauses.js"
import { again, brief, briefly, entry, now, other, swapWith } from "#extras/swap/test/fixtures/swapCases.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, user } from "#test/fixtures/wire/swapRoutes.js"

describe("the causes of a swap whose transaction did not succeed", () => {
  const causes = (sending: object, more: object = {}, transaction?: object) =>
    findTransactionCauses(swapWith({ sending, ...more }), transaction as never)

  it("are that it waits, or that it is not known whether it was sent", async () => {
    const [pending] = causes({ kind: "pending", hash: bytes32(3) })
    expect([await brief(pending!), pending!.says]).to.deep.equal([
      "transaction-pending",
      `The transaction ${bytes32(3)} was sent, and alpha has not mined it yet.`,
    ])
    expect(await briefly(causes({ kind: "unclear", says: "no" }))).to.deep.equal([
      "sending-unclear | look again once the node answers",
    ])
    for (const kind of ["nothing", "signed"]) expect(causes({ kind })).to.deep.equal([])
    expect(causes({ kind: "mined", receipt: { status: "success" } })).to.deep.equal([])
  })

  it("are that it was lost: it is resumed at once with its bytes, or else when its quote has expired", async () => {
    const lost = { kind: "lost", hash: bytes32(3) }
    const resume = "transaction-dropped | npx hardhat swap resume q-1"
    expect(await briefly(causes({ ...lost, submission: { raw: "0x12" } }))).to.deep.equal([resume])
    const [waits] = causes({ ...lost, submission: {} })
    expect(await brief(waits!)).to.equal("transaction-dropped | resume the swap once its quote has expired")
    expect(waits!.says).to.match(/ Its quote expires at 2026-01-01 00:01:00 UTC; resume it then\.$/)
    expect(await briefly(causes({ ...lost, submission: {} }, { now: now + 60 }))).to.deep.equal([resume])
    for (const more of [{ submission: { raw: "0x12" } }, { submission: undefined }]) {
      expect(causes({ ...lost, ...more })[0]!.says).to.match(/neither mined nor pending\.$/)
    }
    expect(await briefly(causes({ ...lost, submission: {} }, { now: now + 59 }))).to.not.deep.equal([resume])
    const seen = (submission: object | undefined, more: object = {}) =>
      causes({ ...lost, submission }, more)[0]!.evidence[0]?.says
    expect(seen(undefined)).to.equal("The node knows no transaction with this hash.")
    expect(seen({})).to.equal(`No transaction of ${user} has the nonce of the swap.`)
    const signed = { record: { entry: { ...entry, submission: { nonce: 0 } } } }
    expect(seen({}, signed)).to.equal(`No transaction of ${user} has the nonce 0.`)
    const stranger = "transaction-dropped | likely | the account that sent it sends it again"
    expect(await briefly(causes({ ...lost, submission: undefined }))).to.deep.equal([stranger])
    expect(await briefly(causes({ ...lost, submission: { raw: "0x" } }, { record: undefined }))).to.deep.equal([
      stranger,
    ])
  })

  it("are that another one was mined in its place, or that it reverted, and what it left allowed", async () => {
    const submission = { nonce: 7 }
    const record = { entry: { ...entry, submission } }
    const [replaced] = causes({ kind: "replaced", hash: bytes32(3), by: bytes32(4), why: "a late node" }, { record })
    expect([await brief(replaced!), replaced!.evidence[0]?.says]).to.deep.equal([
      `transaction-replaced | ${again}`,
      `Nonce 7 was used by ${bytes32(4)}.`,
    ])
    expect(replaced!.says).to.equal(
      `The transaction ${bytes32(4)} of ${user} was mined on alpha in place of the swap's transaction ${bytes32(3)}, which can never be mined. It was given up because of a late node.`,
    )
    const [unknown] = causes({ kind: "replaced", hash: undefined, by: undefined }, { record: undefined })
    expect(unknown!.evidence[0]?.says).to.equal("Nonce unknown was used by another transaction.")
    expect(unknown!.says).to.equal(
      "Another transaction of the account was mined on alpha in place of the swap's transaction, which can never be mined.",
    )
    const receipt = { status: "reverted", blockNumber: 5n, from: user, gasUsed: 8n }
    const left = { token: dai, spender: other, amount: 1_500_000n }
    const [reverted, allowance] = causes({ kind: "mined", hash: bytes32(3), receipt }, {}, { reason: "no", left })
    expect([await brief(reverted!), reverted!.evidence.length]).to.deep.equal([`transaction-reverted | ${again}`, 2])
    expect(reverted!.says).to.match(/ was mined on alpha and reverted: no\. Nothing was swapped\.$/)
    expect(await brief(allowance!)).to.equal(
      `allowance-left | possible | npx hardhat swap revoke --token ${dai} --spender ${other} --network alpha`,
    )
    expect(allowance!.says).to.contain("1.5 DAI")
    const [silent, ...none] = causes({ kind: "mined", hash: bytes32(3), receipt }, {}, { reason: undefined })
    expect([silent!.evidence.length, none]).to.deep.equal([1, []])
    expect(silent!.says).to.match(/ reverted\. Nothing was swapped\.$/)
    expect(causes({ kind: "mined", hash: bytes32(3), receipt }, { origin: undefined }, { left })).to.have.length(1)
    expect(causes({ kind: "mined", hash: bytes32(3), receipt }, { record: undefined }, { left })).to.have.length(1)
    const named = { origin: { client: {}, chainId: 41_001, name: "alpha", network: "alphaNet" } }
    const [, onNetwork] = causes({ kind: "mined", hash: bytes32(3), receipt }, named, { left })
    expect(await brief(onNetwork!)).to.match(/ --network alphaNet$/)
  })
})
