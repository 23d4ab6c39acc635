import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError } from "viem"

import { explain, type Explainer, type FoundCause } from "../../src/explaining/explain.js"
import { findVerdict } from "../../src/explaining/verdict.js"
import { AbortedError } from "../../src/http/errors.js"

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
