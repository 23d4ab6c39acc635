import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { failure } from "../../fixtures/failure.js"
import { json } from "../../fixtures/servers/fakeFetch.js"
import { createWorld } from "../../fixtures/worlds/messaging/transportWorld.js"

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
