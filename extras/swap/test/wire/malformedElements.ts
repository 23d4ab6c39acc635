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
const signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"

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

  it("costs a token that field alone, if nothing that is paid depends on it", async () => {
    const token = tokenOnWire({
      name: null,
      tags: ["stable", 5, { a: 1 }],
      logoURI: 7,
      trendingRank: "high",
      isVerified: "yes",
    })
    const { client, lines } = answering(enveloped({ tokens: { 1: [token] } }))
    const [found] = (await client.searchTokens({ q: "dai" })).tokens[1]!
    expect(found).to.deep.include({ address: dai, name: null, tags: ["stable"], logoURI: null, isVerified: null })
    const text = lines.join("\n")
    expect(text).to.match(/result\.tokens\.1\[0\]\.logoURI \(symbol DAI\) .* 7$/m)
    expect(text).to.match(/result\.tokens\.1\[0\]\.tags\[1\] \(symbol DAI\) .* 5$/m)
  })

  it("costs a status that amount alone", async () => {
    const origin = { chainId: 41001, status: "PENDING", txHash: null, input: [{ amount: "lots" }, amountOnWire()] }
    const { client, lines } = answering(enveloped(statusAt("IN_PROGRESS", { origin, routeDetails: "Pool" })))
    const status = await client.getStatus({ quoteId })
    expect(status.origin.input.map(({ amount }) => amount)).to.deep.equal([10n ** 18n])
    expect(status.routeDetails).to.equal(null)
    expect(lines).to.have.length(2)
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

  it("costs the answer if nothing else is there, or if more than a thousand are odd, and fewer are not", async () => {
    const only = await failure(
      answering(enveloped(quoteOnWire([routeOnWire({ expiresAt: "soon" })]))).client.getQuote(wanted),
    )
    expect(only).to.include({ code: "MALFORMED_RESPONSE" })
    expect(only.facts).to.include({ path: "result.routes[0].expiresAt", found: '"soon"' })
    const odd = Array<number>(1_001).fill(7)
    const rare = answering(enveloped({ 1: [...odd, ...Array<object>(1_002).fill(tokenOnWire())] }))
    expect((await rare.client.listTokens())[1]).to.have.length(1_002)
    expect(rare.reports[0]).to.include({ count: 1_001 })
    expect(rare.reports[0]?.parts).to.have.length(20)
    const many = enveloped({ 1: [tokenOnWire(), ...odd] })
    const error = await failure(answering(many).client.listTokens())
    expect(error.facts["path"]).to.match(/^result\.1\[1\]/)
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

  it("never shows the key in its line", async () => {
    const { fetch } = createFakeFetch(json(enveloped(quoteOnWire([routeOnWire(), { quoteId: "s3same-open" }]))))
    const reports: MalformedParts[] = []
    const onMalformed = (malformed: MalformedParts): void => void reports.push(malformed)
    const client = createSwapClient({ baseUrl: "http://127.0.0.1", apiKey: "s3same-open", fetch, onMalformed })
    await client.getQuote(wanted)
    expect(reports).to.have.length(1)
    expect(JSON.stringify(reports)).to.not.contain("s3same")
  })
})

describe("a chain that is not an EVM chain", () => {
  it("has its addresses and hashes kept as they came", async () => {
    const token = tokenOnWire({ chainId: 900, address: solana.mint, symbol: "USDC" })
    const tokens = await answering(enveloped({ 900: [token], 41001: [tokenOnWire()] })).client.listTokens()
    expect(tokens[900]?.[0]?.address).to.equal(solana.mint)
    expect(tokens[41001]?.[0]?.address).to.equal(dai)

    const [evm, other] = chainsOnWire(41001, 900)
    const currency = { ...(other!["currency"] as object), address: "11111111111111111111111111111111" }
    const chains = await answering(enveloped([evm, { ...other, currency }])).client.getSupportedChains()
    expect(chains.map((chain) => chain.currency.address)).to.deep.equal([nativeToken, currency.address])

    const destination = { chainId: 900, status: "COMPLETED", txHash: signature, receiverAddress: solana.account }
    const output = [amountOnWire({ token, minAmountOut: "1" })]
    const answer = statusAt("COMPLETED", { destination: { ...destination, output } })
    const status = await answering(enveloped(answer)).client.getStatus({ quoteId })
    expect(status.destination).to.include({ txHash: signature, receiverAddress: solana.account })
    expect(status.destination.output[0]?.token.address).to.equal(solana.mint)
  })

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
