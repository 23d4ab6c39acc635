import { expect } from "chai"
import { describe, it } from "mocha"

import { ActorFailedError, createFailureLog, EndlessWorkError } from "#src/devnet/relay/failures.js"

const place = (stage: string, chainSlug: number) => ({ stage, chainSlug })

describe("why actors fail", () => {
  it("is reported once for each cause and place, until the actor has worked again", () => {
    const reported: unknown[] = []
    const log = createFailureLog((error) => reported.push((error as ActorFailedError).reason))
    const fail = (reason: string, at = place("seal", 1)) => {
      log.failed(new ActorFailedError({ ...at, cause: new Error(reason) }), at)
      return reported.splice(0)
    }
    const hash = (digit: number) => `0x${String(digit).repeat(64)}`
    const account = (digit: number) => `0x${String(digit).repeat(40)}`
    expect(fail("has 5 of 7")).to.deep.equal(["has 5 of 7"])
    for (const same of ["has 5 of 7", "has 60 of 8"]) expect(fail(same)).to.deep.equal([])
    expect(fail(`nonce of ${hash(1)}`)).to.have.length(1)
    expect(fail(`nonce of ${hash(2)}`)).to.have.length(0)
    expect(fail(`funds of ${account(1)}`)).to.have.length(1)
    expect(fail(`funds of ${account(2)}`)).to.have.length(1)
    expect([fail("has 1 of 2", place("seal", 2)).length, fail("has 1 of 2", place("propose", 1)).length]).to.deep.equal(
      [1, 1],
    )
    const current = () => log.current().map(({ stage, chainSlug, reason }) => `${stage} ${chainSlug} ${reason}`)
    expect(current()).to.deep.equal([`seal 1 funds of ${account(2)}`, "seal 2 has 1 of 2", "propose 1 has 1 of 2"])
    log.worked(place("seal", 1))
    expect(current()).to.deep.equal(["seal 2 has 1 of 2", "propose 1 has 1 of 2"])
    expect([fail("has 5 of 7"), fail("has 1 of 2", place("seal", 2))]).to.deep.equal([["has 5 of 7"], []])
  })

  it("is told with its place, in one sentence", () => {
    const { shortMessage, facts, reason } = new ActorFailedError({ ...place("seal", 7), cause: new Error("no funds.") })
    expect(shortMessage).to.equal('The devnet\'s actor for "seal" on 7 failed: no funds.')
    expect([facts, reason]).to.deep.equal([{ stage: "seal", chain: "7", reason: "no funds." }, "no funds."])
    expect(new EndlessWorkError({ begun: 9 }).facts).to.deep.equal({ begun: "9" })
  })
})
