import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import type { SwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import { showSwap } from "#extras/swap/tasks/execute/showSwap.js"
import type { SwapStep } from "#extras/swap/tasks/execute/SwapStep.js"
import type { SwapPlanFacts } from "#extras/swap/tasks/output/swapPlan.js"
import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { readEvents } from "#test/fixtures/commands/endedCommand.js"
import { failure } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, quoteId } from "#test/fixtures/wire/swapRoutes.js"

const [first, second, sent] = [bytes32(1), bytes32(2), bytes32(3)]
const entry = journalEntry({ approvals: [first, second] })
const resumed: SwapStep = { kind: "resumed", entry }
const execution = (step: Extract<SwapStep, { kind: "execution" }>["step"]): SwapStep => ({ kind: "execution", step })
const goOn = { again: "swap execute 1 USDC", resume: (id: string) => `swap resume ${id}` }

/** Shows these steps, after which Ctrl-C ends the swap. */
async function show(steps: readonly SwapStep[], { json = false, yes = true, isTTY = false } = {}) {
  const [terminal, input] = [recordTerminal({ isTTY, columns: 200 }), new PassThrough()]
  // Nobody answers.
  input.end()
  const run = {
    ...{ chainName: String, limits: {}, signal: new AbortController().signal },
    printNotes: () => {
      terminal.err.line("notes of the API")
    },
  } as unknown as SwapRun
  async function* interrupted() {
    for (const step of steps) yield await Promise.resolve(step)
    throw new AbortedError()
  }
  const io = { terminal, input, clock: createManualClock() } as never
  const error = await failure(showSwap(run, interrupted(), { json, yes, goOn }, io))
  return { error, stdout: terminal.stdout(), stderr: terminal.stderr() }
}

describe("showSwap", () => {
  it("says, when it is interrupted, what was sent last, and which command goes on from there", async () => {
    const noted = async (...steps: SwapStep[]) => {
      const { error } = await show(steps, { json: true })
      const facts: unknown = JSON.parse(JSON.stringify(error.facts))
      return [facts, error.next?.replace("To follow it: npx hardhat ", "")]
    }
    const approving = execution({ state: "APPROVING", quoteId, hash: first })
    const resume = `swap resume ${quoteId}`
    expect(await noted()).to.deep.equal([{}, undefined])
    expect(await noted(execution({ state: "APPROVED", quoteId, approvals: [first] }))).to.deep.equal([{}, undefined])
    expect(await noted({ kind: "resumed", entry: { ...entry, submission: undefined } })).to.deep.equal([{}, undefined])
    expect(await noted(resumed)).to.deep.equal([
      { quote: quoteId, approval: second, transaction: entry.submission!.hash },
      resume,
    ])
    expect(await noted(approving)).to.deep.equal([{ quote: quoteId, approval: first }, goOn.again])
    const signed = { state: "SIGNED", quoteId, nonce: 7 } as const
    expect(await noted(approving, execution({ ...signed, hash: undefined }))).to.deep.equal([
      { quote: quoteId, approval: first, transaction: "the one with nonce 7" },
      resume,
    ])
    for (const step of [
      { ...signed, hash: sent },
      ...(["SENT", "MINED"] as const).map((state) => ({ state, quoteId, hash: sent })),
    ])
      expect(await noted(execution(step)), step.state).to.deep.equal([{ quote: quoteId, transaction: sent }, resume])
  })

  it("shows each step as it comes, as an event or to a person", async () => {
    const error = new InvalidInputError({ argument: "x", problem: "it is wrong", fix: "Mend it." })
    const steps: SwapStep[] = [
      { kind: "replaced", entry: { ...entry, replacedBy: sent } },
      resumed,
      { kind: "trouble", error },
      { kind: "waiting", ms: 60_000 },
      execution({ state: "SENT", quoteId, hash: sent }),
      { kind: "failed", error },
    ]
    const json = await show(steps, { json: true })
    expect(readEvents(json.stdout).map(({ event, status }) => [event, status])).to.deep.equal([
      ["replaced", undefined],
      ["resumed", "SENT"],
      ["trouble", undefined],
      ["waiting", undefined],
      ["execution", "SENT"],
      ["end", undefined],
    ])
    expect(json.stderr).to.equal("")
    const { stdout, stderr } = await show(steps)
    expect(stdout).to.equal("")
    const begin = [
      "The swap of quote",
      "Resuming the swap",
      "the swap API does not answer",
      "asking the swap API again",
    ]
    expect(
      stderr
        .trimEnd()
        .split("\n")
        .map((line, index) => line.slice(0, begin[index]?.length)),
    ).to.deep.equal([...begin, `sent in ${sent}`])
  })

  it("does not draw over a question at a terminal", async () => {
    const target = { kind: "target", address: zeroAddress, chainId: 1, codeSize: 0, isListed: false } as const
    const answer = (): void => undefined
    const step = execution({ state: "SENT", quoteId, hash: sent })
    for (const question of [
      { kind: "confirmNonce", entry: entry as never, gas: undefined, answer },
      { kind: "confirmTarget", target, answer },
    ] satisfies SwapStep[]) {
      const { stderr } = await show([step, question, step], { isTTY: true })
      const [before = "", after = ""] = stderr.split(/The (?:swap of quote|target is)/)
      expect(before).to.contain(`sent in ${sent}`)
      expect(after.slice(0, after.indexOf(`sent in ${sent}`)), question.kind).to.not.match(/\u001B\[\d+A/)
    }
  })

  it("prints what was wrong with the answers of the API before it asks about a plan, and passes the answer on", async () => {
    const answers: boolean[] = []
    const nonce: SwapStep = {
      ...{ kind: "confirmNonce", entry: entry as never, gas: undefined },
      answer: (isConfirmed) => answers.push(isConfirmed),
    }
    const { stderr } = await show([nonce, { ...nonce }])
    expect(stderr).to.contain("signed with nonce 7").and.to.not.contain("notes")
    expect(answers).to.deep.equal([true, true])
    const unattended = await show([nonce], { yes: false })
    expect([unattended.error.code, answers.length]).to.deep.equal(["INVALID_INPUT", 2])
    const token = { address: zeroAddress, symbol: "DAI", decimals: 18, isFromChain: true }
    const plan: SwapPlanFacts = {
      ...{
        swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
        request: { ...entry.request, inputAmount: 1n },
      },
      ...{ input: token, output: token, currency: { ...token, minNativeCurrencyForGas: null }, route: entry.route },
      ...{ transaction: entry.submission!.transaction, leastOut: 1n, minOut: undefined },
      ...{ valueLoss: { percent: 1, priceImpact: null }, unlisted: [], functions: [], fees: [], undecoded: [] },
    }
    const confirm: SwapStep = { kind: "confirm", plan, answer: (isConfirmed) => answers.push(isConfirmed) }
    const shown = await show([confirm])
    expect(shown.stderr).to.match(/^notes of the API\n +you give /)
    expect(answers).to.deep.equal([true, true, true])
    expect((await show([confirm], { yes: false })).error.facts["argument"]).to.equal("--yes")
  })
})
