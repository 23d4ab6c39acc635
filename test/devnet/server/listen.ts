import { expect } from "chai"
import { describe, it } from "mocha"

import { listen } from "#src/devnet/server/listen.js"

describe("listen", () => {
  it("closes without waiting for a request that is never answered", async () => {
    const arrived = Promise.withResolvers<undefined>()
    const server = await listen(() => {
      arrived.resolve(undefined)
      return new Promise<Response>(() => undefined)
    }, 0)
    const answer = fetch(server.url).then(
      () => "answered",
      () => "cut off",
    )
    await arrived.promise
    await server.close()
    expect(await answer).to.equal("cut off")
  })

  it("closes once, and says so", async () => {
    const server = await listen(() => new Response(), 0)
    await server.close()
    const error: unknown = await server.close().catch((thrown: unknown) => thrown)
    expect(error).to.have.property("code", "ERR_SERVER_NOT_RUNNING")
  })
})
