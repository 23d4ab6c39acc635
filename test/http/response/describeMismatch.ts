import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { closest, describeMalformed, describeMismatch } from "#src/http/response/describeMismatch.js"
import { failure } from "#test/fixtures/failure.js"
import { json } from "#test/fixtures/servers/fakeFetch.js"
import { createWorld } from "#test/fixtures/worlds/messaging/transportWorld.js"

describe("an error points at the difference from the schema", () => {
  const nested = z.object({ result: z.array(z.object({ from: z.object({ slug: z.number() }) })) })

  async function mismatch(body: unknown, against: z.ZodType = nested): Promise<Readonly<Record<string, string>>> {
    const { transport, clock } = createWorld([json(body)])
    const error = await failure(clock.run(transport.get({ route: "/", query: {}, schema: against })))
    expect(error.code).to.equal("MALFORMED_RESPONSE")
    return error.facts
  }

  it("by its path and what is there", async () => {
    const facts = await mismatch({ result: [{ from: { slug: 1 } }, { from: { slug: "one" } }] })
    expect(facts).to.include({ path: "result[1].from.slug", found: '"one"' })
  })

  it("by what is missing", async () => {
    expect(await mismatch({ result: [{}] })).to.include({ path: "result[0].from", found: "nothing" })
  })

  it("as the whole body if that is wrong", async () => {
    expect(await mismatch([1, 2])).to.include({ path: "the whole body", found: "an array of 2" })
    expect(await mismatch(null)).to.include({ path: "the whole body", found: "null" })
  })

  it("without repeating it", async () => {
    const facts = await mismatch({ result: "x".repeat(100_000) })
    expect(facts["found"]).to.have.length.below(80)
    const wide = await mismatch({
      result: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, i])),
    })
    expect(wide["found"]).to.have.length.below(100)
  })

  it("in the most likely alternative of a union", async () => {
    const either = z.union([z.object({ other: z.string() }), nested, z.array(z.string())])
    expect(await mismatch({ result: [{ from: { slug: null } }] }, either)).to.include({
      path: "result[0].from.slug",
      found: "null",
    })
  })

  it("even when a schema's transform throws", async () => {
    const exploding = z.object({ fee: z.string().transform((text) => BigInt(text)) })
    expect(await mismatch({ fee: "sesame" }, exploding)).to.include({ path: "the whole body" })
  })
})

describe("what is there instead", () => {
  const shown = (value: unknown) =>
    describeMismatch({ it: value }, [{ path: ["it"], message: "m" } as never], String).found

  it("is a text, a value, or the first eight keys of an object", () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
    expect([undefined, "a", 7, true, null, [], [1, 2], {}, keys(8), keys(9)].map(shown)).to.deep.equal([
      ...["nothing", '"a"', "7", "true", "null", "an array of 0", "an array of 2", "an empty object"],
      ...["an object with k0, k1, k2, k3, k4, k5, k6, k7", "an object with k0, k1, k2, k3, k4, k5, k6, k7"],
    ])
  })

  it("is nothing where what should have it is no object", () => {
    const found = describeMismatch({ it: "a text" }, [{ path: ["it", "fee", "wei"], message: "m" } as never], String)
    expect(found).to.deep.equal({ path: "it.fee.wei", expected: "m", found: "nothing" })
  })

  it("is described against what our schemas expect in their own words, and zod's objects in ours", () => {
    const expected = (issue: object) => closest([{ path: [], message: "words", ...issue } as never]).message
    expect(expected({ code: "invalid_type", expected: "object" })).to.equal("an object")
    expect(expected({ code: "invalid_type", expected: "string" })).to.equal("words")
    expect(expected({ code: "custom", expected: "object" })).to.equal("words")
    const empty = { code: "invalid_union", errors: [[], []], path: ["fee"] }
    expect(closest([{ message: "words", ...empty } as never])).to.deep.equal({ path: ["fee"], message: "words" })
    expect(closest([])).to.deep.equal({ path: [], message: "another value" })
  })
})

describe("describeMalformed", () => {
  it("names twenty parts with their ids, shortened, and counts all", () => {
    const lengths: (number | undefined)[] = []
    const redact = (text: string, length?: number) => {
      lengths.push(length)
      return text
    }
    const issue = { path: ["fee"], message: "an amount" }
    const part = (index: number, id?: string) => ({ path: ["routes", index], value: { fee: "lots" }, issue, id })
    const [one, other] = [part(3, "name Own"), part(4)]
    expect(describeMalformed("/quote", [one, other] as never, redact)).to.deep.equal({
      ...{ route: "/quote", count: 2 },
      parts: [
        { part: "routes[3] (name Own)", path: "fee", expected: "an amount", found: '"lots"' },
        { part: "routes[4]", path: "fee", expected: "an amount", found: '"lots"' },
      ],
    })
    expect(lengths).to.deep.equal([160, 100, undefined, 160, undefined, 160, undefined, 160, undefined])
    const many = describeMalformed(
      "/quote",
      Array.from({ length: 21 }, (_, index) => part(index)),
      redact,
    )
    expect([many.count, many.parts.length]).to.deep.equal([21, 20])
  })
})
