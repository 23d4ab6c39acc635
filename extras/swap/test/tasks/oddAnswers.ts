import { expect } from "chai"
import { describe, it } from "mocha"

import { startDevnet } from "#src/devnet/index.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { chainsOnWire, createSwapServer, tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import {
  amountOnWire,
  dai,
  quoteId,
  quoteOnWire,
  routeOnWire,
  statusAt,
  tokenOnWire,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const account = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"

const usdcOfSolana = { chainId: 900, address: mint, symbol: "USDC", name: null, decimals: 6 }
const route = routeOnWire({ output: amountOnWire({ token: tokenOnWire(usdcOfSolana), minAmountOut: "1" }) })
const server = (offered: readonly unknown[] = [route, { quoteId: "odd" }]) =>
  createSwapServer({
    "supported-chains": [[...chainsOnWire(41001, 900), { chainId: 3 }]],
    "tokens/search": [{ tokens: tokensOnWire({}, usdcOfSolana) }],
    "tokens/list": [{ ...tokensOnWire({}, usdcOfSolana), 5: [{ symbol: "BAD" }] }],
    providers: [{ bridges: [{ providerId: "pool", displayName: null }, 7], dexes: [] }],
    quote: [{ ...quoteOnWire(offered), receiverAddress: account }],
    status: [statusAt("COMPLETED", { origin: { chainId: 41001, status: "COMPLETED", txHash: null, input: [7] } })],
  })
const swap = ["10", "DAI", "--from", "alpha", "--to", "900", "--for", mint]

describe("hardhat swap, where an answer has a malformed element", function () {
  it("shows the others, says on standard error what is left out, and prints one JSON document", async () => {
    await using api = await server()
    for (const [args, note] of [
      [["chains"], /^result\[2\] \(chainId 3\) is left out: currency should be an object, and is nothing\n$/],
      [["tokens"], /^result\.5\[0\] \(symbol BAD\) is left out: chainId should be a chain id, and is nothing\n$/],
      [["providers"], /^result\.bridges\[1\] is left out: it should be an object, and is 7\n$/],
      [["status", quoteId], /^result\.origin\.input\[0\] .*is left out: it should be an object, and is 7\n$/],
      [
        ["quote", ...swap, "--receiver", account, "--account", user],
        /result\.routes\[1\] \(quoteId odd\) is left out: userOp should be/,
      ],
    ] as const) {
      const [human, json] = await Promise.all(
        [[], ["--json"]].map((more) => runCommand(["swap", ...args, ...more], { port: api.port })),
      )
      expect([human!.code, json!.code], args[0]).to.deep.equal([0, 0])
      expect(human!.stderr, args[0]).to.match(note)
      expect(json!.stderr, args[0]).to.match(note)
      expect(() => JSON.parse(json!.stdout) as unknown, args[0]).to.not.throw()
    }
  })

  it("quotes for a receiver on a chain that is not an EVM chain, and names the option where none fits", async () => {
    await using api = await server([route])
    const quote = ["swap", "quote", ...swap, "--account", user]
    const quoted = await runCommand([...quote, "--receiver", account], { port: api.port })
    expect(quoted).to.include({
      code: 0,
      stderr: "result[2] (chainId 3) is left out: currency should be an object, and is nothing\n",
    })
    expect(quoted.stdout).to.contain(`get   ${mint}, USDC with 6 decimals on 900, as the swap API claims`)
    expect(api.requests.at(-1)).to.contain(`receiverAddress=${account}`)
    for (const receiver of [[], ["--receiver", dai]]) {
      const { code, stderr } = await runCommand([...quote, ...receiver], { port: api.port })
      expect(code).to.equal(1)
      expect(stderr).to.match(/Option "--receiver": /)
    }
  })

  deepIt("executes nothing that ends on such a chain, and says so before anything is signed", async () => {
    await using devnet = await startDevnet({ gateway: false })
    const { alpha } = devnet.chains
    const weth = devnet.market.alpha.tokens.weth.address
    const token = { address: weth.toLowerCase(), symbol: "WETH", name: "Wrapped Ether", decimals: 18 }
    await using api = await createSwapServer({
      "supported-chains": [chainsOnWire(41001, 900)],
      "tokens/search": [{ tokens: tokensOnWire(token, usdcOfSolana) }],
      quote: [
        {
          ...quoteOnWire([
            routeOnWire({ output: amountOnWire({ token: tokenOnWire(usdcOfSolana), minAmountOut: "1" }) }),
          ]),
          destinationChainId: 900,
          userAddress: alpha.walletClient.account.address,
          receiverAddress: account,
        },
      ],
    })
    const wethSwap = ["10", weth, "--from", "alpha", "--to", "900", "--for", mint]
    const sent = (): Promise<number> =>
      alpha.publicClient.getTransactionCount({ address: alpha.walletClient.account.address })
    const before = await sent()
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ALPHA_URL: alpha.rpcUrl }
    for (const more of [[], ["--json"]]) {
      const args = ["swap", "execute", ...wethSwap, "--receiver", account, "--yes", ...more]
      const { code, stdout, stderr } = await runCommand(args, { port: api.port, env })
      expect(code, stdout + stderr).to.equal(1)
      expect(stderr).to.contain("FOREIGN_CHAIN")
      expect(stderr).to.not.contain("sent in")
    }
    expect(api.requests.some((request) => request.startsWith("quote?"))).to.equal(true)
    expect(await sent()).to.equal(before)
  })
})
