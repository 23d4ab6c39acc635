import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { z } from "zod"

import { readRows } from "#src/plugin/arguments/readRows.js"
import { findDevnet } from "#tasks/devnet/findDevnet.js"
import { pauseRows } from "#tasks/devnet/index.js"
import { failure } from "#test/fixtures/failure.js"

const chains = [
  { name: "alpha", slug: 41_001 },
  { name: "beta", slug: 41_002 },
]

describe("findDevnet", () => {
  /** What the server says of itself, and answers to a method. */
  let index: object
  let answer: object
  let status = 200
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    let body = ""
    request.on("data", (part) => (body += String(part)))
    request.on("end", () => {
      const { id = 0 } = body === "" ? {} : (JSON.parse(body) as { id?: number })
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify(request.url === "/" ? index : { jsonrpc: "2.0", id, ...answer }))
    })
  })
  before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  after(() => void server.close())

  const portOf = () => (server.address() as AddressInfo).port
  const config = { devnet: { port: 1 } }
  const find = (signal = new AbortController().signal) => findDevnet({ port: portOf() }, config, signal)
  const named = { name: "hardhat-plugs devnet", chains }

  it("names its chains and the gateway's, and others by their slug", async () => {
    index = { ...named, gateway: { name: "gateway", slug: 43 } }
    const { nameOf, url, command } = await find()
    expect([41_001, 41_002, 43, 7].map(nameOf)).to.deep.equal(["alpha", "beta", "gateway", "7"])
    expect(url).to.equal(`http://127.0.0.1:${portOf()}`)
    expect(command("devnet step")).to.equal(`npx hardhat devnet step --port ${portOf()}`)
    index = named
    expect((await find()).nameOf(43)).to.equal("43")
  })

  it("takes the configured port where none is given, and leaves it out of commands", async () => {
    index = named
    const running = await findDevnet({ port: undefined }, { devnet: { port: portOf() } }, AbortSignal.any([]))
    expect(running.command("devnet step")).to.equal("npx hardhat devnet step")
  })

  it("takes every port that there is, and no other number", async () => {
    const codeOf = async (port: string) => {
      const find = async () => await findDevnet(readRows(pauseRows, { port }), config, AbortSignal.any([]))
      const { code, facts } = await failure(find())
      return [code, facts["argument"]]
    }
    for (const port of ["1", "65535"]) expect(await codeOf(port), port).to.deep.equal(["NO_DEVNET", undefined])
    for (const port of ["0", "65536", "-1", "x"]) {
      expect(await codeOf(port), port).to.deep.equal(["INVALID_INPUT", "--port"])
    }
  })

  it("gives the answer of a method, which is asked for on the first chain, and refuses what is no such answer", async () => {
    index = named
    const { request } = await find()
    asked.length = 0
    answer = { result: ["seal"] }
    expect(await request("devnet_pause", z.array(z.string()))).to.deep.equal(["seal"])
    expect(asked).to.deep.equal(["/rpc/alpha"])
    answer = { result: 5 }
    expect((await failure(request("devnet_pause", z.array(z.string())))).code).to.equal("DEVNET_REFUSED")
    answer = { error: { code: -32_603, message: "no gas" } }
    const refused = await failure(request("devnet_step", z.array(z.string())))
    expect(refused).to.include({ code: "DEVNET_REFUSED" })
    expect(refused.facts).to.include({ method: "devnet_step" })
    expect(refused.message).to.contain("no gas")
    expect(asked, "nothing is done twice").to.have.length(3)
  })

  it("is no devnet without a chain, or with another name", async () => {
    for (const other of [{ ...named, chains: [] }, { ...named, name: "anvil" }, {}]) {
      index = other
      expect((await failure(find())).code).to.equal("NO_DEVNET")
    }
  })

  it("asks a server that fails once, because a devnet that runs does not", async () => {
    index = named
    asked.length = 0
    status = 503
    try {
      expect((await failure(find())).code).to.equal("NO_DEVNET")
      expect(asked).to.deep.equal(["/"])
    } finally {
      status = 200
    }
  })

  it("says that it was interrupted, and not that there is no devnet", async () => {
    index = named
    expect((await failure(find(AbortSignal.abort()))).code).to.equal("ABORTED")
    const stopped = new AbortController()
    const { request } = await find(stopped.signal)
    stopped.abort()
    expect((await failure(request("devnet_step", z.array(z.string())))).code).to.equal("ABORTED")
  })
})
