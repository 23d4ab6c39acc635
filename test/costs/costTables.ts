import { expect } from "chai"
import { describe, it } from "mocha"

import { costTables } from "#src/costs/costTables.js"
import type { Spread, WorldCosts } from "#src/costs/WorldCosts.js"
import { plainText } from "#src/terminal/renderText.js"

const spread = (min: bigint, median: bigint, max: bigint, count: number): Spread => ({ min, median, max, count })
const costs: WorldCosts = {
  messages: [
    {
      ...{ contract: "Counter", functionName: "add", fee: spread(10n ** 15n, 2n * 10n ** 15n, 10n ** 18n, 3) },
      outboundGas: spread(48_211n, 50_000n, 1_234_567n, 2),
      inboundGas: spread(20_001n, 20_002n, 20_003n, 3),
      inboundAtMost: { gasUsed: 20_003n, gasLimit: 100_000n, share: 0.2 },
    },
    {
      ...{
        contract: "Relay",
        functionName: "inbound",
        fee: spread(5n * 10n ** 17n, 5n * 10n ** 17n, 5n * 10n ** 17n, 1),
      },
      ...{ outboundGas: undefined, inboundGas: undefined, inboundAtMost: undefined },
    },
  ],
  requests: [{ contract: "Board", functionName: "write", credits: spread(10n ** 16n, 10n ** 16n, 10n ** 17n, 4) }],
}
const linesOf = (shown: WorldCosts, columns: number): string[] => plainText(costTables(shown), columns).split("\n")

describe("costTables", () => {
  it("shows each kind of figure of each function that has it, with how many there are", () => {
    expect(linesOf(costs, 80)).to.deep.equal([
      "Fee of a message, in native tokens of its source chain",
      "function       messages    min  median  max",
      "Counter.add           3  0.001   0.002    1",
      "Relay.inbound         1    0.5     0.5  0.5",
      "",
      "Gas of a transaction that sends messages",
      "function     transactions     min  median        max",
      "Counter.add             2  48,211  50,000  1,234,567",
      "",
      "Gas of inbound, and how much of the gas limit it needs",
      "function     messages     min  median     max      inbound used at most",
      "Counter.add         3  20,001  20,002  20,003  20,003 of 100,000 (20 %)",
      "",
      "Credits of a request",
      "function     requests   min  median  max",
      "Board.write         4  0.01    0.01  0.1",
    ])
    expect(linesOf({ ...costs, messages: [] }, 80)).to.deep.equal(linesOf(costs, 80).slice(-3))
    expect(linesOf({ messages: [], requests: [] }, 100)).to.have.length(1)
  })

  it("keeps within the window, and within 80 columns in a wide one", () => {
    const inTable = (shown: WorldCosts, columns: number): boolean =>
      linesOf(shown, columns).some((line) => line.endsWith("inbound used at most"))
    expect([inTable(costs, 71), inTable(costs, 70)]).to.deep.equal([true, false])
    const named = (length: number): WorldCosts => ({
      ...costs,
      messages: costs.messages.slice(0, 1).map((row) => ({ ...row, contract: "x".repeat(length) })),
    })
    // A name of nine more letters fills 80 columns.
    expect([inTable(named(16), 200), inTable(named(17), 200)]).to.deep.equal([true, false])
  })
})
