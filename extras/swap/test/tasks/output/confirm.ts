import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import type { SignedEntry } from "#extras/swap/src/execution/types.js"
import { confirmNonce, confirmSwap, confirmTarget } from "#extras/swap/tasks/output/confirm.js"
import type { SwapPlanFacts } from "#extras/swap/tasks/output/swapPlan.js"
import { failure } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { dai, journalEntry, router, usdc } from "#test/fixtures/wire/swapRoutes.js"

/** What is shown before the question about an address, and the answer. */
async function ask(question: Partial<TargetQuestion>, typed = "y\n"): Promise<[string, boolean]> {
  const [terminal, input] = [recordTerminal(), new PassThrough()]
  input.end(typed)
  const asked: TargetQuestion = {
    kind: "target",
    address: router,
    chainId: 10,
    codeSize: 0,
    isListed: false,
    ...question,
  }
  const chainName = (chainId: number) => `chain ${String(chainId)}`
  const isAccepted = await confirmTarget(asked, { terminal, input, chainName })
  const [facts, prompt] = terminal.stderr().split("\n")
  expect(prompt).to.equal(`Use ${asked.address}? (y/N) `)
  return [facts ?? "", isAccepted]
}

describe("the question about an address of a swap", () => {
  it("says what the address is for, whether it is a contract, on which chain it is in no list, and what it replaces", async () => {
    const ofList = ", which is in no allow-list of chain 10"
    const table: readonly [Partial<TargetQuestion>, string][] = [
      [
        { kind: "deposit" },
        `The deposit address is ${router}, an account without code${ofList}: the whole amount is paid to it.`,
      ],
      [
        { codeSize: 1 },
        `The target is ${router}, a contract of 1 bytes${ofList}: the swap's transaction calls it, with every right that the account has.`,
      ],
      [
        { kind: "spender", address: usdc, codeSize: 7, isListed: true, replaces: dai },
        `The spender is ${usdc}, a contract of 7 bytes, and the one before was for ${dai}: it may take the input token that is approved.`,
      ],
    ]
    for (const [question, says] of table) expect(await ask(question)).to.deep.equal([says, true])
  })

  it("takes nothing but a yes", async () => {
    expect((await ask({}, "n\n"))[1]).to.equal(false)
    expect((await ask({}, ""))[1]).to.equal(false)
  })
})

describe("what is confirmed where nobody can answer, or with a no", () => {
  const token = { address: dai, symbol: "DAI", decimals: 18, isFromChain: true }
  const { route, account } = journalEntry()
  const plan: SwapPlanFacts = {
    swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
    request: { inputAmount: 1n, userAddress: account, receiverAddress: account },
    ...{ input: token, output: token, currency: { ...token, minNativeCurrencyForGas: null } },
    ...{ route, transaction: journalEntry().submission!.transaction, leastOut: 1n, minOut: undefined },
    ...{ valueLoss: { percent: 9, priceImpact: null }, unlisted: [], functions: [], fees: [], undecoded: [] },
  }
  const entry = journalEntry() as SignedEntry

  /** Both questions, at a terminal where these lines are typed one after the other, or at none. */
  function confirm(...typed: readonly string[]) {
    const [input, left] = [Object.assign(new PassThrough(), { isTTY: typed.length > 0 }), [...typed]]
    const terminal = recordTerminal({
      onWrite: () => {
        // Whoever asks listens only after the question was written.
        if (terminal.stderr().endsWith("(y/N) ")) setImmediate(() => input.write(left.shift() ?? ""))
      },
    })
    const asked = () => terminal.stderr().split("(y/N)").length - 1
    const options = { terminal, input, yes: false }
    return {
      swap: async () => [await confirmSwap(plan, { ...options, json: false, acceptLoss: undefined }), asked()],
      nonce: async () => [await confirmNonce({ entry, gas: undefined }, options), asked()],
    }
  }

  it("is refused without a terminal, whatever comes in", async () => {
    for (const work of [confirm().swap(), confirm().nonce()]) {
      expect(await failure(work)).to.include({ code: "INVALID_INPUT", argument: "--yes" })
    }
  })

  it("asks about the loss first, and no more after a no", async () => {
    expect(await confirm("n\n").swap()).to.deep.equal([false, 1])
    expect(await confirm("y\n", "n\n").swap()).to.deep.equal([false, 2])
    expect(await confirm("y\n", "y\n").swap()).to.deep.equal([true, 2])
    expect(await confirm("n\n").nonce()).to.deep.equal([false, 1])
  })
})
