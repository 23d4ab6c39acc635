import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"
import {
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from "viem"

import { checkBeforeApproval, checkBeforeSigning } from "#extras/swap/src/execution/simulation.js"
import { answerSimulation, simulatedCalls, type SimulateParameters } from "#extras/swap/test/fixtures/simulatedCalls.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { dai, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

type Played = {
  readonly allowance?: bigint
  readonly balance?: bigint
  readonly approval?: object | undefined
  readonly userOps?: string
  readonly isListed?: boolean
  /** Which of the simulated calls reverts. Default: the node cannot simulate several calls. */
  readonly reverts?: number | undefined
  readonly canTrace?: boolean
}

const approval = { token: dai, spender: router, amount: 1_000n }
const noFunds = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), errorName: "Error", args: ["no funds"] })

/** Checks what is sent of the user's 5,000 before an approval of 1,000, and returns what the node was asked to simulate. */
async function check(played: Played) {
  const { allowance = 0n, balance = 5_000n, userOps = "tx", isListed = true, reverts, canTrace = false } = played
  const simulations: string[][] = []
  const { client, asked } = fakeNode({
    eth_call: ([{ data }]: [{ data: Hex }]) => {
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
      const result = functionName === "allowance" ? allowance : balance
      return encodeFunctionResult({ abi: erc20Abi, functionName, result })
    },
    eth_simulateV1: (parameters: SimulateParameters) => {
      simulations.push(simulatedCalls(parameters))
      if (reverts === undefined) throw Object.assign(new Error("method not found"), { code: -32_601 })
      return answerSimulation(parameters, (_call, index) => (index === reverts ? noFunds : undefined))
    },
    ...(canTrace ? { debug_traceCall: () => ({ type: "CALL", from: user, to: dai, output: "0x", logs: [] }) } : {}),
  })
  const checked = {
    approval: "approval" in played ? played.approval : approval,
    transaction: { chainId: 41_001, to: router, data: "0xabcd", value: 7n },
    request: { userAddress: user, userOps },
    route: { quoteId: "q-1" },
    unlisted: isListed ? [] : [{ kind: "target", address: usdc }],
  }
  const error = await checkBeforeApproval({ parameters: { publicClient: client } } as never, checked as never).then(
    () => undefined,
    (thrown: unknown) => thrown as { code: string; facts: Record<string, string> },
  )
  return { simulations, asked, code: error?.facts["reason"] ?? error?.code }
}

describe("checkBeforeApproval", () => {
  const [toZero, toAmount, swap] = [`${dai} approve ${router} 0`, `${dai} approve ${router} 1000`, `${router} 0xabcd 7`]

  it("simulates the approvals that will be sent, and the swap after them", async () => {
    const calls = async (played: Played) => (await check({ ...played, reverts: 0 })).simulations
    expect(await calls({})).to.deep.equal([[toAmount, swap]])
    expect(await calls({ allowance: 1n })).to.deep.equal([[toZero, toAmount, swap]])
    expect(await calls({ allowance: 999n, balance: 1_000n })).to.deep.equal([[toZero, toAmount, swap]])
  })

  it("simulates nothing where no approval will be sent, or the account owns too little", async () => {
    expect((await check({ approval: undefined })).asked).to.deep.equal([])
    for (const played of [{ allowance: 1_000n }, { balance: 999n }, { allowance: 1_000n, balance: 999n }]) {
      expect((await check({ ...played, reverts: 1 })).simulations).to.deep.equal([])
    }
  })

  it("reports a swap that reverts, and leaves an approval that does to the approval itself", async () => {
    expect((await check({ reverts: 0 })).code).to.equal(undefined)
    expect((await check({ reverts: 1 })).code).to.equal("CALL_REVERTED")
    expect((await check({ allowance: 1n, reverts: 1 })).code).to.equal(undefined)
    expect((await check({ allowance: 1n, reverts: 2 })).code).to.equal("CALL_REVERTED")
  })

  it("approves nothing for a contract in no list where the node can simulate nothing", async () => {
    expect((await check({})).code).to.equal(undefined)
    expect((await check({ isListed: false })).code).to.equal("NOT_SIMULATED")
    expect((await check({ isListed: false, userOps: "deposit" })).code).to.equal(undefined)
    // It will be able to simulate the swap once the approval is made.
    expect((await check({ isListed: false, canTrace: true })).code).to.equal(undefined)
  })
})

describe("checkBeforeSigning", () => {
  const transaction = { chainId: 41_001, to: router, data: "0xabcd", value: 0n }

  const takes = {
    ...{ address: dai, topics: [toEventSelector("Transfer(address,address,uint256)"), pad(user), pad(router)] },
    data: numberToHex(1_000n, { size: 32 }),
  }
  type Signed = {
    readonly canSimulate?: boolean
    readonly isListed?: boolean
    readonly isReverting?: boolean
    readonly isPaidHere?: boolean
    readonly logs?: readonly object[]
    readonly value?: bigint
  }

  /** Returns the events that are reported, and why it is refused. */
  async function sign(signed: Signed) {
    const { canSimulate = true, isListed = true, isReverting = false, isPaidHere = false } = signed
    const { logs = [takes], value = 0n } = signed
    const { client } = fakeNode({
      eth_call: () => {
        if (isReverting) throw Object.assign(new Error("execution reverted"), { code: 3, data: noFunds })
        return "0x"
      },
      eth_simulateV1: (parameters: SimulateParameters) => {
        if (!canSimulate) throw Object.assign(new Error("method not found"), { code: -32_601 })
        return answerSimulation(parameters, () => undefined, logs)
      },
    })
    const events: unknown[] = []
    const request = {
      ...{ userOps: "tx", userAddress: user, receiverAddress: user, inputToken: dai, inputAmount: 1_000n },
      ...{ outputToken: usdc, originChainId: 41_001, destinationChainId: isPaidHere ? 41_001 : 41_002 },
    }
    const unlisted = isListed ? [] : [{ kind: "target", address: usdc }]
    const checked = {
      approval,
      transaction: { ...transaction, value },
      request,
      route: { quoteId: "q-1" },
      unlisted,
      leastOut: 1n,
    }
    const onStep = async (event: unknown): Promise<void> => {
      await setImmediate()
      events.push(event)
    }
    const parameters = { publicClient: client, onStep }
    const execution = { account: { address: user, type: "json-rpc" }, parameters }
    const error = await checkBeforeSigning(execution as never, checked as never).then(
      () => undefined,
      (thrown: unknown) => thrown as { code: string; facts: Record<string, string> },
    )
    return [events, error?.facts["reason"] ?? error?.code]
  }

  it("reports where the node cannot simulate, and refuses then what is in no list", async () => {
    const unseen = [{ state: "NOT_SIMULATED", quoteId: "q-1" }]
    expect(await sign({})).to.deep.equal([[], undefined])
    expect(await sign({ isListed: false })).to.deep.equal([[], undefined])
    expect(await sign({ canSimulate: false })).to.deep.equal([unseen, undefined])
    expect(await sign({ canSimulate: false, isListed: false })).to.deep.equal([[], "NOT_SIMULATED"])
  })

  it("S-04 takes for no simulation what does not show that the input leaves, or native currency that is attached", async () => {
    const unseen = [{ state: "NOT_SIMULATED", quoteId: "q-1" }]
    for (const blind of [
      { logs: [] },
      { logs: [{ ...takes, topics: takes.topics.toSpliced(1, 1, pad(router)) }] },
      { value: 1n },
    ]) {
      expect(await sign(blind)).to.deep.equal([unseen, undefined])
      expect(await sign({ ...blind, isListed: false })).to.deep.equal([[], "NOT_SIMULATED"])
    }
  })

  it("refuses what would do something else than was promised", async () => {
    expect(await sign({ isPaidHere: true })).to.deep.equal([[], "GIVES_TOO_LITTLE"])
    const unseen = [{ state: "NOT_SIMULATED", quoteId: "q-1" }]
    expect(await sign({ isPaidHere: true, canSimulate: false })).to.deep.equal([unseen, undefined])
  })

  it("refuses what reverts, also where a call is all that the node can tell by", async () => {
    for (const canSimulate of [true, false]) {
      const [events, code] = await sign({ canSimulate, isReverting: true })
      expect([events, code]).to.deep.equal([[], "CALL_REVERTED"])
    }
  })
})
