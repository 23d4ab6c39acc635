import { expect } from "chai"
import { describe, it } from "mocha"

import type { PreparedRetry } from "#src/messaging/retrying/prepareRetry.js"
import { plainText } from "#src/terminal/renderText.js"
import { retryPlan } from "#tasks/messaging/output/retrySummary.js"

describe("retryPlan", () => {
  const subject = {
    messageId: "0xab",
    from: {},
    to: { name: "beta" },
    account: "0xcd",
    native: { symbol: "POL", decimals: 16 },
  }
  const retry = {
    right: { kind: "own" },
    gasLimit: 70_001n,
    gas: { gas: 3n, price: {}, cost: 98_700_000_000_000_001n },
  }

  /** The lines of the plan, by name. */
  function linesOf(value: bigint): Record<string, string> {
    const plan = plainText(retryPlan({ ...retry, value } as unknown as PreparedRetry, subject as never))
    const facts = plan.split("\n").flatMap((line) => /^ {2}(\S+(?: \S+)*) {2,}(.*)$/.exec(line)?.slice(1) ?? [])
    return Object.fromEntries(facts.flatMap((name, index) => (index % 2 === 0 ? [[name, facts[index + 1]!]] : [])))
  }

  it("names the gas for inbound and what all the gas costs at most, rounded up, and no value where there is none", () => {
    const { "by right of": right, ...lines } = linesOf(0n)
    expect(lines).to.deep.equal({ account: "0xcd", "gas for inbound": "70001", gas: "at most 9.9 POL" })
    expect(right).to.match(/^the account/)
  })

  it("names the value apart from the gas, to the unit", () => {
    const { value, gas } = linesOf(4_000_000_000_000_000_002n)
    expect(value).to.match(/^400\.0000000000000002 POL,/)
    expect(gas).to.equal("at most 9.9 POL")
  })
})
