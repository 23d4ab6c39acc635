import { expect } from "chai"
import { describe, it } from "mocha"

type Module = typeof import("#src/plugin/connection/chains/abandonedRequests.js")

describe("requests that nobody waits for any more", () => {
  it("keep a process alive once one is noted, and not before", async () => {
    // As a process of its own loads it: other tests have noted some.
    const path = "../../../../src/plugin/connection/chains/abandonedRequests.ts?fresh"
    const { hasAbandonedRequests, noteAbandonedRequest } = (await import(path)) as Module
    expect(hasAbandonedRequests()).to.equal(false)
    expect([noteAbandonedRequest(), noteAbandonedRequest()]).to.deep.equal([1, 2])
    expect(hasAbandonedRequests()).to.equal(true)
  })
})
