import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createSwapClient, type SwapClient } from "#extras/swap/src/createSwapClient.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import { formatMalformed, type MalformedParts } from "#src/primitives/malformed.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeFetch, json } from "#test/fixtures/servers/fakeFetch.js"
import { chainsOnWire } from "#test/fixtures/servers/swapServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  amountOnWire,
  dai,
  enveloped,
  quoteId,
  quoteOnWire,
  routeOnWire,
  statusAt,
  tokenOnWire,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

const solana = {
  mint: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  account: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
}

const wanted: GetQuoteParameters = {
  userOps: "tx",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: dai,
  outputToken: nativeToken,
  inputAmount: 1n,
  userAddress: user,
  receiverAddress: user,
}

/** A client of an API that answers this, and what it says is left out. */
function answering(body: unknown): {
  client: SwapClient
  lines: string[]
  requests: Request[]
  reports: MalformedParts[]
} {
  const reports: MalformedParts[] = []
  const lines: string[] = []
  const { fetch, requests } = createFakeFetch(json(body))
  const onMalformed = (malformed: MalformedParts): void => {
    reports.push(malformed)
    lines.push(...malformed.parts.map(formatMalformed))
  }
  return {
    client: createSwapClient({ baseUrl: "http://127.0.0.1", retries: 0, fetch, onMalformed }),
    lines,
    requests,
    reports,
  }
}

describe("a malformed element", () => {
  it("costs a quote that route alone, and the line says which and why", async () => {
    const odd = routeOnWire({ quoteId: bytes32(0x99), output: [amountOnWire()] })
    const { client, lines } = answering(enveloped(quoteOnWire([odd, routeOnWire()])))
    const { routes } = await client.getQuote(wanted)
    expect(routes.map((route) => route.quoteId)).to.deep.equal([quoteId])
    expect(lines).to.deep.equal([
      `result.routes[0] (quoteId ${bytes32(0x99)}) is left out: output should be an object, and is an array of 1`,
    ])
  })

  it("costs a list that token, chain or provider alone", async () => {
    const tokens = { 1: [tokenOnWire(), 7, tokenOnWire({ decimals: "many" })], 2: [], alpha: [tokenOnWire()], 3: {} }
    const listed = answering(enveloped(tokens))
    const byChain = await listed.client.listTokens()
    expect(Object.entries(byChain).map(([id, list]) => [id, list.length])).to.deep.equal([
      ["1", 1],
      ["2", 0],
    ])
    expect(listed.reports).to.have.length(1)
    expect(listed.reports[0]).to.include({ route: "/v3/swap/tokens/list", count: 4 })
    expect(listed.lines.join("\n"))
      .to.match(/^.*result\.alpha /m)
      .and.to.match(/^.*result\.1\[1\] /m)
      .and.to.match(/^.*result\.1\[2\] \(symbol DAI\).* decimals .* "many"$/m)
      .and.to.match(/^.*result\.3 /m)

    const chains = answering(enveloped([...chainsOnWire(1), { chainId: 2, name: "bare" }, null]))
    expect((await chains.client.getSupportedChains()).map(({ chainId }) => chainId)).to.deep.equal([1])
    expect(chains.reports[0]).to.include({ count: 2 })

    const bridge = { providerId: "pool", displayName: "Pool", logoURI: "" }
    const providers = answering({ bridges: [bridge, { displayName: "No id" }], dexes: [3] })
    expect(await providers.client.getProviders()).to.deep.equal({ bridges: [{ ...bridge, logoURI: null }], dexes: [] })
  })

  it("costs a status that field alone, but for the transaction on the origin, which decides whether it can expire", async () => {
    const destination = { chainId: 2, status: "PENDING", txHash: 7, timestamp: {}, receiverAddress: [] }
    const { client, lines } = answering(enveloped(statusAt("IN_PROGRESS", { destination, refund: "soon" })))
    const status = await client.getStatus({ quoteId })
    expect(status.destination).to.include({ txHash: null, timestamp: null, receiverAddress: null })
    expect([status.refund, lines.length]).to.deep.equal([null, 4])
    const origin = { chainId: 1, status: "PENDING", txHash: 7 }
    const error = await failure(answering(enveloped(statusAt("EXPIRED", { origin }))).client.getStatus({ quoteId }))
    expect(error.facts).to.include({ path: "result.origin.txHash" })
  })

  it("is named by its field and not in place of it, where the rest of the answer is wrong too", async () => {
    const quote = { ...quoteOnWire([7, routeOnWire()]), destinationChainId: "here" }
    const error = await failure(answering(enveloped(quote)).client.getQuote(wanted))
    expect(error.facts).to.include({ path: "result.destinationChainId" })
  })

  it("never costs what is beside it, whatever it is", async () => {
    const property = fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.nat(3), async (odd, at) => {
      const good = [bytes32(1), bytes32(2), bytes32(3)].map((id) => routeOnWire({ quoteId: id }))
      const { client } = answering(enveloped(quoteOnWire(good.toSpliced(at, 0, odd as never))))
      const ids = (await client.getQuote(wanted)).routes.map((route) => route.quoteId)
      expect(ids).to.include.members([bytes32(1), bytes32(2), bytes32(3)])
    })
    await fc.assert(property, runs({ fast: 40 }))
  })
})

describe("a chain that is not an EVM chain", () => {
  it("can be quoted for, with the receiver as it was given", async () => {
    const output = amountOnWire({ token: tokenOnWire({ chainId: 900, address: solana.mint }), minAmountOut: "1" })
    const answer = { ...quoteOnWire([routeOnWire({ output })]), receiverAddress: solana.account }
    const { client, requests, lines } = answering(enveloped(answer))
    const request = { ...wanted, destinationChainId: 900, outputToken: solana.mint, receiverAddress: solana.account }
    const quote = await client.getQuote(request)
    expect(quote.receiverAddress).to.equal(solana.account)
    expect(quote.routes).to.have.length(1)
    expect(lines).to.deep.equal([])
    const query = new URL(requests[0]!.url).searchParams
    expect([query.get("outputToken"), query.get("receiverAddress")]).to.deep.equal([solana.mint, solana.account])
  })

  it("is not mistaken for a mistyped address, or for the chain of the other token", async () => {
    const { client, requests } = answering({})
    for (const [argument, receiverAddress, outputToken] of [
      ["receiverAddress", user.slice(0, -1), nativeToken],
      ["receiverAddress", user.slice(2), nativeToken],
      ["receiverAddress", `${user}0`, nativeToken],
      ["receiverAddress", user.replace("C5", "c5"), nativeToken],
      ["receiverAddress", solana.account, dai],
      ["receiverAddress", user, solana.mint],
      ["receiverAddress", "a b c d e f g", solana.mint],
    ] as const) {
      const error = await failure(client.getQuote({ ...wanted, receiverAddress, outputToken }))
      expect(error, receiverAddress).to.include({ code: "INVALID_INPUT", argument })
    }
    expect(requests).to.have.length(0)
  })
})
