import { expect } from "chai"
import { describe, it } from "mocha"

import { openDevnet } from "../../../tasks/devnet/openDevnet.js"
import { failure } from "../../fixtures/failure.js"
import { freePort } from "../../fixtures/servers/freePort.js"

describe("openDevnet", () => {
  it("ends at once when Ctrl-C comes while the devnet starts", async () => {
    const interruption = new AbortController()
    const opening = openDevnet({ port: await freePort() }, interruption.signal)
    interruption.abort()
    expect(await failure(opening)).to.have.property("code", "ABORTED")
  })

  it("does not start for a signal that was aborted before", async () => {
    expect(await failure(openDevnet({ port: await freePort() }, AbortSignal.abort()))).to.have.property(
      "code",
      "ABORTED",
    )
  })
})
