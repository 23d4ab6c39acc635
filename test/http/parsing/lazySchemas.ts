import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { lazySchemas } from "#src/http/parsing/lazySchemas.js"
import { createTransport } from "#src/http/transport.js"
import { failure } from "#test/fixtures/failure.js"

function countLoads() {
  const loads: string[] = []
  const schemas = lazySchemas(() => {
    loads.push("loaded")
    return Promise.resolve({ fee: z.object({ fee: z.string() }) })
  })
  return { loads, schema: schemas(({ fee }) => fee) }
}

describe("lazySchemas", () => {
  it("loads a schema when an answer is there, once", async () => {
    const { loads, schema } = countLoads()
    const loadedBefore: number[] = []
    const fetch: typeof globalThis.fetch = () => {
      loadedBefore.push(loads.length)
      return Promise.resolve(Response.json({ fee: "1" }))
    }
    const transport = createTransport({ baseUrl: "http://127.0.0.1:1", fetch })
    expect(await transport.get({ route: "/", query: {}, schema })).to.deep.equal({ fee: "1" })
    expect(await transport.get({ route: "/", query: {}, schema })).to.deep.equal({ fee: "1" })
    expect(loadedBefore).to.deep.equal([0, 1])
    expect(loads).to.have.lengthOf(1)
  })

  it("loads none where a server refuses", async () => {
    const { loads, schema } = countLoads()
    const fetch: typeof globalThis.fetch = () => Promise.resolve(Response.json({ message: "no" }, { status: 400 }))
    const transport = createTransport({ baseUrl: "http://127.0.0.1:1", fetch })
    await failure(transport.get({ route: "/", query: {}, schema }))
    expect(loads).to.be.empty
  })
})
