import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { openDevnet } from "#tasks/devnet/devnet.js"
import { failure } from "#test/fixtures/failure.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

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

  it("says who has the port, another program or a devnet with which chains, and which port to take", async () => {
    let index: object = {}
    await using server = await listenLocally((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(index))
    })
    const { port } = server
    const { signal } = new AbortController()
    const taken = async () => await failure(openDevnet({ port, chains: ["alpha", "beta"] }, signal))
    const other = await taken()
    expect([other.code, other.facts["url"]]).to.deep.equal(["PORT_BUSY", `http://127.0.0.1:${port}`])
    expect(other.shortMessage).to.contain(`${port}`).and.contain("another program")
    const chains = ["red", "blue"].map((name, slug) => ({ name, slug }))
    index = { name: "hardhat-plugs devnet", chains, project: "of/another" }
    const devnet = await taken()
    expect(devnet.code).to.equal("PORT_BUSY")
    expect([devnet.facts["project's folder"], other.facts["project's folder"]]).to.deep.equal(["of/another", undefined])
    expect(devnet.shortMessage).to.contain("red, blue").and.contain(`${port}`)
    expect([other.next, devnet.next].map((next) => next?.includes("Use that devnet"))).to.deep.equal([false, true])
    for (const { next } of [other, devnet]) {
      expect(next)
        .to.contain(`--port ${port + 1},`)
        .and.contain(`{ port: ${port + 1} }`)
    }
    expect(getEventListeners(signal, "abort"), "Ctrl-C means the devnet no more").to.deep.equal([])
  })
})
