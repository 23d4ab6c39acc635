import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { parseResponse } from "#src/http/response/parseResponse.js"
import { failure } from "#test/fixtures/failure.js"

const facts = { method: "GET", origin: "http://127.0.0.1", route: "/a", attempts: 1, elapsed: 1, requestId: undefined }

const parse = (body: string, schema: z.ZodType) =>
  parseResponse(new Response("", { headers: { "content-type": "text/x" } }), new TextEncoder().encode(body), {
    ...{ schema, facts: facts as never, redact: (text: string) => text, now: 0, url: new URL("http://127.0.0.1/a") },
  })

describe("parseResponse", () => {
  it("takes a value of one letter, and no body without any, whatever the schema takes", async () => {
    expect(await parse("7", z.number())).to.equal(7)
    for (const schema of [z.number(), z.unknown()]) {
      const { code, shortMessage, facts: told } = await failure(parse("", schema))
      expect([code, told["content type"]]).to.deep.equal(["MALFORMED_RESPONSE", "text/x"])
      expect(shortMessage).to.contain("its body is empty")
    }
  })

  it("says how much it has of what is no JSON, and how it begins", async () => {
    const { code, facts: told } = await failure(parse("<html>", z.unknown()))
    expect([code, told["body"]]).to.deep.equal(["MALFORMED_RESPONSE", "6 bytes, beginning with <html>"])
  })
})
