import { expect } from "chai"
import { describe, it } from "mocha"

import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { chainsOnWire, createSwapServer, tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import { usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const tokens = tokensOnWire(
  { balance: "1500000000000000000", balanceInUsd: 1.5 },
  { chainId: 41002, address: usdc, symbol: "USDC", decimals: 6, isVerified: false, balance: null },
)

describe("hardhat swap chains, tokens and providers", function () {
  it("shows chains, and what the project calls them", async () => {
    await using server = await createSwapServer({ "supported-chains": [chainsOnWire(41001, 10)] })
    const options = { port: server.port }
    const [human, json] = await Promise.all([
      runCommand(["swap", "chains"], options),
      runCommand(["swap", "chains", "--json"], options),
    ])
    expect([human.code, json.code]).to.deep.equal([0, 0])
    for (const ended of [human, json]) expectGoldenCommand("swap/chains", ended)
  })

  it("lists tokens with an account's balances, on the given chains", async () => {
    await using server = await createSwapServer({ "tokens/list": [tokens] })
    const options = { port: server.port }
    const args = ["swap", "tokens", "--chains", "alpha", "--list", "full", "--account", user]
    const [human, plain] = await Promise.all([runCommand(args, options), runCommand(["swap", "tokens"], options)])
    expect([human.code, plain.code]).to.deep.equal([0, 0])
    expectGoldenCommand("swap/tokens-of-user", human)
    expectGoldenCommand("swap/tokens", plain)
    expect(server.requests).to.include(`tokens/list?userAddress=${user}&chainIds=41001&list=full`)
  })

  it("searches for a token, and ends with 1 when there is none", async () => {
    await using server = await createSwapServer({
      "tokens/search": ({ q }) => ({ tokens: q === "da" ? tokens : {} }),
    })
    const options = { port: server.port }
    const [found, none] = await Promise.all([
      runCommand(["swap", "tokens", "da", "--chains", "beta", "--json"], options),
      runCommand(["swap", "tokens", "xyz"], options),
    ])
    expectGoldenCommand("swap/tokens", found)
    expectGoldenCommand("swap/tokens-none", none)
  })

  it("shows bridges and dexes by their ids, with those for deposits or without", async () => {
    const bridge = { providerId: "pool", displayName: "Pool\nof all", logoURI: "" }
    await using server = await createSwapServer({ providers: [{ bridges: [bridge], dexes: [] }] })
    const listed = await runCommand(["swap", "providers", "--without-deposits"], { port: server.port })
    expectGoldenCommand("swap/providers", listed)
    expect(server.requests).to.deep.equal(["providers?includeDepositRoutes=false"])
  })

  it("prints one JSON document, and nothing for people beside it", async () => {
    const bridge = { providerId: "pool", displayName: "Pool", logoURI: "" }
    const dex = { providerId: "curve", displayName: "Curve", logoURI: "" }
    await using server = await createSwapServer({
      "supported-chains": [chainsOnWire(41001)],
      "tokens/list": [tokens],
      "tokens/search": [{ tokens: {} }],
      providers: [{ bridges: [bridge], dexes: [dex] }],
    })
    const read = async (...args: string[]) => {
      const ended = await runCommand(["swap", ...args, "--json"], { port: server.port })
      const { code, stdout, stderr, error } = ended
      if (args[0] === "providers") expectGoldenCommand("swap/providers", ended)
      else if (args.length > 1) expectGoldenCommand("swap/tokens-none", ended)
      return { code, stderr: error === undefined ? stderr : error.code, document: JSON.parse(stdout) as Document }
    }
    type Document = {
      readonly [Name in "chains" | "tokens" | "bridges" | "dexes"]?: readonly Readonly<Record<string, unknown>>[]
    } & { readonly error?: { readonly code: string } }
    const chains = await read("chains")
    expect([chains.code, chains.stderr, Object.keys(chains.document)]).to.deep.equal([
      0,
      "",
      ["schemaVersion", "chains"],
    ])
    expect(chains.document.chains?.map(({ chainId, name }) => [chainId, name])).to.deep.equal([[41001, "chain 41001"]])

    const listed = await read("tokens")
    expect([listed.code, listed.stderr, Object.keys(listed.document)]).to.deep.equal([
      0,
      "",
      ["schemaVersion", "tokens"],
    ])
    expect(listed.document.tokens?.map(({ chainId, symbol }) => [chainId, symbol])).to.deep.equal([
      [41001, "DAI"],
      [41002, "USDC"],
    ])
    const none = await read("tokens", "xyz", "--account", user)
    expect([none.code, none.stderr, none.document.tokens]).to.deep.equal([1, "", []])
    expect(none.document.error?.code).to.equal("NOTHING_FOUND")

    const providers = await read("providers")
    expect([providers.code, providers.stderr]).to.deep.equal([0, ""])
    const idsOf = (some: Document["dexes"]) => some?.map(({ providerId }) => providerId)
    expect([idsOf(providers.document.bridges), idsOf(providers.document.dexes)]).to.deep.equal([["pool"], ["curve"]])
    expect(server.requests).to.deep.equal([
      "supported-chains",
      "tokens/list",
      `tokens/search?q=xyz&userAddress=${user}`,
      "providers",
    ])
  })

  it("says what the API answers that is malformed, and shows the rest", async () => {
    await using server = await createSwapServer({
      "supported-chains": [[...chainsOnWire(41001), { chainId: "odd" }]],
      "tokens/list": [{ ...tokens, 41003: [{ address: 5 }] }],
    })
    for (const task of ["chains", "tokens"]) {
      const { code, stderr } = await runCommand(["swap", task], { port: server.port })
      expect([code, stderr === ""], task).to.deep.equal([0, false])
    }
  })
})
