import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createWalletClient, http, parseEther, parseGwei } from "viem"

import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { checkHandedOver, confirmPlan } from "#tasks/messaging/wire/confirmPlan.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { createFeeNode } from "#test/fixtures/servers/nodes/feeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [known, first, second] = [at(0xb1), at(0xb2), at(0xb3)]
const change = (chain: string, switchboard: Address, more: Partial<WiringChange> = {}): WiringChange =>
  ({
    kind: "connect",
    chain,
    switchboard,
    switchboardKind: undefined,
    status: "ready",
    data: "0x01",
    ...more,
  }) as WiringChange
const changes = [
  change("alpha", known, { switchboardKind: "FAST" }),
  change("alpha", first),
  change("alpha", first),
  change("beta", second),
  change("beta", at(0xb4), { status: "elsewhere" }),
  change("beta", at(0xb5), { kind: "disconnect" }),
]
// Without clients nothing is said about gas.
const chains = { alpha: { slug: 1 }, beta: { slug: 2 } }
/** A chain on which what a change costs is known. */
const payingChain = (slug: number, gwei: string) => ({
  ...{ slug, socket: at(0xc1), publicClient: createFeeNode({ baseFee: parseGwei(gwei) }) },
  walletClient: createWalletClient({ account: at(9), transport: http("http://127.0.0.1:1") }),
})

async function confirm(
  options: {
    readonly yes?: boolean
    readonly isDryRun?: boolean
    readonly allowed?: readonly Address[]
    readonly isShown?: boolean
  } = {},
  {
    answers,
    planned = changes,
    on = chains,
  }: { readonly answers?: readonly string[]; readonly planned?: typeof changes; readonly on?: WiringChains } = {},
) {
  const asked: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: answers !== undefined })
  const terminal = recordTerminal({
    onWrite: () => {
      if (!terminal.stderr().endsWith("(y/N) ")) return
      // Nobody types a line feed after the question before.
      const answer = answers?.[asked.push(terminal.stderr().split("(y/N) ").at(-2)!) - 1]
      setImmediate(() => input.write(`${answer ?? "n"}\n`))
    },
  })
  const { yes = false, isDryRun = false, allowed = [], isShown = true } = options
  const plan = { changes: planned, extras: [], problems: [], inPlace: [] }
  const confirmed = await confirmPlan(
    { plan, chains: on },
    { yes, maxGasPrice: undefined, maxGasCost: undefined },
    {
      ...{ allowed, entries: [], isDryRun, shown: isShown ? terminal.err : undefined },
      io: { terminal, input, signal: new AbortController().signal },
    },
  )
  const gas = terminal.stderr().match(/^gas on .*$/gm)
  return {
    confirmed,
    asked: asked.map((question) => /0x\w{40}|Send \d+ \w+/.exec(question)?.[0]),
    ...(gas === null ? {} : { gas }),
  }
}

describe("confirmPlan", () => {
  it("asks about each switchboard that is not known, once a chain, then whether to send, and takes each no for a no", async () => {
    const all = {
      confirmed: { chains, allowedSwitchboards: [first, second] },
      asked: [first, second, "Send 5 transactions"],
    }
    expect(await confirm({}, { answers: ["y", "y", "y"] })).to.deep.equal(all)
    for (const [index, answers] of [["n"], ["y", "n"], ["y", "y", "n"]].entries()) {
      const { confirmed, asked } = await confirm({}, { answers })
      expect([confirmed, asked]).to.deep.equal([undefined, all.asked.slice(0, index + 1)])
    }
    const one = [change("alpha", known, { switchboardKind: "FAST" })]
    expect((await confirm({}, { answers: ["y"], planned: one })).asked).to.deep.equal(["Send 1 transaction"])
  })

  it("uses an unknown switchboard with --yes only if its address is allowed", async () => {
    expect(await failure(confirm({ yes: true }))).to.include({ code: "SWITCHBOARD_NOT_KNOWN" })
    expect(await failure(confirm({ yes: true, allowed: [first] }))).to.include({ code: "SWITCHBOARD_NOT_KNOWN" })
    const allowed = [second, first]
    expect(await confirm({ yes: true, allowed })).to.deep.equal({
      confirmed: { chains, allowedSwitchboards: allowed },
      asked: [],
    })
  })

  it("asks nobody where nothing can be sent, or about forks, where every switchboard may be tried", async () => {
    const elsewhere = changes.filter(({ status }) => status === "elsewhere")
    expect(await confirm({}, { planned: elsewhere })).to.deep.equal({
      confirmed: { chains, allowedSwitchboards: [] },
      asked: [],
    })
    expect(await confirm({ isDryRun: true }, { answers: [] })).to.deep.equal({
      confirmed: { chains, allowedSwitchboards: changes.map(({ switchboard }) => switchboard) },
      asked: [],
    })
  })

  it("shows what the gas costs at most on each chain, if it is to be shown, and limits the chain to that", async () => {
    const on = { alpha: payingChain(1, "1"), beta: payingChain(2, "3") }
    const planned = [
      change("alpha", known, { switchboardKind: "FAST" }),
      change("beta", known, { switchboardKind: "FAST" }),
    ]
    const gas = ["gas on alpha: at most 0.0002 ETH", "gas on beta: at most 0.0006 ETH"]
    for (const isDryRun of [false, true]) {
      const shown = await confirm({ isDryRun, yes: true }, { planned, on })
      expect(shown.gas, String(isDryRun)).to.deep.equal(gas)
      const limits = Object.values(shown.confirmed?.chains ?? {}).map(
        (chain) => "gasLimits" in chain && chain.gasLimits,
      )
      expect(limits).to.deep.equal([
        { maxGasPrice: parseGwei("2"), maxGasCost: parseEther("0.0002") },
        { maxGasPrice: parseGwei("6"), maxGasCost: parseEther("0.0006") },
      ])
      expect(await confirm({ isDryRun, yes: true, isShown: false }, { planned, on })).to.not.have.property("gas")
    }
  })

  it("hands over nothing with a switchboard that is neither known nor allowed", () => {
    const plan = { changes, extras: [], problems: [], inPlace: [] }
    const { code, facts } = thrown(() => {
      checkHandedOver(plan, [first, second])
    })
    expect([code, Object.values(facts)]).to.deep.equal(["SWITCHBOARD_NOT_KNOWN", [at(0xb4), "beta"]])
    checkHandedOver(plan, [at(0xb4)])
  })
})
