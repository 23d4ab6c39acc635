import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { plainText } from "#src/terminal/renderText.js"
import { retriesFound, retriesPlan, type RetryOfMany } from "#tasks/messaging/output/retriesSummary.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((name, slug) => ({ name, slug, network: name })) as [
  ...[RetryOfMany["to"], RetryOfMany["to"], RetryOfMany["to"]],
]
const idOf = (count: number) => numberToHex(count, { size: 32 })
const native = { symbol: "ETH", decimals: 18 }
const prepared = (cost: bigint, value = 0n) =>
  ({ status: "prepared", right: { kind: "own" }, gasLimit: 7n, value, gas: { cost, native } }) as unknown
const ether = 10n ** 18n

const retry = (count: number, more: object = {}): RetryOfMany =>
  ({ message: { messageId: idOf(count) }, from: alpha, to: beta, explanation: {}, ...more }) as unknown as RetryOfMany
const refused = new InvalidInputError({ argument: "x", problem: "it is odd", fix: "Mend it." })
const execution = { transactionHash: idOf(0x77), blockNumber: 5n }
const all = [
  retry(1, { native, account: at(0xa1), state: prepared(ether, 2n * ether) }),
  retry(2, { native, account: at(0xa1), state: prepared(3n * ether) }),
  retry(3, { native, account: at(0xa1), state: { status: "executed before", execution } }),
  retry(4, { to: gamma, error: refused }),
]

describe("retriesPlan", () => {
  const plan = (retries: readonly RetryOfMany[]) =>
    plainText(retriesPlan(retries, "given-up"))
      .split("\n")
      .map((line) => line.trim().split(/ {2,}/))

  it("has what each costs at most or why it cannot be executed, and the sum of a chain that one account pays", () => {
    const costs = (rows: readonly (readonly string[])[]) => rows.map((row) => row.slice(1))
    const [title, ...rows] = plan(all)
    expect(title).to.deep.equal(["4 messages have not arrived: given-up."])
    expect(costs(rows.slice(-6))).to.deep.equal([
      ["alpha → beta", "at most 3 ETH"],
      ["alpha → beta", "at most 3 ETH"],
      ["alpha → beta", "it was executed already"],
      ["alpha → gamma", refused.shortMessage],
      [at(0xa1)],
      ["at most 6 ETH"],
    ])
    // What is rounded up counts to the unit.
    const oneMore = retry(1, { native, account: at(0xa1), state: prepared(3n * ether + 1n) })
    expect(plan([oneMore, all[1]!, all[2]!]).at(-1)).to.deep.equal(["in all", "at most 6.1 ETH"])
    expect(plan([all[0]!])[0]).to.deep.equal(["One message has not arrived: given-up."])
    expect(plan([all[3]!]).some(([first]) => first === "in all")).to.equal(false)
  })

  it("lists no more than fifteen, and counts the others", () => {
    const lines = (count: number) =>
      plan(Array.from({ length: count }, (_, index) => ({ ...all[0]!, ...retry(index) })))
    expect(
      lines(15)
        .flat()
        .some((text) => text.startsWith("and ")),
    ).to.equal(false)
    expect(
      lines(17)
        .flat()
        .filter((text) => text.startsWith("and ")),
    ).to.deep.equal(["and 2 more"])
  })
})

describe("retriesFound", () => {
  const print = (retries: readonly RetryOfMany[], json: boolean) => {
    const terminal = recordTerminal()
    printFound(retriesFound(retries, "given-up"), json, terminal)
    return { out: terminal.stdout(), err: terminal.stderr() }
  }

  it("says in JSON of each message whether, where and by what right it was executed, or why not", () => {
    const done = { status: "executed", execution, right: "own", gasLimit: 9n, value: 8n }
    const { messages } = JSON.parse(print([...all, retry(5, { state: done })], true).out) as { messages: object[] }
    const ends = { from: alpha, to: beta }
    const unsent = { status: "not sent", txHash: null, blockNumber: null, error: null }
    const sent = { txHash: idOf(0x77), blockNumber: "5", error: null }
    const none = { right: null, gasLimit: null, value: null }
    const account = at(0xa1)
    expect(messages.slice(0, 3)).to.deep.equal([
      { messageId: idOf(1), ...ends, account, ...unsent, right: "own", gasLimit: "7", value: String(2n * ether) },
      { messageId: idOf(2), ...ends, account, ...unsent, right: "own", gasLimit: "7", value: "0" },
      { messageId: idOf(3), ...ends, account, status: "executed before", ...sent, ...none },
    ])
    expect(messages[3]).to.deep.include({ messageId: idOf(4), from: alpha, to: gamma, account: null, ...none })
    expect(messages[3]).to.have.nested.property("error.code", "INVALID_INPUT")
    expect(messages[4]).to.deep.equal({
      ...{ messageId: idOf(5), ...ends, account: null, status: "executed", ...sent, right: "own" },
      ...{ gasLimit: "9", value: "8" },
    })
  })

  it("names what was executed on standard output, and what was not on standard error", () => {
    const done = retry(5, { state: { status: "executed", execution } })
    const { out, err } = print([...all, done], false)
    expect(out.match(/0x\w{64}/g)).to.deep.equal([idOf(5)])
    expect(err.match(/0x\w{64}/g)).to.deep.equal([idOf(4)])
    expect(err).to.contain("on gamma")
    expect(print([], false).out).to.contain("given-up")
  })
})
