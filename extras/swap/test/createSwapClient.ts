import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createSwapClient, type SwapClient } from "#extras/swap/src/createSwapClient.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { ApiKeyRefusedError, RequestRefusedError, RouteNotFoundError } from "#extras/swap/src/requestErrors.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import { AbortedError, UnreachableError } from "#src/http/errors.js"
import { isDeep } from "#test/fixtures/depth.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { type BrokenServers, brokenServers } from "#test/fixtures/servers/brokenServers.js"
import { answerJson, stallBeforeHeaders, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  dai,
  enveloped,
  quoteId,
  quoteOnWire,
  statusAt,
  tokenOnWire,
  usdc,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

const wanted: GetQuoteParameters = {
  userOps: "tx",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: nativeToken,
  outputToken: usdc,
  inputAmount: 2n ** 256n - 1n,
  userAddress: user,
  receiverAddress: user,
}
const exact = { quoteType: "EXACT_OUTPUT", outputAmount: 5n, inputAmount: undefined } as const
const secrets = { apiKey: "sesame-open-1", affiliate: "partner-77" }

type Call = (client: SwapClient, signal?: AbortSignal) => Promise<unknown>
const endpoints: Readonly<Record<string, Call>> = {
  getQuote: (client, signal) => client.getQuote({ ...wanted, signal }),
  getStatus: (client, signal) => client.getStatus({ quoteId, signal }),
  searchTokens: (client, signal) => client.searchTokens({ q: "dai", signal }),
  listTokens: (client, signal) => client.listTokens({ signal }),
  getSupportedChains: (client, signal) => client.getSupportedChains({ signal }),
  getProviders: (client, signal) => client.getProviders({ signal }),
}

describe("createSwapClient", () => {
  it("requests each endpoint with the API's own names, with key and affiliate", async () => {
    const calls: [Call, string][] = [
      [
        (client) =>
          client.getQuote({
            ...wanted,
            slippage: "0.50",
            includeProvider: ["alpha", "beta"],
            excludeProvider: "gamma, delta",
            feeBps: 50,
            feeTakerAddress: usdc,
          }),
        `/quote?userOps=tx&originChainId=41001&destinationChainId=41002&inputToken=${nativeToken}&outputToken=${usdc}` +
          `&inputAmount=${2n ** 256n - 1n}&userAddress=${user}&receiverAddress=${user}&slippage=0.5` +
          `&includeProvider=alpha%2Cbeta&excludeProvider=gamma%2Cdelta&feeBps=50&feeTakerAddress=${usdc}`,
      ],
      [
        (client) => client.getStatus({ quoteId, includeQuoteDetails: true }),
        `/status?quoteId=${quoteId}&includeQuoteDetails=true`,
      ],
      [
        (client) =>
          client.getQuote({
            ...{ ...wanted, userOps: undefined, inputAmount: undefined, quoteType: "EXACT_OUTPUT", outputAmount: 7n },
            ...{ destinationPayload: "0xAB", destinationGasLimit: 9n, includeQuoteRejections: true },
            ...{ refuel: false, contractCaller: usdc, exchange: "some-exchange" },
          }),
        `/quote?userOps=tx&quoteType=EXACT_OUTPUT&originChainId=41001&destinationChainId=41002&inputToken=${nativeToken}` +
          `&outputToken=${usdc}&outputAmount=7&userAddress=${user}&receiverAddress=${user}&destinationPayload=0xab` +
          `&destinationGasLimit=9&includeQuoteRejections=true&refuel=false&contractCaller=${usdc}&exchange=some-exchange`,
      ],
      ...(["tx,deposit", ["tx", "deposit", "tx"]] as const).map((userOps): [Call, string] => [
        (client) => client.getQuote({ ...wanted, userOps, refundAddress: user, simulatedQuotesRequired: true }),
        `/quote?userOps=tx%2Cdeposit&originChainId=41001&destinationChainId=41002&inputToken=${nativeToken}` +
          `&outputToken=${usdc}&inputAmount=${2n ** 256n - 1n}&userAddress=${user}&receiverAddress=${user}` +
          `&refundAddress=${user}&simulatedQuotesRequired=true`,
      ]),
      [(client) => client.getStatus({ srcTxHash: bytes32(1) }), `/status?srcTxHash=${bytes32(1)}`],
      [
        (client) => client.searchTokens({ q: " usd c ", userAddress: user }),
        `/tokens/search?q=usd+c&userAddress=${user}`,
      ],
      [
        (client) => client.listTokens({ chainIds: [41001, 41002], list: "full" }),
        "/tokens/list?chainIds=41001%2C41002&list=full",
      ],
      [(client) => client.listTokens(), "/tokens/list"],
      [(client) => client.getSupportedChains(), "/supported-chains"],
      [(client) => client.getProviders({ includeDepositRoutes: false }), "/providers?includeDepositRoutes=false"],
    ]
    for (const [call, path] of calls) {
      await using server = await startHostileServer(answerJson({ message: "not now" }, { status: 400 }))
      await failure(call(createSwapClient({ baseUrl: `${server.url}/swap`, ...secrets })))
      expect(server.requests.map((request) => request.path)).to.deep.equal([`/swap/v3/swap${path}`])
      expect(server.requests[0]?.headers).to.include({ "x-api-key": "sesame-open-1", affiliate: "partner-77" })
    }
  })

  it("sends no header for a key or affiliate that is not given, and refuses an empty one", async () => {
    await using server = await startHostileServer(answerJson(enveloped([])))
    await createSwapClient({ baseUrl: server.url }).getSupportedChains()
    expect(server.requests[0]?.headers).to.not.have.any.keys("x-api-key", "affiliate")
    for (const argument of ["apiKey", "affiliate"]) {
      const error = thrown(() => createSwapClient({ baseUrl: server.url, [argument]: " " }))
      expect(error).to.include({ code: "INVALID_INPUT", argument })
    }
  })

  it("gives tokens whose address is among their fields, however they are copied", async () => {
    await using server = await startHostileServer(
      answerJson(enveloped({ tokens: { 41001: [tokenOnWire()] } })),
      answerJson(enveloped({ 41001: [tokenOnWire()] })),
    )
    const client = createSwapClient({ baseUrl: server.url })
    for (const found of [(await client.searchTokens({ q: "dai" })).tokens, await client.listTokens()]) {
      const token = found[41001]![0]!
      expect(Object.keys(token)).to.include("address")
      expect({ ...token }.address).to.equal(dai)
      expect(JSON.parse(JSON.stringify(token))).to.include({ address: dai, symbol: "DAI" })
    }
  })

  it("says of a parameter that it does not know only that, and which one was meant", async () => {
    const error = await failure(
      createSwapClient({ baseUrl: "http://127.0.0.1:1" }).getQuote({ ...wanted, quotetype: 1 } as never),
    )
    expect(error.message).to.match(/this client does not know such a parameter.*Did you mean quoteType\?/s)
    expect(error.message).to.not.contain("version 3")
  })

  it("requests nothing when a parameter is invalid, and names it", async () => {
    await using server = await startHostileServer(answerJson(null))
    const client = createSwapClient({ baseUrl: server.url })
    const quote = (more: Record<string, unknown>): Promise<unknown> => client.getQuote({ ...wanted, ...more })
    const bad: [string, Promise<unknown>][] = [
      ["userOps", quote({ userOps: "toString" })],
      ["userOps", quote({ userOps: ["tx", "toString"] })],
      ["userOps", quote({ userOps: null })],
      ["refundAddress", quote({ userOps: "tx,deposit" })],
      ["userAddress", quote({ userOps: ["deposit", "tx"], refundAddress: user, userAddress: undefined })],
      ["inputAmount", quote({ inputAmount: undefined })],
      ["quoteType", quote({ quoteType: "exact_output" })],
      ["outputAmount", quote({ outputAmount: 5n })],
      ["outputAmount", quote({ quoteType: "EXACT_OUTPUT", inputAmount: undefined })],
      ["inputAmount", quote({ quoteType: "EXPECTED_OUTPUT", outputAmount: 5n })],
      ["userOps", quote({ ...exact, userOps: "deposit", refundAddress: user })],
      ["simulatedQuotesRequired", quote({ ...exact, simulatedQuotesRequired: true })],
      ["destinationPayload", quote({ destinationPayload: "0x123" })],
      ["destinationPayload", quote({ destinationPayload: "0x" })],
      ["refuel", quote({ refuel: "yes" })],
      ["contractCaller", quote({ contractCaller: "0x1" })],
      ["originChainId", quote({ originChainId: undefined })],
      ["userAddress", quote({ userAddress: undefined })],
      ["refundAddress", quote({ userOps: "deposit" })],
      ["originChainId", quote({ userOps: "deposit", refundAddress: user, originChainId: undefined })],
      ["destinationChainId", quote({ destinationChainId: -1 })],
      ["inputToken", quote({ inputToken: "DAI" })],
      ["outputToken", quote({ outputToken: usdc.replace("F", "f") })],
      ["inputAmount", quote({ inputAmount: 2n ** 256n })],
      ["inputAmount", quote({ inputAmount: 0n })],
      ["inputAmount", quote({ inputAmount: 2 ** 60 })],
      ["receiverAddress", quote({ receiverAddress: undefined })],
      ["slippage", quote({ slippage: "50.000000000000000001" })],
      ["slippage", quote({ slippage: "-1" })],
      ["slippage", quote({ slippage: "1e1" })],
      ["slippage", quote({ slippage: 0.5 })],
      ["feeBps", quote({ feeBps: 10_001, feeTakerAddress: user })],
      ["feeBps", quote({ feeTakerAddress: user })],
      ["feeTakerAddress", quote({ feeBps: 5 })],
      ["refundAddress", quote({ refundAddress: user })],
      ["excludeProvider", quote({ includeProvider: "a,b", excludeProvider: ["b"] })],
      ["includeProvider", quote({ includeProvider: ["a&b"] })],
      ["singleTxOnly", quote({ singleTxOnly: true })],
      ["fromChainId", quote({ fromChainId: 1 })],
      ["slipage", quote({ slipage: "1" })],
      ["quoteId, srcTxHash", client.getStatus({})],
      ["quoteId, srcTxHash", client.getStatus({ quoteId, srcTxHash: bytes32(1) })],
      ["srcTxHash", client.getStatus({ srcTxHash: "0x12" })],
      ["quoteId", client.getStatus({ quoteId: "" })],
      ["includeQuoteDetails", client.getStatus({ quoteId, includeQuoteDetails: "yes" as never })],
      ["q", client.searchTokens({ q: " " })],
      ["chainIds", client.listTokens({ chainIds: "1,alpha" })],
      ["list", client.listTokens({ list: "best" as never })],
      ["includeDepositRoutes", client.getProviders({ includeDepositRoutes: 1 as never })],
    ]
    for (const [argument, call] of bad) {
      expect(await failure(call), argument).to.include({ code: "INVALID_INPUT", argument })
    }
    expect((await failure(client.getStatus({}))).message).to.contain("neither is given")
    const both = client.getStatus({ quoteId, srcTxHash: bytes32(1) })
    expect((await failure(both)).message).to.contain("both are given")
    expect(server.requests).to.deep.equal([])
  })

  it("explains every form of refusal, with the server's request id and no secret", async () => {
    const nested = { error: "BadRequest", details: { error: { code: "E42", message: "no such token" } } }
    const forms = [
      [answerJson({ success: false, statusCode: 400, message: "bad" }, { status: 400 }), RequestRefusedError, "bad"],
      [answerJson({ success: false, statusCode: 400, message: nested }), RequestRefusedError, "no such token"],
      [
        answerJson({ message: "Forbidden" }, { status: 403, headers: { "server-req-id": "r-1" } }),
        ApiKeyRefusedError,
        "Forbidden",
      ],
      [
        answerJson({ success: false, statusCode: 401, message: "key sesame-open-1" }),
        ApiKeyRefusedError,
        "key [redacted]",
      ],
    ] as const
    for (const [form, Expected, says] of forms) {
      await using server = await startHostileServer(form)
      for (const [name, call] of Object.entries(endpoints)) {
        const error = await failure(call(createSwapClient({ baseUrl: server.url, ...secrets })))
        expect(error, name).to.be.instanceOf(Expected).and.include({ serverMessage: says })
        if (says === "Forbidden") expect(error.facts["server request id"]).to.equal("r-1")
        if (says === "no such token") expect(error.facts["server code"]).to.equal("E42")
        expect(`${error.stack} ${inspect(error)} ${JSON.stringify(error)}`).to.not.match(/sesame|partner/)
      }
    }
  })

  it("distinguishes an unknown route from a refused request", async () => {
    for (const status of [200, 404]) {
      await using server = await startHostileServer(
        answerJson({ success: false, statusCode: 404, message: "unknown" }, { status }),
      )
      const client = createSwapClient({ baseUrl: server.url })
      expect(await failure(client.getStatus({ quoteId }))).to.be.instanceOf(RouteNotFoundError)
      expect(await failure(client.getSupportedChains())).to.not.be.instanceOf(RouteNotFoundError)
    }
  })

  it("takes no result from an envelope that reports a failure", async () => {
    const results = [quoteOnWire(), statusAt("COMPLETED"), { tokens: {} }, {}, [], { bridges: [], dexes: [] }]
    for (const [index, call] of Object.values(endpoints).entries()) {
      await using server = await startHostileServer(
        answerJson({ success: false, statusCode: 400, result: results[index], message: "no" }),
      )
      expect(await failure(call(createSwapClient({ baseUrl: server.url })))).to.be.instanceOf(RequestRefusedError)
    }
  })

  it("throws a typed error whatever a broken server does", async () => {
    const behaviours: BrokenServers = {
      ...brokenServers(),
      "sends another API's answer": [answerJson({ status: "SUCCESS", response: [] }), "MALFORMED_RESPONSE"],
    }
    for (const [nth, [what, [behaviour, code]]] of Object.entries(behaviours).entries()) {
      await using server = await startHostileServer(behaviour)
      const timeout = code === "TIMEOUT" ? 50 : 15_000
      const client = createSwapClient({ baseUrl: server.url, timeout, retries: 0, ...secrets })
      const all = Object.entries(endpoints)
      // One transport asks for all.
      const asked = isDeep ? all : [all[nth % all.length]!]
      const checks = asked.map(async ([name, call]) => {
        const error = await failure(call(client))
        expect(error, `${name}, ${what}`).to.include({ code })
        expect(inspect(error)).to.not.match(/sesame|partner/)
      })
      await Promise.all(checks)
    }
  })

  it("names the field that is wrong, in the envelope if there is one, and what an envelope lacks", async () => {
    const status = (more: object) => ({ ...statusAt("PENDING"), ...more })
    for (const [call, body, path] of [
      ["getStatus", enveloped(status({ quoteId: bytes32(0xa) })), "result.quoteId"],
      ["getStatus", status({ quoteId: bytes32(0xa) }), "quoteId"],
      ["getStatus", enveloped(status({ origin: { chainId: "x", status: "PENDING" } })), "result.origin.chainId"],
      ["getStatus", { success: true, statusCode: 200, message: null }, "result"],
      ["getSupportedChains", { success: true, statusCode: 200, data: [] }, "result"],
      ["getSupportedChains", { chains: [] }, "the whole body"],
      ["getProviders", { bridges: [] }, "dexes"],
      ["getProviders", { bridges: {}, dexes: [] }, "bridges"],
      ["searchTokens", enveloped({}), "result.tokens"],
      ["getQuote", quoteOnWire({} as never), "routes"],
      ["getQuote", enveloped({ ...quoteOnWire(), destinationChainId: null }), "result.destinationChainId"],
    ] as const) {
      await using server = await startHostileServer(answerJson(body))
      const error = await failure(endpoints[call]!(createSwapClient({ baseUrl: server.url, retries: 0 })))
      expect(error.facts, call).to.include({ path })
    }
  })

  it("reports a server that is not there, refuses an insecure one, and stops on the caller's signal", async () => {
    const server = await startHostileServer(stallBeforeHeaders())
    const client = createSwapClient({ baseUrl: server.url, retries: 0 })
    for (const [name, call] of Object.entries(endpoints)) {
      expect(await failure(call(client, AbortSignal.timeout(20))), name).to.be.instanceOf(AbortedError)
    }
    await server.stop()
    expect(await failure(client.getProviders())).to.be.instanceOf(UnreachableError)
    expect(thrown(() => createSwapClient({ baseUrl: "http://example.org" }))).to.include({ code: "INSECURE_URL" })
  })

  it("requires the affiliate on every other machine, and a key on none", () => {
    const error = thrown(() => createSwapClient({ baseUrl: "https://swap.example/path", apiKey: "k" }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "affiliate" })
    expect((error as Error).message).to.contain("https://swap.example")
    createSwapClient({ baseUrl: "https://swap.example", affiliate: "our-app" })
  })
})
