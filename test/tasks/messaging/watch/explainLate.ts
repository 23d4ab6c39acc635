import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "../../../../src/http/errors.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { createLateExplainer } from "../../../../tasks/messaging/watch/explainLate.js"
import { chainOf, message, node } from "../../../fixtures/worlds/messaging/watchedFacts.js"

const hre = {
  artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()), getAllArtifactPaths: () => new Set() },
  config: { plugs: { chains: { alpha: { slug: 1, network: "alpha" }, gamma: { slug: 3, network: "gamma" } } } },
} as never

describe("createLateExplainer", () => {
  it("explains nothing of a chain that is not configured or not watched, or that does not answer now", async () => {
    const { signal } = new AbortController()
    const asked: number[] = []
    const watched = [1, 2].map((slug) =>
      chainOf(slug, node({ eth_getTransactionReceipt: () => (asked.push(slug), Promise.reject(new Error("away"))) })),
    )
    const explain = createLateExplainer(hre, watched, { clock: systemClock, signal })
    // In this order: configured and watched, watched alone, configured alone.
    for (const src of [1, 2, 3]) expect(await explain(message(1, { src }))).to.equal(undefined)
    expect(asked).to.deep.equal([1])
    const stopped = createLateExplainer(hre, watched, { clock: systemClock, signal: AbortSignal.abort() })
    expect(await stopped(message(1)).catch((error: unknown) => error)).to.be.instanceOf(AbortedError)
  })
})
