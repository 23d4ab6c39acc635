import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError } from "viem"
import { getBlockNumber, getChainId } from "viem/actions"

import { explain, type Explainer, findVerdict, type FoundCause } from "#src/explaining/explain.js"
import { chainEvent } from "#src/explaining/Explanation.js"
import { AbortedError } from "#src/http/errors.js"
import { systemClock } from "#src/primitives/clock.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const table = {
  first: { verdict: "failed" },
  second: { verdict: "stuck" },
  "chain-not-read": { verdict: "unknown" },
} as const
type Name = "first" | "second"

const evidence = [{ source: "here", says: "It was read." }]

function explainer(...causes: FoundCause<Name>[]): Explainer<string, Name> {
  return {
    table,
    read: () => Promise.resolve("a"),
    finders: causes.map((cause) => (reading) => (reading === "a" ? [cause] : [])),
    summarize: (id, ranked) => {
      const item = { id, status: "", says: "", since: null }
      const verdict = findVerdict(ranked, { table, items: [item], arrived: new Set() })
      return { verdict, subject: { id }, says: ranked[0]?.says ?? "", items: [item], stories: [] }
    },
  }
}

describe("explain", () => {
  it("completes the short form of a cause", async () => {
    const { causes } = await explain(explainer({ name: "first", says: "One.", evidence, fix: "send it again" }), {})
    const mend = { who: "send it again", command: null }
    expect(causes).to.deep.equal([{ name: "first", certainty: "certain", says: "One.", evidence, mend, about: null }])
  })

  it("keeps what a cause says itself, and of its fix who, the command and by whom, also of one that is looked up", async () => {
    const mend = { who: "grant the role", command: "npx hardhat", by: "others" } as const
    const named = { name: "second", says: "Two.", evidence } as const
    const mends = async (fix: FoundCause<Name>["fix"]) =>
      (await explain(explainer({ ...named, certainty: "likely", about: "a", fix }), {})).causes
    const cause = { ...named, certainty: "likely", about: "a" }
    expect(await mends(mend)).to.deep.equal([{ ...cause, mend }])
    expect(await mends(() => Promise.resolve(mend))).to.deep.equal([{ ...cause, mend }])
    expect(await mends(() => Promise.resolve("wait"))).to.deep.equal([
      { ...cause, mend: { who: "wait", command: null } },
    ])
    expect(await mends(undefined)).to.deep.equal([{ ...cause, mend: null }])
  })

  it("says what was not asked in time, each method once, and sorts what happened", async () => {
    let now = 0
    const clock = { ...systemClock, now: () => now }
    const client = fakeNode(() => "0x2").client
    const event = (at: number) =>
      chainEvent(
        { name: "alpha" },
        { blockNumber: 1n, transactionHash: bytes32(1), timestamp: BigInt(at) },
        { title: "" },
      )
    const whole = explainer()
    const { causes, events } = await explain(
      {
        ...whole,
        async read(guard) {
          const [alpha, beta] = [guard.chain({ client, name: "alpha" }), guard.chain({ client, name: "beta" })]
          await getBlockNumber(alpha.client, { cacheTime: 0 })
          now = 7_000
          const asked = [getBlockNumber(alpha.client, { cacheTime: 0 }), getBlockNumber(alpha.client, { cacheTime: 0 })]
          await Promise.allSettled([...asked, getChainId(alpha.client), getChainId(beta.client)])
          return "a"
        },
        summarize: (reading, ranked) => ({
          ...whole.summarize(reading, ranked),
          stories: [[event(3), event(9)], [event(5)]],
        }),
      },
      { clock, timeout: 7_000 },
    )
    expect(
      causes.map(({ name, certainty, about, mend, ...cause }) => {
        return [{ name, certainty, about, evidence: cause.evidence }, mend?.command]
      }),
    ).to.deep.equal([
      [
        {
          ...{ name: "chain-not-read", certainty: "possible", about: null },
          evidence: [
            { source: "alpha", says: "It was not asked for eth_blockNumber, eth_chainId." },
            { source: "beta", says: "It was not asked for eth_chainId." },
          ],
        },
        null,
      ],
    ])
    expect(causes[0]?.says).to.contain("The 7 s for this explanation")
    expect(events.map(({ at }) => at)).to.deep.equal([3, 5, 9])
  })

  it("ends with its signal, whatever it reads", async () => {
    const interruption = new AbortController()
    const reading = { ...explainer(), read: () => new Promise<never>(() => undefined) }
    const ended = failure(explain(reading, { signal: interruption.signal }))
    interruption.abort()
    expect((await ended).code).to.equal("ABORTED")
  })

  it("ranks what is sure above what is earlier, and concludes from it", async () => {
    const early: FoundCause<Name> = { name: "first", certainty: "likely", says: "One.", evidence }
    const sure: FoundCause<Name> = { name: "second", says: "Two.", evidence }
    const { causes, verdict, says } = await explain(explainer(early, sure), {})
    expect(causes.map(({ name }) => name)).to.deep.equal(["second", "first"])
    expect([verdict, says]).to.deep.equal(["stuck", "Two."])
  })

  it("keeps a cause whose fix cannot be looked up", async () => {
    for (const error of [new BaseError("no answer"), new AbortedError()]) {
      const fix = () => Promise.reject(error)
      const { causes } = await explain(explainer({ name: "first", says: "One.", evidence, fix }), {})
      expect(causes[0]?.mend, error.name).to.include({ command: null })
    }
  })

  it("does not hide a bug behind a cause", async () => {
    const fix = () => Promise.reject(new TypeError("bug"))
    const failure = await explain(explainer({ name: "first", says: "One.", evidence, fix }), {}).catch(String)
    expect(failure).to.equal("TypeError: bug")
  })
})
