import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"
import { renderUnicodeCompact } from "uqr"
import { type Address, zeroAddress } from "viem"

import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { routeStatusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import { confirmLoss, confirmNonce, confirmRevoke, confirmSwap } from "#extras/swap/tasks/output/confirm.js"
import { createExecutionView } from "#extras/swap/tasks/output/executionView.js"
import { providerTable, swapChainTable, tokenTable } from "#extras/swap/tasks/output/listTables.js"
import { printDeposit, printPaid } from "#extras/swap/tasks/output/printDeposit.js"
import { printReplaced, printResumed } from "#extras/swap/tasks/output/printEvents.js"
import { quoteTable } from "#extras/swap/tasks/output/quoteTable.js"
import { routeReport, routeView } from "#extras/swap/tasks/output/routeReport.js"
import { swapPlan, type SwapPlanFacts, swapQuestion } from "#extras/swap/tasks/output/swapPlan.js"
import { swapTable } from "#extras/swap/tasks/output/swapTable.js"
import type { ExecutionStep } from "#src/swap/index.js"
import type { AskYesOptions } from "#src/terminal/askYes.js"
import { plainText } from "#src/terminal/renderText.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"
import { markColors } from "#test/fixtures/output/markColors.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { amountOnWire, routeOnWire, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const chainName = (chainId: number): string => ({ 41001: "alpha", 41002: "beta" })[chainId] ?? `chain ${chainId}`
const native = { symbol: "POL", decimals: 18 }

/** What a function prints, with its colors: standard output, then what standard error has. */
async function printed(print: (terminal: ReturnType<typeof recordTerminal>) => unknown): Promise<string[]> {
  const terminal = recordTerminal({ isTTY: true, columns: 400 })
  await print(terminal)
  return markColors([terminal.stdout(), terminal.stderr()].filter((text) => text !== "").join("--\n"))
}

const input = { address: address("1"), symbol: "DAI", decimals: 18, isFromChain: true }
const output = { address: address("2"), symbol: "USDC", decimals: 6, isFromChain: false }
const route = quoteRouteSchema.parse(
  routeOnWire({
    routeDetails: { name: "Own bridge" },
    estimatedTime: 60,
    gasFee: { feeInUsd: 0.25 },
    output: amountOnWire({ amount: "2500000", minAmountOut: "2400000" }),
  }),
)
const plan: SwapPlanFacts = {
  swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
  request: {
    ...{ inputAmount: 3n * 10n ** 18n, userAddress: address("9"), receiverAddress: address("9") },
  },
  ...{ input, output, currency: { ...native, address: zeroAddress, minNativeCurrencyForGas: null } },
  route,
  transaction: { kind: "evm_tx", chainId: 41001, to: address("5"), data: "0x", value: 0n } as never,
  ...{
    leastOut: 2_400_000n,
    valueLoss: { percent: 1, priceImpact: null },
    unlisted: [],
    ...{ functions: ["execute"], fees: [], undecoded: [] },
    minOut: undefined,
  },
}

describe("whole reports of swaps, with their colors", () => {
  it("of a plan, and the one question about it", () => {
    const parts: (string | undefined)[][] = []
    const show = (more: object, ofRequest: object = {}) =>
      markColors(swapPlan({ ...plan, ...more, request: { ...plan.request, ...ofRequest } }))
    parts.push(show({}))
    const gas = { cost: 123_456n, native, limits: {} }
    const currency = { ...plan.currency, minNativeCurrencyForGas: 5n }
    const rich = {
      ...{ gas, currency, undecoded: ["receiver", "outputToken", "leastOut", "destinationChain"] },
      ...{ unlisted: [{ kind: "target", address: address("5") }], transaction: { ...plan.transaction, value: 7n } },
      ...{ route: { ...route, approval: null }, valueLoss: { percent: null, priceImpact: 6 } },
      fees: [
        { taker: address("7"), amount: 7_500_000_000_000_000n },
        { taker: address("6"), amount: 1n },
      ],
    }
    const fee = { feeBps: 25, feeTakerAddress: address("7"), receiverAddress: address("8") }
    parts.push(show(rich, fee))
    const deposit = { depositAddress: address("6"), amount: 3n * 10n ** 18n }
    const paid = { route: { ...route, deposit }, currency }
    parts.push(show(paid, { refundAddress: address("4") }))
    const lineOf = (name: string, more: object, ofRequest: object = {}) =>
      show(more, ofRequest).find((line) => line.includes(`>${name}`) || line.includes(name))
    expect(lineOf("refund", paid)).to.contain("to nobody")
    expect(lineOf("to own", { currency: { ...currency, minNativeCurrencyForGas: 0n } })).to.equal(undefined)
    expect(lineOf("approval", { route: { ...route, approval: { ...route.approval, amount: 0n } } })).to.contain(
      "none is needed",
    )
    // What is swapped is no extra.
    const own = {
      input: { ...input, address: zeroAddress },
      transaction: { ...plan.transaction, value: 3n * 10n ** 18n },
    }
    expect(lineOf("attached", own)).to.equal(undefined)
    expect(lineOf("attached", { transaction: { ...plan.transaction, value: 1n } })).to.contain(
      "0.000000000000000001 POL",
    )
    expect(
      lineOf("attached", { ...own, transaction: { ...plan.transaction, value: 3n * 10n ** 18n + 5n } }),
    ).to.contain("0.000000000000000005 POL")
    for (const one of [{ feeBps: 25 }, { feeTakerAddress: address("7") }])
      expect(lineOf("fee", {}, one)).to.equal(undefined)
    expect([swapQuestion(plan), swapQuestion({ ...plan, ...paid } as never)]).to.deep.equal([
      "Swap 3 DAI (0x1111111111111111111111111111111111111111) on alpha for at least 2.4 USDC (0x2222222222222222222222222222222222222222) on beta?",
      "Pay 3 DAI (0x1111111111111111111111111111111111111111) on alpha to 0x6666666666666666666666666666666666666666 for at least 2.4 USDC (0x2222222222222222222222222222222222222222) on beta?",
    ])
    expectGolden("swap/reports/plan-one-question.txt", parts)
  })

  it("of what is confirmed", async () => {
    /** What is answered, then what is on standard output, then the lines on standard error. */
    const answers = async (ask: (options: AskYesOptions) => Promise<boolean>, typed = "y\n", isTTY = false) => {
      const input = Object.assign(new PassThrough(), { isTTY })
      const terminal = recordTerminal({
        onWrite: () => {
          // Whoever asks listens only after the question was written.
          if (terminal.stderr().endsWith("(y/N) ")) setImmediate(() => input.write(typed))
        },
      })
      const answer = await ask({ terminal, input })
      return [
        answer,
        terminal.stdout(),
        ...terminal
          .stderr()
          .split("\n")
          .filter((line) => line !== ""),
      ]
    }
    const loss = (percent: number | null, acceptLoss: number | undefined, yes: boolean, typed?: string) =>
      answers((options) => confirmLoss({ percent, priceImpact: null }, { ...options, acceptLoss, yes }), typed)
    expect(await loss(5, undefined, false, "n\n")).to.deep.equal([true, ""])
    expect(await loss(null, undefined, false, "n\n")).to.deep.equal([true, ""])
    expect(await loss(6, undefined, false)).to.deep.equal([
      true,
      "",
      "This swap loses 6 % of its value, by the numbers of the swap API.",
      "Accept a loss of 6 %? (y/N) ",
    ])
    expect((await loss(6, undefined, false, "n\n"))[0]).to.equal(false)
    expect((await loss(6, 10, false, "n\n")).slice(0, 2)).to.deep.equal([true, ""])
    expect((await loss(6, undefined, true, "n\n")).slice(0, 2)).to.deep.equal([true, ""])

    const allowance = {
      ...{ chain: "alpha", account: address("9"), token: address("1"), spender: address("5"), amount: 1_500_000n },
      ...{ unit: { symbol: "USDC", decimals: 6 }, gas: { cost: 12n, native, limits: {} } },
    }
    const revoke = (count: number, yes = false, typed?: string) =>
      answers(
        (options) =>
          confirmRevoke(
            Array.from({ length: count }, () => allowance),
            { ...options, yes },
          ),
        typed,
      )
    expect(await revoke(1)).to.deep.equal([
      true,
      "",
      "On alpha, 0x5555555555555555555555555555555555555555 may take 1.5 USDC (1500000 in its smallest unit) of 0x1111111111111111111111111111111111111111 from 0x9999999999999999999999999999999999999999.",
      "  gas: at most 0.000000000000000012 POL",
      "Revoke it? (y/N) ",
    ])
    expect((await revoke(2)).at(-1)).to.equal("Revoke these 2? (y/N) ")
    expect((await revoke(1, true, "n\n"))[0]).to.equal(true)
    expect((await revoke(1, false, "n\n"))[0]).to.equal(false)

    const entry = { quoteId: "0x12", account: address("9"), submission: { nonce: 7 } } as never
    const nonce = (gas: object | undefined, yes: boolean, typed?: string) =>
      answers((options) => confirmNonce({ entry, gas: gas as never }, { ...options, yes }), typed, true)
    expect(await nonce(allowance.gas, false)).to.deep.equal([
      true,
      "",
      "The swap of quote 0x12 is recorded as signed with nonce 7. It was not sent, and cannot be any more.",
      "gas: at most 0.000000000000000012 POL",
      "Use up nonce 7, by an empty payment of 0x9999999999999999999999999999999999999999 to itself? (y/N) ",
    ])
    expect(await nonce(undefined, true)).to.deep.equal([
      true,
      "",
      "The swap of quote 0x12 is recorded as signed with nonce 7. It was not sent, and cannot be any more.",
    ])
    expect((await nonce(undefined, false, "n\n"))[0]).to.equal(false)

    const swap = (more: object, how: object, typed?: string) =>
      answers(
        (options) =>
          confirmSwap({ ...plan, ...more }, { ...options, json: false, yes: false, acceptLoss: undefined, ...how }),
        typed,
        true,
      )
    const asked = await swap({}, {})
    expect([asked[0], asked[1], asked.at(-1)]).to.deep.equal([true, "", `${swapQuestion(plan)} (y/N) `])
    expect((await swap({}, {}, "n\n"))[0]).to.equal(false)
    expect((await swap({ valueLoss: { percent: 9, priceImpact: null } }, {}, "n\n")).at(-1)).to.equal(
      "Accept a loss of 9 %? (y/N) ",
    )
    expect((await swap({}, { yes: true }))[0]).to.equal(true)
    expect((await swap({}, { yes: true })).join("\n"))
      .to.contain("you give")
      .and.not.to.contain("(y/N)")
    const [, json, ...texts] = await swap({ minOut: 5n }, { yes: true, json: true })
    expect(JSON.parse(String(json))).to.deep.include({ event: "plan", leastOut: "2400000", minOut: "5" })
    expect(texts).to.deep.equal([])
    expect(JSON.parse(String((await swap({}, { yes: true, json: true }))[1]))).to.deep.include({ minOut: null })
    expect((await swap({}, { json: true })).join("\n")).to.contain("you give")
  })

  it("of a deposit, paid or not", async () => {
    const parts: (string | undefined)[][] = []
    const deposit = {
      depositAddress: address("6"),
      amount: 3n * 10n ** 18n,
      memo: null,
      chainId: 41001,
      token: address("1"),
    }
    const facts = {
      ...{ request: { receiverAddress: address("8"), refundAddress: address("4") }, deposit, input, output },
      ...{
        route: { quoteId: "0x12", expiresAt: 1_800_000_000 },
        origin: { name: "alpha" },
        destination: { name: "beta" },
      },
      ...{ leastOut: 2_400_000n, checked: { valueLoss: { percent: 1, priceImpact: null } }, isResumed: false },
    }
    const show = async (more: object) =>
      (
        await printed((terminal) => {
          printDeposit({ ...facts, ...more } as never, { terminal, json: false })
        })
      ).filter((line) => !/[▀▄█]/.test(line))
    parts.push(await show({}))
    const memo = await show({
      // Whoever pays has to write it down in full.
      deposit: { ...deposit, memo: "1234567890".repeat(20) },
      request: { receiverAddress: address("8") },
      route: { quoteId: "0x12", expiresAt: 8.7e12 },
    })
    expect(memo.slice(3, 5)).to.deep.equal([
      `  <dim>with memo  </>  <bold>${"1234567890".repeat(20)}</>`,
      "  <dim>before     </>  +275760-09-13T00:00:00.000Z",
    ])
    expect(memo.join("\n")).to.contain("to nobody").and.to.contain("+275760-09-13T00:00:00.000Z")
    const code = await printed((terminal) => {
      printDeposit(facts as never, { terminal, json: false })
    })
    const uri = (await show({}))[11]!
    expect(code.join("\n")).to.contain(`\n\n${renderUnicodeCompact(uri, { border: 2 })}\n${uri}\n`)
    const json = await printed((terminal) => {
      printDeposit(facts as never, { terminal, json: true })
    })
    expect(json.slice(1)).to.deep.equal([""])
    expect(JSON.parse(json[0]!)).to.deep.include({
      event: "deposit",
      quoteId: "0x12",
      isResumed: false,
      expiresAt: 1_800_000_000,
      leastOut: "2400000",
    })
    const rest = await printed((terminal) => {
      printPaid({ quoteId: "0x12", says: "seen in 0x34" }, { terminal, json: false })
    })
    expect(rest).to.deep.equal([
      "<magenta>The deposit of quote 0x12 is already paid: seen in 0x34. Do not pay it again.</>",
      "",
    ])
    const paid = await printed((terminal) => {
      printPaid({ quoteId: "0x12", says: "seen" }, { terminal, json: true })
    })
    expect(JSON.parse(paid[0]!)).to.include({ event: "paid", quoteId: "0x12", says: "seen" })
    expectGolden("swap/reports/deposit-paid-or.txt", parts)
  })

  it("of what an earlier run began", async () => {
    const parts: (string | undefined)[][] = []
    const entry = { quoteId: "0x12", submission: { nonce: 7 } }
    const replaced = (more: object, json = false) =>
      printed((terminal) => {
        printReplaced({ ...entry, ...more } as never, { terminal, json })
      })
    const texts = [
      await replaced({}),
      await replaced({ replacedBy: "0x34" }),
      await replaced({ replacedBy: "0x34", outcome: "expired" }),
    ]
    parts.push(texts.flat())
    const [line, ...after] = await replaced({ replacedBy: "0x34", outcome: "expired" }, true)
    expect(after).to.deep.equal([""])
    expect(JSON.parse(line!)).to.include({ event: "replaced", nonce: 7, replacedBy: "0x34", reason: "expired" })
    const resumed = (json: boolean) =>
      printed((terminal) => {
        printResumed({ quoteId: "0x12", state: "SENT", at: 5 }, { terminal, json })
      })
    expect(await resumed(false)).to.deep.equal(["<magenta>Resuming the swap of quote 0x12, which was SENT.</>", ""])
    expect(JSON.parse((await resumed(true))[0]!)).to.include({ event: "resumed", status: "SENT", at: 5 })
    expectGolden("swap/reports/earlier-run-began.txt", parts)
  })

  it("of the chains, tokens and providers of the API", () => {
    const parts: (string | undefined)[][] = []
    const chain = {
      ...{
        name: "Alpha",
        chainId: 41001,
        currency: { symbol: "ETH", minNativeCurrencyForGas: 10n ** 16n, decimals: 18 },
      },
      ...{
        sendingEnabled: true,
        receivingEnabled: false,
        isDepositEnabled: true,
        dexes: ["press", "curve"],
        bridges: [],
      },
    }
    const other = {
      ...{
        ...chain,
        chainId: 7,
        sendingEnabled: false,
        receivingEnabled: true,
        isDepositEnabled: false,
        dexes: [],
        bridges: ["mint"],
      },
      currency: { ...chain.currency, minNativeCurrencyForGas: null },
    }
    const closed = { ...other, receivingEnabled: false }
    const configured = (id: number) => (id === 41001 ? "alpha" : undefined)
    parts.push(markColors(swapChainTable([chain, other, closed] as never, configured)))
    expect(markColors(swapChainTable([], configured))).to.deep.equal(["<magenta>The swap API knows no chains.</>"])
    const token = {
      ...{ chainId: 41001, symbol: "USDC", name: "USD Coin", address: address("2"), decimals: 6, isVerified: true },
      ...{ balance: 1_500_000n, balanceInUsd: 1.5 },
    }
    const tokens = [
      token,
      { ...token, isVerified: false, balance: null },
      { ...token, isVerified: null, balanceInUsd: null, decimals: 8 },
    ]
    const table = (hasBalances: boolean, some = tokens) =>
      markColors(tokenTable(some as never, { chainName, hasBalances }))
    parts.push(table(true))
    parts.push([...table(false).slice(0, 2), ...table(false, [])])
    const provider = (providerId: string) => ({ providerId, displayName: `The ${providerId}` })
    const providers = { bridges: [provider("mint")], dexes: [provider("press")] }
    parts.push(markColors(providerTable(providers as never)))
    expect(markColors(providerTable({ bridges: [], dexes: [] }))).to.deep.equal([
      "<magenta>The swap API has no providers.</>",
    ])
    expectGolden("swap/reports/chains-tokens-providers.txt", parts)
  })

  it("of a quote", () => {
    const parts: (string | undefined)[][] = []
    const offer = (amount: string, name: string, valueInUsd: number, more: Record<string, unknown> = {}) =>
      quoteRouteSchema.parse(
        routeOnWire({
          output: amountOnWire({ amount, minAmountOut: "2000000", valueInUsd }),
          routeDetails: { name },
          ...more,
        }),
      )
    const facts = (...routes: ReturnType<typeof offer>[]) =>
      ({
        request: { inputAmount: 3n * 10n ** 18n },
        input,
        output,
        swapRequest: plan.swapRequest,
        quote: { input: { valueInUsd: 100 } },
        routes,
      }) as never
    const [best, low, high] = [
      offer("2500000", "Best", 95, {
        routeTags: ["MAX_OUTPUT", "FASTEST"],
        gasFee: { valueInUsd: 2 },
        estimatedTime: 5,
      }),
      offer("2400000", "Low", 94.9),
      offer("2300000", "High", 84.9, { userOp: "deposit_x" }),
    ]
    parts.push(markColors(quoteTable(facts(best, low, high))))
    expect(markColors(quoteTable(facts(best, low))).slice(3, 5)).to.deep.equal([
      "<magenta>! loses more than 5 % of its value, by the numbers of the swap API.</>",
      "",
    ])
    expect(markColors(quoteTable(facts(best)))[3]).to.equal("")
    parts.push(markColors(quoteTable(facts())))
    const at = (columns: number) =>
      plainText(quoteTable(facts(best)), columns)
        .split("\n")
        .at(-2)
    parts.push([120, 100, 90, 75, 60, 50, 40, 30].map(at))
    expectGolden("swap/reports/quote.txt", parts)
  })

  it("of a route, under way and over", () => {
    const parts: (string | undefined)[][] = []
    const status = (state: string, more: Record<string, unknown> = {}) => routeStatusSchema.parse(statusAt(state, more))
    const side = { status: "PENDING", txHash: null, timestamp: null }
    const sent = {
      origin: {
        chainId: 41001,
        ...side,
        txHash: bytes32(3),
        userAddress: address("9"),
        input: [amountOnWire(), amountOnWire()],
      },
      destination: {
        chainId: 41002,
        ...side,
        txHash: bytes32(4),
        receiverAddress: address("9"),
        output: [amountOnWire({ minAmountOut: "1000000000000000000" })],
      },
    }
    const refund = { chainId: 41001, txHash: bytes32(5) }
    const report = (route: ReturnType<typeof status>, payout?: "seen" | "not checked") =>
      markColors(routeReport({ ...route, payout: payout as never }, chainName))
    parts.push(report(status("PENDING")))
    parts.push(report(status("COMPLETED", sent), "seen"))
    // What the chain shows counts, not what the API claims.
    const { token } = status("COMPLETED", sent).destination.output[0]!
    const paid = { token: { ...token, symbol: "GOLD", decimals: 2 }, amount: 1234n }
    const withPaid = { ...status("COMPLETED", sent), payout: "seen" as const, paid }
    expect(markColors(routeReport(withPaid, chainName))).to.include("  <dim>got   </>  12.34 GOLD on beta")
    parts.push(report(status("COMPLETED", { ...sent, routeDetails: null, quoteDetails: { a: 1 } }), "not checked"))
    expect(report(status("REFUNDED", { refund: { ...refund, chainId: 41001 } })).slice(-2)).to.deep.equal([
      "  <dim>refund</>  on alpha",
      "  <dim>  in  </>  0x0000000000000000000000000000000000000000000000000000000000000005",
    ])
    expect(report(status("REFUNDING", { refund: { chainId: null, txHash: null } })).slice(-2)).to.deep.equal([
      "  <dim>to get</>  1 DAI, at least 0.000000000000000001 DAI on beta",
      "  <dim>refund</>  under way",
    ])
    const none = { origin: { ...sent.origin, input: [] } }
    expect(report(status("PENDING", none))[3]).to.deep.equal("  <dim>given </>  – on alpha")
    const long = report({ ...status("PENDING"), quoteId: "q".repeat(81) })[1]!
    expect(long).to.contain("q".repeat(30)).and.not.to.contain("q".repeat(60))
    expect(report({ ...status("PENDING"), quoteId: "q".repeat(80) })[1]).to.contain("q".repeat(80))

    const view = routeView(chainName)
    const line = (route: ReturnType<typeof status>) => {
      const step = { quoteId: bytes32(1), state: route.status, at: 0, inState: 0, route, kind: "state" } as never
      const { name, place, state, explanation, detail, isFinal } = view.lineParts(step)
      return markColors([name.long, name.short, place, state, explanation, detail, isFinal].map(String).join(" | "))
    }
    const onlySent = { origin: sent.origin }
    const lines = [
      status("PENDING"),
      status("PENDING", onlySent),
      status("COMPLETED", sent),
      status("REFUNDED", { ...sent, refund }),
      status("REFUNDING", { ...onlySent, refund: { chainId: null, txHash: null } }),
    ]
    parts.push(lines.flatMap(line))
    expect(view.summary([])).to.equal(undefined)
    expect(view.endFields([])).to.deep.equal({ route: undefined, payout: undefined, paid: undefined })
    // The last of several is what is reported.
    const ranges = ["PENDING", "IN_PROGRESS", "COMPLETED"].map((state) => {
      const route = status(state, sent)
      return { first: {}, last: { quoteId: route.quoteId, route, payout: "seen", paid } } as never
    })
    expect(view.endFields(ranges)).to.deep.equal({
      ...{ route: status("COMPLETED", sent), payout: "seen", paid },
    })
    expect(markColors(view.summary(ranges.slice(0, 2))).join()).to.contain("IN_PROGRESS")
    expectGolden("swap/reports/route-under-way.txt", parts)
  })

  it("of a list of swaps", () => {
    const parts: (string | undefined)[][] = []
    const row = {
      ...{ quoteId: bytes32(1), status: "COMPLETED", originChainId: 41001, destinationChainId: 41002 },
      ...{ txHash: bytes32(2), at: 40_000 },
    }
    const rows = [row, { ...row, status: "SIGNED", txHash: null }, { ...row, status: "REVERTED", quoteId: "short" }]
    parts.push(markColors(swapTable(rows as never, { chainName, now: 100_000 })))
    expectGolden("swap/reports/list-swaps.txt", parts)
  })

  it("of each step of an execution", () => {
    const parts: (string | undefined)[][] = []
    const hash = bytes32(5)
    const steps = [
      { state: "CHECKED", route },
      { state: "REQUOTED", route },
      { state: "NOT_SIMULATED" },
      { state: "APPROVING", hash },
      { state: "APPROVED", approvals: [] },
      { state: "APPROVED", approvals: [hash] },
      { state: "SIGNED", nonce: 7 },
      { state: "SENT", hash },
      { state: "MINED", hash },
      { state: "REVERTED", hash },
      { state: "REPLACED", nonce: 7 },
      { state: "ALLOWANCE_LEFT", spender: address("5"), token: address("1"), amount: 12n },
      { state: "FINISHED" },
    ] as unknown as ExecutionStep[]
    const terminal = recordTerminal()
    {
      using view = createExecutionView({ terminal, json: false, chainName, clock: { now: () => 0 } })
      for (const step of steps) view.onStep(step)
      view.onTrouble(new Error("down"))
    }
    parts.push(terminal.stderr().trimEnd().split("\n"))
    expect(terminal.stdout()).to.equal("")
    expectGolden("swap/reports/each-step-execution.txt", parts)
  })
})
