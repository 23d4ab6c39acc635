import { expect } from "chai"
import { describe, it } from "mocha"

import { swapTasks } from "#extras/swap/tasks/index.js"
import { toJson } from "#src/terminal/printJson.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { wrongAmounts, wrongAmountsIn } from "#test/fixtures/output/amountsInJson.js"
import { chainsOnWire, createSwapServer, tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import {
  amountOnWire,
  dai,
  quoteId,
  quoteOnWire,
  routeOnWire,
  statusAt,
  usdc,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

// `runCommand` applies the rule to the JSON of every task in every test.
describe("amounts in JSON", function () {
  it("are text in the smallest unit, whatever their size", () => {
    expect(wrongAmounts(JSON.parse(toJson({ fee: 2n ** 255n, gasLimit: 5n, output: { amount: 0n } })))).to.deep.equal(
      [],
    )
    expect(wrongAmounts({ amount: 5, nested: [{ balance: "1.5", maxNativeFee: "1e18" }] })).to.deep.equal([
      "amount: 5",
      'nested.0.balance: "1.5"',
      'nested.0.maxNativeFee: "1e18"',
    ])
    expect(wrongAmounts({ feesInfo: { maxFees: "0.001", fee: "1" }, fee: "0.001" })).to.deep.equal(['fee: "0.001"'])
    expect(wrongAmountsIn('{"event":"state","amount":1}\n{"event":"end","value":"2"}\n')).to.deep.equal(["amount: 1"])
  })

  it("are so in every swap task, even where the API gives numbers", async () => {
    const numbers = { amount: 1_000_000, minAmountOut: 5 }
    const route = routeOnWire({ output: amountOnWire(numbers), statusCheck: null })
    const token = { balance: 7, balanceInUsd: 1.5 }
    await using server = await createSwapServer({
      "supported-chains": [
        chainsOnWire(41001, 41002).map(({ currency, ...chain }) => ({
          ...chain,
          currency: { ...(currency as object), minNativeCurrencyForGas: 3 },
        })),
      ],
      "tokens/search": [{ tokens: tokensOnWire(token, { ...token, chainId: 41002, address: usdc, symbol: "USDC" }) }],
      "tokens/list": [tokensOnWire(token)],
      providers: [{ bridges: [], dexes: [] }],
      quote: [{ ...quoteOnWire([route]), input: amountOnWire(numbers) }],
      status: [
        statusAt("COMPLETED", { destination: { chainId: 1, status: "COMPLETED", output: [amountOnWire(numbers)] } }),
      ],
    })
    const quote = ["1", dai, "--from", "alpha", "--to", "beta", "--for", usdc, "--account", user]
    const commands: Record<string, readonly string[]> = {
      chains: [],
      tokens: ["--account", user],
      providers: [],
      quote: [...quote, "--fee-bps", "5", "--fee-taker", user],
      status: [quoteId],
      list: [],
    }
    // The others need a devnet. Their own tests run them.
    const names = swapTasks
      .map(({ id }) => id.at(-1))
      .filter((name) => !["swap", "execute", "pay", "explain", "resume", "revoke"].includes(name!))
    expect(Object.keys(commands)).to.include.members(names)
    for (const [name, args] of Object.entries(commands)) {
      const { code, stdout } = await runCommand(["swap", name, ...args, "--json"], { port: server.port })
      expect(code, name).to.equal(0)
      expect(wrongAmountsIn(stdout), name).to.deep.equal([])
    }
  })
})
