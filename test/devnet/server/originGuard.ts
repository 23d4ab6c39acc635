import { request } from "node:http"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { type Devnet, OriginRefusedError, startDevnet } from "#src/devnet/index.js"

const listed = "http://localhost:5173"
const json = { "content-type": "application/json" }

describe("S-30 a web page that reaches the devnet", () => {
  let devnet: Devnet
  const reports: unknown[] = []
  before(async () => {
    devnet = await startDevnet({ allowedOrigins: [`${listed}/`, "chrome-extension://abcdefgh"] })
    devnet.onError((error) => reports.push(error))
  })
  after(() => devnet.stop())

  const routes = [
    "/",
    "/rpc/alpha",
    "/rpc/gateway",
    "/messaging/v1/messages-from-tx",
    "/gateway/getAddresses",
    "/swap/v3/swap/supported-chains",
    "/nowhere",
  ]
  const spend = () => {
    const [from, to] = devnet.chains.alpha.accounts
    const params = [{ from, to, value: "0xde0b6b3a7640000" }]
    return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params })
  }
  /** Node's fetch lets headers be set that no page can set. */
  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> =>
    fetch(`${devnet.url}${path}`, { ...init, headers })
  const sent = () => {
    const { publicClient, accounts } = devnet.chains.alpha
    return publicClient.getTransactionCount({ address: accounts[0]! })
  }
  const corsOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith("access-control"))

  for (const [who, origin] of [
    ["a page of another site", "https://evil.example"],
    ["a page of another server on this machine", "http://localhost:3000"],
    ["a page of the same address and another port", "http://127.0.0.1:1"],
    ["a page whose host looks like an own name", "http://localhost.evil.example"],
    ["a sandboxed frame or a local file", "null"],
    ["a browser extension that is not listed", "chrome-extension://stranger"],
    ["nobody, in a header without content", ""],
    ["two origins in one header", `${listed}, https://evil.example`],
  ] as const) {
    it(`is refused as ${who}: it spends nothing and can read nothing`, async () => {
      const before = await sent()
      for (const path of routes) {
        const responses = await Promise.all([
          send(path, { origin }),
          send(path, { origin, ...json }, { method: "POST", body: spend() }),
          // The kinds of request that a browser sends without asking first.
          send(path, { origin, "content-type": "text/plain" }, { method: "POST", body: spend() }),
          send(path, { origin, "access-control-request-method": "POST" }, { method: "OPTIONS" }),
        ])
        for (const response of responses) {
          expect(response.status, path).to.equal(403)
          expect(corsOf(response), path).to.deep.equal([])
        }
      }
      expect(await sent()).to.equal(before)
    })
  }

  it("is refused without the header Origin too, where the browser says that another site asks", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const image = { "sec-fetch-site": site, "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }
      expect((await send("/", image)).status).to.equal(403)
      const post = await send("/rpc/alpha", { "sec-fetch-site": site, ...json }, { method: "POST", body: spend() })
      expect(post.status).to.equal(403)
    }
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }
    expect((await send("/", link)).status, "a link that the user follows").to.equal(200)
    expect((await send("/", { "sec-fetch-site": "none", "sec-fetch-dest": "document" })).status).to.equal(200)
  })

  it("can't load an answer as a script or an image", async () => {
    const { headers } = await send("/", {})
    expect(headers.get("cross-origin-resource-policy")).to.equal("same-origin")
    expect(headers.get("x-content-type-options")).to.equal("nosniff")
  })

  it("can't spend by a body of another type, which a browser would send without asking first", async () => {
    const before = await sent()
    for (const type of [
      undefined,
      "text/plain",
      "text/plain;application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/jsonp",
    ]) {
      const body = new TextEncoder().encode(spend())
      const response = await send("/rpc/alpha", type === undefined ? {} : { "content-type": type }, {
        method: "POST",
        body,
      })
      expect(response.status, type).to.equal(415)
      expect(await response.json(), type)
        .to.have.nested.property("error.message")
        .that.contains("content-type: application/json")
    }
    expect(await sent()).to.equal(before)
    const declared = { "content-type": "Application/JSON; charset=utf-8" }
    expect((await send("/rpc/alpha", declared, { method: "POST", body: spend() })).status).to.equal(200)
  })

  it("is told in the refusal, and the user by an error, once an origin, how to allow it", async () => {
    const origin = "http://localhost:4321"
    const before = reports.length
    for (const path of ["/", "/rpc/alpha"]) {
      const { message } = (await (await send(path, { origin })).json()) as { message: string }
      expect(message).to.contain(`--allow-origin ${origin}`)
    }
    await send("/", { origin: "null" })
    const [report, ...others] = reports.slice(before)
    expect(report).to.be.instanceOf(OriginRefusedError).with.property("code", "ORIGIN_REFUSED")
    expect(report)
      .to.have.property("message")
      .that.contains(`allowedOrigins ${origin}`)
      .and.contains("plugs.devnet.allowedOrigins")
    expect(others).to.deep.equal([])
  })

  it("is reported for twenty origins at most, each of which is text that a terminal shows as it is", async () => {
    for (let index = 0; index < 40; index += 1) {
      await send("/", { origin: `https://site-${index}.example` })
      await send("/", { origin: `x-${index}://\u{9b}31mred` })
    }
    expect(reports).to.have.length(20)
    for (const { facts } of reports as OriginRefusedError[]) {
      expect(facts["page's origin"]).to.match(/^[\x21-\x7e]+$/)
    }
  })

  for (const origin of [listed, "chrome-extension://abcdefgh"]) {
    it(`is served if its origin is listed: ${origin}`, async () => {
      const preflight = await send(
        "/rpc/alpha",
        {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,x-api-key",
          "access-control-request-private-network": "true",
        },
        { method: "OPTIONS" },
      )
      expect(preflight.status).to.equal(204)
      expect(Object.fromEntries(preflight.headers)).to.deep.include({
        "access-control-allow-origin": origin,
        "access-control-allow-headers": "content-type,x-api-key",
        "access-control-allow-private-network": "true",
      })
      const before = await sent()
      const response = await send("/rpc/alpha", { origin, ...json }, { method: "POST", body: spend() })
      expect(response.headers.get("access-control-allow-origin")).to.equal(origin)
      expect(await response.json()).to.have.property("result")
      expect(await sent()).to.equal(before + 1)
      expect((await send("/", { origin })).headers.get("vary")).to.contain("Origin")
    })
  }

  it("is served if it is the devnet's own, under each of its names", async () => {
    const { port } = new URL(devnet.url)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect(await statusOf(port, { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" })).to.equal(200)
    }
    const foreign = { host: `127.0.0.1:${port}`, origin: `https://127.0.0.1:${port}` }
    expect(await statusOf(port, foreign)).to.equal(403)
  })

  it("is refused under another host name, as DNS rebinding gives it one", async () => {
    const { port } = new URL(devnet.url)
    for (const name of ["evil.example", "localhost.evil.example", "127.0.0.2", "0.0.0.0"]) {
      const host = `${name}:${port}`
      expect(await statusOf(port, { host }), host).to.equal(403)
      expect(await statusOf(port, { host, origin: `http://${host}` }), host).to.equal(403)
      expect(await statusOf(port, { host }, `http://127.0.0.1:${port}/`), host).to.equal(403)
    }
  })

  it("is refused behind a server that passes its requests on with its own host", async () => {
    const { port } = new URL(devnet.url)
    const [own, unlisted] = [`localhost:${port}`, "localhost:5174"]
    expect(await statusOf(port, { host: own, origin: `http://${own}` })).to.equal(200)
    expect(await statusOf(port, { host: unlisted, origin: `http://${unlisted}` })).to.equal(403)
  })
})

/** fetch sets the header Host itself. */
function statusOf(port: string, headers: Record<string, string>, path = "/"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", reject)
      .end()
  })
}
