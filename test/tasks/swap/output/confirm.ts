import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { TargetQuestion } from "../../../../src/swap/checks/confirmContracts.js"
import { confirmTarget } from "../../../../tasks/swap/output/confirm.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { dai, router, usdc } from "../../../fixtures/wire/swapRoutes.js"

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
