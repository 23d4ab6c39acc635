import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError, zeroAddress } from "viem"

import { NodeFailedError } from "#src/onchain/callErrors.js"
import {
  InsufficientBalanceError,
  NotMinedError,
  NotSubmittedError,
  TooFewConfirmationsError,
  TransactionReplacedError,
  TransactionRevertedError,
} from "#src/onchain/transactionErrors.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the errors of transactions", () => {
  const [hash, other] = [bytes32(7), bytes32(8)]
  const call = { address: zeroAddress, functionName: "go" }

  it("tell what was refused from what may have been sent", () => {
    const refused = new NotSubmittedError({ call, error: new BaseError("nonce too low") })
    expect(refused.facts).to.include({ contract: zeroAddress, reason: "nonce too low" })
    expect(refused.message).to.contain("go was not accepted")
    const malformed = new NodeFailedError({ functionName: "eth_sendRawTransaction" }, "its answer is no hash")
    const unclear = new NotSubmittedError({ call, error: new BaseError("it failed", { cause: malformed }) })
    expect(unclear.message).to.contain("go may have been sent")
    expect(unclear.next).to.not.equal(refused.next)
    const reading = new NodeFailedError({ functionName: "eth_chainId" }, "its answer is no number")
    const before = new NotSubmittedError({ call, error: new BaseError("it failed", { cause: reading }) })
    expect(before.next).to.equal(refused.next)
  })

  it("have the hash, by which a person finds the transaction, and what is known of it", () => {
    const silent = new NotMinedError({ hash, error: undefined })
    expect([silent.hash, silent.facts]).to.deep.equal([hash, { transaction: hash, reason: "the node did not answer" }])
    expect(new NotMinedError({ hash, error: new BaseError("not found") }).facts).to.include({ reason: "not found" })
    const few = new TooFewConfirmationsError({ hash, depth: 2, confirmations: 12 })
    expect([few.hash, few.facts]).to.deep.equal([hash, { transaction: hash, confirmations: "2 of 12" }])
    expect(few.message).to.contain("12 confirmations")
    const replaced = new TransactionReplacedError({ hash, replacedBy: other })
    expect([replaced.hash, replaced.replacedBy]).to.deep.equal([hash, other])
    expect(replaced.facts).to.deep.equal({ transaction: hash, "replaced by": other })
    const reverted = new TransactionRevertedError({ call, hash, reason: undefined })
    expect([reverted.hash, reverted.facts["transaction"], "reason" in reverted.facts]).to.deep.equal([
      ...[hash, hash, false],
    ])
    for (const error of [silent, few, replaced, reverted]) expect(error.message).to.have.length.above(20)
  })

  it("say what an account has and needs, in coins", () => {
    const poor = { account: zeroAddress, balance: 12n * 10n ** 17n, needed: 3n }
    expect(new InsufficientBalanceError(poor).facts).to.deep.equal({
      account: zeroAddress,
      balance: "1.2 of the native token",
      needed: "0.000000000000000003, without gas",
    })
    expect(new InsufficientBalanceError({ ...poor, next: "Wait." }).next).to.equal("Wait.")
    expect(new InsufficientBalanceError(poor).next).to.be.a("string").and.not.equal("Wait.")
  })
})
