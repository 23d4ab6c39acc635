import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import { settleSubmission } from "#extras/swap/src/execution/settleSubmission.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, type NodeAnswers } from "#test/fixtures/nodes/fakeNode.js"
import { journalEntry } from "#test/fixtures/wire/swapRoutes.js"

const sent = journalEntry()
const submission = sent.submission!
const { hash, nonce } = submission
/** As a wallet or a node signs, which keeps the bytes. */
const elsewhere = { ...submission, raw: undefined }

/** Settles a recorded transaction before its quote expires, over a node that counts so many transactions of the account. */
async function settle(entry: object, count: number, answers: NodeAnswers = {}) {
  const { client } = fakeNode({
    eth_chainId: () => numberToHex(41001),
    eth_blockNumber: () => "0x20",
    eth_getTransactionCount: () => numberToHex(count),
    ...answers,
  })
  const clock = { now: () => 1_700_000_000_000 }
  const whole = { ...sent, ...entry }
  const parameters = { publicClient: client, walletClient: client, client: { clock } }
  return await settleSubmission(
    { parameters, account: { type: "json-rpc", address: sent.account }, id: whole.quoteId, entry: whole } as never,
    whole.submission!,
  )
}

describe("what became of a transaction that was recorded", () => {
  const down = { eth_getTransactionCount: () => Promise.reject(new Error("missing trie node")) }

  it("is to be sent again if no node has it, but awaited where only another can send it", async () => {
    expect(await settle({}, nonce)).to.deep.equal({ kind: "unsent" })
    expect(await settle({ submission: elsewhere }, nonce)).to.deep.equal({ kind: "sent", hash })
    const signed = { state: "SIGNED", submission: { ...elsewhere, hash: undefined } }
    expect(await settle(signed, nonce)).to.deep.equal({ kind: "unsent" })
  })

  it("is awaited if it was sent and the node cannot tell now, and is not known if it was only signed", async () => {
    expect(await settle({}, nonce, down)).to.deep.equal({ kind: "sent", hash })
    expect(await settle({ submission: elsewhere }, nonce, down)).to.deep.equal({ kind: "sent", hash })
    const error = await failure(settle({ state: "SIGNED" }, nonce, down))
    expect([error.code, error.facts["nonce"]]).to.deep.equal(["SUBMISSION_UNCLEAR", String(nonce)])
  })

  it("is not asked about where the execution is over, or a client is on another chain", async () => {
    const nothing = { eth_chainId: () => Promise.reject(new Error("asked")) }
    const over = await settle({ state: "REPLACED" }, nonce, nothing)
    expect([over.kind, "entry" in over && over.entry.state]).to.deep.equal(["over", "REPLACED"])
    const wrong = await failure(settle({}, nonce, { eth_chainId: () => "0x1" }))
    expect([wrong.code, wrong.facts["reason"]]).to.deep.equal(["ROUTE_REFUSED", "WRONG_CHAIN"])
  })
})
