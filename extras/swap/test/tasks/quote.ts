import { expect } from "chai"
import { describe, it } from "mocha"

import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { chainsOnWire, createSwapServer, type SwapServer, tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { amountOnWire, dai, quoteOnWire, routeOnWire, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const tokens = tokensOnWire(
  {},
  { chainId: 41002, address: usdc, symbol: "USDC", name: "USD Coin", decimals: 6 },
  { chainId: 41002, address: dai, symbol: "TWIN", name: "One" },
  { chainId: 41002, address: user, symbol: "twin", name: "Other\u001B[31m" },
  { chainId: 41002, address: dai.replace("e", "f").toLowerCase(), symbol: "ETH", name: "Not Ether" },
)
const output = { token: tokenOnWire({ chainId: 41002, address: usdc, symbol: "USDC", decimals: 6 }) }
const offer = (amount: string, id: number, more: object = {}): Record<string, unknown> =>
  routeOnWire({
    quoteId: bytes32(id),
    output: amountOnWire({ ...output, amount, minAmountOut: `${BigInt(amount) - 5n}`, valueInUsd: 11 }),
    routeDetails: { name: `Way ${id}`, logoURI: "" },
    ...more,
  })
const routes = [
  offer("12400000", 1, { estimatedTime: 2, routeTags: ["FASTEST"] }),
  offer("12450001", 2, {
    estimatedTime: 60,
    routeDetails: { name: "Way 2", priceImpact: "0.5" },
    gasFee: { feeInUsd: 0.25 },
  }),
]
const args = ["12.5", "dai", "--from", "alpha", "--to", "beta", "--for", "USDC", "--account", user]

/** Runs the task against a server that offers these routes. */
async function run(
  command: readonly string[],
  { offered = routes }: { offered?: readonly unknown[] } = {},
): Promise<EndedCommand & Pick<SwapServer, "requests" | "headers">> {
  await using server = await createSwapServer({
    "supported-chains": [chainsOnWire(41001, 41002)],
    "tokens/search": [{ tokens }],
    quote: [{ ...quoteOnWire(offered), input: amountOnWire({ valueInUsd: 12.5 }) }],
  })
  const ended = await runCommand(["swap", "quote", ...command], { port: server.port })
  return { ...ended, requests: server.requests, headers: server.headers }
}

describe("hardhat swap quote", function () {
  it("compares routes, the one with the largest output first and marked", async () => {
    const { code, stdout, stderr, requests, headers } = await run(args)
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("swap/quote", { code, stdout, stderr })
    const query = new URLSearchParams(requests.at(-1)!.replace("quote?", ""))
    expect(Object.fromEntries(query)).to.include({
      originChainId: "41001",
      destinationChainId: "41002",
      inputAmount: "12500000000000000000",
      userAddress: user,
      receiverAddress: user,
      slippage: "0.5",
      userOps: "tx",
    })
    expect(headers.at(-1)).to.include({ "x-api-key": "devnet", affiliate: "devnet" })
  })

  it("prints one JSON document, and nothing else", async () => {
    const { code, stdout, stderr } = await run([...args, "--provider", "pool,press", "--json"])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("swap/quote", { code, stdout, stderr })
  })

  it("says that there is no route, with exit code 1", async () => {
    const [human, json] = await Promise.all([run(args, { offered: [] }), run([...args, "--json"], { offered: [] })])
    expect([human.code, json.code]).to.deep.equal([1, 1])
    for (const ended of [human, json]) expectGoldenCommand("swap/quote-no-route", ended)
  })

  it("takes a token by its address, and refuses unknown tokens and chains and too many decimals", async () => {
    const byAddress = await run(args.with(args.indexOf("USDC"), usdc))
    expect(byAddress.code, byAddress.stderr).to.equal(0)
    const unknown = await run(args.with(args.indexOf("USDC"), "NOPE"))
    expect(unknown.stderr).to.match(/Option "--for": the swap API knows no token called "NOPE" on beta/)
    const fine = await run(args.with(0, "1.0000000000000000001"))
    expect(fine.stderr).to.match(/Argument "amount": .*18 decimals/)
    const nowhere = await run(args.with(args.indexOf("beta"), "77"))
    expect(nowhere.stderr).to.match(
      /Option "--to": the swap API does not know the chain \(77\)\. It knows chain 41001 \(41001\)/,
    )
  })
})
