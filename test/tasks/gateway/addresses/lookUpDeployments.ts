import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { deploymentsError, lookUpDeployments } from "#tasks/gateway/addresses.js"

const chains = ["alpha", "beta", "gamma"].map((name, index) => ({ name, slug: 41001 + index, network: name }))
const failed = new InvalidInputError({ argument: "x", problem: "it is wrong", fix: "Correct it." })
const deployment = (isStuck?: boolean) =>
  ({ state: "DEPLOYED", onChainAddress: null, forwarderAddress: null, isStuck }) as never

describe("lookUpDeployments", () => {
  it("throws what is a bug, and that it was aborted", async () => {
    for (const error of [new TypeError("a bug"), new AbortedError()]) {
      const work = lookUpDeployments(chains, () => Promise.reject(error))
      expect(await work.catch((thrown: unknown) => thrown)).to.equal(error)
    }
  })
})

describe("deploymentsError", () => {
  const row = (index: number, error: InvalidInputError | null, isStuck?: boolean) => ({
    ...{ chain: chains[index]!, deployment: error === null ? deployment(isStuck) : null, error },
  })

  it("is that a deployment is stuck before that a chain was not read, and names the chains", () => {
    expect(deploymentsError([row(0, null), row(1, null, false)])).to.equal(undefined)
    const stuck = deploymentsError([row(0, null, true), row(1, failed), row(2, null, true)])
    expect(stuck?.code).to.equal("SHOWN_FAILURE")
    expect(stuck?.message).to.contain("alpha, gamma")
    const unread = deploymentsError([row(0, null), row(1, failed)])
    expect(unread?.code).to.equal("PARTLY_READ")
    expect(unread?.message).to.contain("beta").and.not.to.contain("alpha")
  })
})
