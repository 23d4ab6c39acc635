import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"

import { createLateExplainer } from "#extras/watch/tasks/watch/openWatch.js"
import { AbortedError } from "#src/http/errors.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { sendingNode } from "#test/fixtures/nodes/sendingNode.js"
import { projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { chainOf, message, node } from "#test/fixtures/worlds/messaging/watchedFacts.js"

const hre = {
  artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()), getAllArtifactPaths: () => new Set() },
  config: {
    networks: { gateway: { chainId: 9 } },
    plugs: {
      chains: { alpha: { slug: 1, network: "alpha" }, gamma: { slug: 3, network: "gamma" } },
      ...{ unidentified: {}, messaging: {}, gateway: {}, contracts: {}, devnet: { gateway: { chainId: 9 } } },
    },
    paths: { root: "/nowhere" },
  },
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

  it("says what explain says first, and what mends it, without the rest of the explanation", async () => {
    const { signal } = new AbortController()
    const answer = sendingNode(1, {}, { eth_getTransactionByHash: () => null })
    const request = (question: { method: string; params?: readonly unknown[] }) =>
      Promise.resolve().then(() => answer(question))
    const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
    const { hre: project } = projectOfNodes({ alpha: answer, beta: answer }, { baseUrl: "http://127.0.0.1:1" })
    // Nothing is waited for before it is asked again.
    const clock: Clock = {
      ...systemClock,
      sleep: (ms, stop) => (ms < 5_000 ? Promise.resolve() : systemClock.sleep(ms, stop)),
    }
    const explain = createLateExplainer(project, [chainOf(1, client, { slug: 41_001 })], { clock, signal })
    const { verdict, cause } = (await explain(message(1, { src: 41_001 })))!
    const { says, ...named } = cause!
    expect([verdict, named]).to.deep.equal([
      ...["unknown", { name: "transaction-not-found", next: "npx hardhat messaging list --chain alpha" }],
    ])
    expect(says).to.contain(message(1).tx)
  })
})
