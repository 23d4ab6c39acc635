import { expect } from "chai"
import { describe, it } from "mocha"

import { runCommand } from "../../fixtures/commands/taskCommand.js"
import { chainsOnWire, createSwapServer, tokensOnWire } from "../../fixtures/servers/swapServer.js"
import { dai, usdc, user } from "../../fixtures/wire/swapRoutes.js"

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
    expect(human.stdout).to.match(/chain 41001 +41001 +alpha +ETH +0\.000000000000000001 +from +curve +–/)
    expect(human.stdout).to.match(/chain 10 +10 +– +ETH +0\.000000000000000001 +from, to/)
    expect(
      (JSON.parse(json.stdout) as { chains: { chainId: number }[] }).chains.map(({ chainId }) => chainId),
    ).to.deep.equal([41001, 10])
  })

  it("lists tokens with an account's balances, on the given chains", async () => {
    await using server = await createSwapServer({ "tokens/list": [tokens] })
    const options = { port: server.port }
    const args = ["swap", "tokens", "--chains", "alpha", "--list", "full", "--user", user]
    const [human, plain] = await Promise.all([runCommand(args, options), runCommand(["swap", "tokens"], options)])
    expect([human.code, plain.code]).to.deep.equal([0, 0])
    expect(human.stdout).to.match(new RegExp(`alpha +DAI +Dai +${dai} +18 +1\\.5 \\(\\$1\\.50\\)`))
    expect(human.stdout).to.not.contain("USDC")
    expect(server.requests).to.include(`tokens/list?userAddress=${user}&chainIds=41001&list=full`)
    expect(plain.stdout)
      .to.match(/beta +USDC +Dai \(not verified\)/)
      .and.to.not.contain("balance")
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
    expect([found.code, none.code]).to.deep.equal([0, 1])
    expect(
      (JSON.parse(found.stdout) as { tokens: { chainId: number }[] }).tokens.map(({ chainId }) => chainId),
    ).to.deep.equal([41002])
  })

  it("shows bridges and dexes by their ids, with those for deposits or without", async () => {
    const bridge = { providerId: "pool", displayName: "Pool\nof all", logoURI: "" }
    await using server = await createSwapServer({ providers: [{ bridges: [bridge], dexes: [] }] })
    const { code, stdout } = await runCommand(["swap", "providers", "--without-deposits"], { port: server.port })
    expect(code).to.equal(0)
    expect(stdout).to.match(/pool +bridge +Pool of all\n/)
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
      const { code, stdout, stderr, error } = await runCommand(["swap", ...args, "--json"], { port: server.port })
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
    const none = await read("tokens", "xyz", "--user", user)
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
