import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { UnreachableError } from "#src/http/errors.js"
import { createMessagingClient, type MessagingClient } from "#src/messaging/createMessagingClient.js"
import { type BrokenServers, brokenServers } from "#test/fixtures/servers/brokenServers.js"
import { answerJson, type Behaviour, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { srcTxHash } from "#test/fixtures/wire/messages.js"

const apiKey = "a-secret-key-of-somebody"
const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const messages = { srcChainSlug: 41001, srcTxHash }
const fees = {
  srcPlug: plug,
  srcChainSlug: 41001,
  dstChainSlug: 41002,
  msgGasLimit: 100_000n,
  payloadLength: 96,
} as const

type Call = (client: MessagingClient) => Promise<unknown>
const endpoints: Readonly<Record<string, Call>> = {
  getMessages: (client) => client.getMessages(messages),
  estimateMinFees: (client) => client.estimateMinFees(fees),
}

/** Calls both methods of a client, one after the other, against a server with this behaviour. */
async function eachEndpoint(
  behaviour: Behaviour,
  timeout: number,
  check: (error: unknown, name: string) => void,
): Promise<void> {
  for (const [name, call] of Object.entries(endpoints)) {
    await using server = await startHostileServer(behaviour)
    const client = createMessagingClient({ baseUrl: server.url, apiKey, timeout, retries: 0 })
    check(await rejection(call(client)), name)
  }
}

describe("createMessagingClient", () => {
  it("requests a fee, with the key, and returns exact wei", async () => {
    const wei = "123456789012345678901234567890"
    await using server = await startHostileServer(answerJson({ status: "SUCCESS", result: wei }))
    const client = createMessagingClient({ baseUrl: server.url, apiKey })
    expect(await client.estimateMinFees(fees)).to.equal(BigInt(wei))
    const [request] = server.requests
    const query = `srcPlug=${plug}&srcChainSlug=41001&dstChainSlug=41002&msgGasLimit=100000&payloadLength=96`
    expect(request?.path).to.equal(`/v1/estimate-min-fees?${query}`)
    expect(request?.headers["x-api-key"]).to.equal(apiKey)
  })

  it("sends nothing if a parameter is invalid, and names it", async () => {
    await using server = await startHostileServer(answerJson(null))
    const client = createMessagingClient({ baseUrl: server.url, apiKey })
    const bad: [string, Promise<unknown>][] = [
      ["srcChainSlug", client.getMessages({ ...messages, srcChainSlug: 0.5 })],
      ["srcChainSlug", client.getMessages({ ...messages, srcChainSlug: undefined as never })],
      ["srcTxHash", client.getMessages({ ...messages, srcTxHash: `${srcTxHash}00` })],
      ["srcPlug", client.estimateMinFees({ ...fees, srcPlug: plug.replace("F", "f") as typeof plug })],
      ["dstChainSlug", client.estimateMinFees({ ...fees, dstChainSlug: Number.NaN })],
      ["msgGasLimit", client.estimateMinFees({ ...fees, msgGasLimit: -1n })],
      ["payloadLength", client.estimateMinFees({ ...fees, payloadLength: -1 })],
    ]
    for (const [argument, call] of bad) {
      expect(await rejection(call), argument).to.include({ code: "INVALID_INPUT", argument })
    }
    expect(server.requests).to.deep.equal([])
  })

  it("requires a key, and refuses a base URL that would expose it", () => {
    for (const missing of ["", " ", undefined]) {
      const make = (): unknown => createMessagingClient({ baseUrl: "http://127.0.0.1", apiKey: missing as string })
      expect(make).to.throw().that.includes({ code: "INVALID_INPUT", argument: "apiKey" })
    }
    const insecure = (): unknown => createMessagingClient({ baseUrl: "http://example.org", apiKey })
    expect(insecure).to.throw().that.includes({ code: "INSECURE_URL" })
  })

  it("throws a typed error for whatever a broken server does, and never shows the key", async () => {
    const behaviours: BrokenServers = {
      ...brokenServers(),
      "echoes the key": [answerJson({ message: `the key ${apiKey} is unknown` }, { status: 400 }), "HTTP_STATUS"],
      "sends another API's answer": [answerJson({ success: true, result: { tokens: {} } }), "MALFORMED_RESPONSE"],
      "sends a fraction of ether": [answerJson({ status: "SUCCESS", result: "0.001" }), "MALFORMED_RESPONSE"],
      "sends a number that is not exact": [answerJson({ status: "SUCCESS", result: 1e20 }), "MALFORMED_RESPONSE"],
    }
    for (const [what, [behaviour, code]] of Object.entries(behaviours)) {
      await eachEndpoint(behaviour, code === "TIMEOUT" ? 50 : 15_000, (error, name) => {
        expect(error, `${name}, ${what}`).to.include({ code })
        const everything = [inspect(error, { depth: 9 }), JSON.stringify(error), (error as Error).stack].join("\n")
        expect(everything, `${name}, ${what}`).to.not.contain(apiKey)
      })
    }
  })

  it("reports an unreachable server", async () => {
    const server = await startHostileServer()
    await server.stop()
    const client = createMessagingClient({ baseUrl: server.url, apiKey, retries: 0 })
    expect(await rejection(client.getMessages(messages))).to.be.instanceOf(UnreachableError)
  })
})
