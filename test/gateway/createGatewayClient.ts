import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createGatewayClient, type GatewayClient, RequestRefusedError } from "#src/gateway/createGatewayClient.js"
import { AbortedError, MalformedResponseError, UnreachableError } from "#src/http/errors.js"
import { formatMalformed, type MalformedParts } from "#src/primitives/malformed.js"
import { isDeep } from "#test/fixtures/depth.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { type BrokenServers, brokenServers } from "#test/fixtures/servers/brokenServers.js"
import { answerJson, stallBeforeHeaders, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { contractId, payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contract = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const gateway = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const zero = `0x${"0".repeat(40)}`
const deployment = { appGatewayAddress: gateway, contractId, chainSlug: 41001 } as const
const foreign = { onChainAddress: contract, chainSlug: 41001 } as const

type Call = (client: GatewayClient, signal?: AbortSignal) => Promise<unknown>
const endpoints: Readonly<Record<string, Call>> = {
  getTransaction: (client, signal) => client.getTransaction({ txHash, signal }),
  getTimeouts: (client, signal) => client.getTimeouts({ txHash, signal }),
  getAddresses: (client, signal) => client.getAddresses({ ...deployment, signal }),
  getForwarder: (client, signal) => client.getForwarder({ ...foreign, signal }),
}

describe("createGatewayClient", () => {
  it("returns the parsed response", async () => {
    await using server = await startHostileServer(
      answerJson({ apiStatus: "SUCCESS", response: [requestAt("COMPLETED", [payloadAt("EXECUTED")])] }),
      answerJson({ status: "SUCCESS", response: [] }),
      answerJson({ onchain: { chainSlug: 41001, deployedContract: zero }, offchain: { forwarder: zero, contractId } }),
      answerJson({ ...foreign, forwarderAddress: gateway.toLowerCase(), isDeployed: false }),
    )
    const client = createGatewayClient({ baseUrl: server.url })
    const [request] = await client.getTransaction({ txHash })
    expect(request?.payloads[0]).to.include({ status: "EXECUTED", target: contract, kind: "write" })
    expect(await client.getTimeouts({ timeoutId: " t-1\n" })).to.deep.equal([])
    expect(server.requests[1]?.path).to.match(/timeoutId=t-1$/)
    expect((await client.getAddresses(deployment)).onchain.deployedContract).to.equal(null)
    expect(await client.getForwarder(foreign)).to.deep.equal({
      ...foreign,
      forwarderAddress: gateway,
      isDeployed: false,
    })
  })

  it("sends nothing if a parameter is invalid, and names it", async () => {
    await using server = await startHostileServer(answerJson(null))
    const client = createGatewayClient({ baseUrl: server.url })
    const bad: [string, Promise<unknown>][] = [
      ["txHash", client.getTransaction({ txHash: `${txHash}00` })],
      ["txHash", client.getTransaction({ txHash: undefined as never })],
      ["txHash, timeoutId, target", client.getTimeouts({})],
      ["txHash, timeoutId, target", client.getTimeouts({ txHash: undefined, target: undefined })],
      ["timeoutId", client.getTimeouts({ timeoutId: " " })],
      ["target", client.getTimeouts({ txHash, target: contract.replace("F", "f") as typeof contract })],
      ["appGatewayAddress", client.getAddresses({ ...deployment, appGatewayAddress: zero as typeof contract })],
      ["contractId", client.getAddresses({ ...deployment, contractId: "0xc0" })],
      ["contractId", client.getAddresses({ ...deployment, contractId: 1 as never })],
      ["chainSlug", client.getAddresses({ ...deployment, chainSlug: 2 ** 32 })],
      ["onChainAddress", client.getForwarder({ ...foreign, onChainAddress: zero as typeof contract })],
      ["chainSlug", client.getForwarder({ ...foreign, chainSlug: Number.NaN })],
    ]
    for (const [argument, call] of bad) expect(await failure(call)).to.include({ code: "INVALID_INPUT", argument })
    expect(server.requests).to.deep.equal([])
  })

  it("repeats what the API says about a request that it refuses", async () => {
    await using server = await startHostileServer(answerJson({ error: "Invalid transaction hash" }, { status: 400 }))
    for (const [name, call] of Object.entries(endpoints)) {
      const error = await failure(call(createGatewayClient({ baseUrl: server.url })))
      expect(error, name).to.be.instanceOf(RequestRefusedError)
      expect(error, name).to.include({
        code: "REQUEST_REFUSED",
        status: 400,
        serverMessage: "Invalid transaction hash",
      })
    }
    expect(server.requests, "no request is sent twice").to.have.length(4)
  })

  it("throws a typed error for whatever a broken server does", async () => {
    const ofAnyApi = brokenServers()
    const behaviours: BrokenServers = {
      ...ofAnyApi,
      "sends another API's answer": [answerJson({ success: true, result: { tokens: {} } }), "MALFORMED_RESPONSE"],
      "claims an error under status 200": [answerJson({ status: "ERROR", error: "no" }), "HTTP_STATUS"],
      "claims an error beside an empty answer": [answerJson({ status: "ERROR", response: [] }), "HTTP_STATUS"],
    }
    const calls = Object.entries(endpoints)
    for (const [turn, [what, [behaviour, code]]] of Object.entries(behaviours).entries()) {
      // Twenty megabytes each time, which the tests of the transport send in every run.
      if (!isDeep && code === "RESPONSE_TOO_LARGE") continue
      // What the transport of all endpoints refuses is asked of one in turn.
      const asked = isDeep || !(what in ofAnyApi) ? calls : [calls[turn % calls.length]!]
      await using server = await startHostileServer(behaviour)
      const timeout = code === "TIMEOUT" ? 50 : 15_000
      const client = createGatewayClient({ baseUrl: server.url, timeout, retries: 0 })
      const checks = asked.map(async ([name, call]) => {
        const error = await failure(call(client))
        expect(error, `${name}, ${what}`).to.include({ code })
        expect(inspect(error), "an error does not show the query").to.not.contain(txHash)
      })
      await Promise.all(checks)
    }
  })

  it("says what is wrong with a response, without repeating it", async () => {
    const payload = payloadAt("EXECUTED", { chainSlug: "alpha", payload: `0x${"ab".repeat(500)}` })
    await using server = await startHostileServer(answerJson({ response: [requestAt("COMPLETED", [payload])] }))
    const error = await failure(createGatewayClient({ baseUrl: server.url }).getTransaction({ txHash }))
    expect(error).to.be.instanceOf(MalformedResponseError)
    expect(error.facts).to.include({
      path: "response[0].Payloads[0].chainSlug",
      expected: "a chain slug",
      found: '"alpha"',
    })
    expect(inspect(error)).to.not.contain("abababab")
  })

  it("reports malformed values of an answer, wherever they are, to onMalformed", async () => {
    const payload = { ...payloadAt("EXECUTED"), target: "solana" }
    const request = { ...requestAt("COMPLETED", [payload]), requestCount: "many" }
    await using server = await startHostileServer(answerJson({ status: "SUCCESS", response: [request, 7] }))
    const reports: MalformedParts[] = []
    const client = createGatewayClient({ baseUrl: server.url, onMalformed: (malformed) => reports.push(malformed) })
    const [first] = await client.getTransaction({ txHash })
    expect([first?.foreign?.[0]?.path, first?.payloads[0]?.foreign?.[0]?.path]).to.deep.equal([
      "requestCount",
      "target",
    ])
    expect(reports).to.have.length(1)
    expect(reports[0]).to.include({ route: "/getDetailsByTxHash", count: 3 })
    expect(reports[0]?.parts.map(formatMalformed)).to.deep.equal([
      "response[1] is left out: it should be an object, and is 7",
      'response[0].requestCount is left out: it should be a whole number, and is "many"',
      `response[0].payloads[0].target (payloadId ${bytes32(1)}) is left out: it should be an address, and is "solana"`,
    ])
  })

  it("reports an unreachable server, and refuses an unencrypted connection", async () => {
    const server = await startHostileServer()
    await server.stop()
    const client = createGatewayClient({ baseUrl: server.url, retries: 0 })
    expect(await failure(client.getTransaction({ txHash }))).to.be.instanceOf(UnreachableError)
    expect(thrown(() => createGatewayClient({ baseUrl: "http://example.org" }))).to.include({ code: "INSECURE_URL" })
  })

  it("stops at once on the caller's signal", async () => {
    await using server = await startHostileServer(stallBeforeHeaders())
    const client = createGatewayClient({ baseUrl: server.url })
    for (const [name, call] of Object.entries(endpoints)) {
      expect(await failure(call(client, AbortSignal.timeout(20))), name).to.be.instanceOf(AbortedError)
    }
  })
})
