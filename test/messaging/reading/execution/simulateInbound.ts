import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, numberToHex, parseAbi } from "viem"

import type { FindSource } from "#src/explaining/evidence.js"
import { explainInbound, reasonOf } from "#src/messaging/reading/execution/simulateInbound.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const abi = parseAbi(["error Closed(uint256 until)"])
const closed = encodeErrorResult({ abi, errorName: "Closed", args: [7n] })
const call = { from: socket, to: at(0xd1), data: "0x", value: 0n } as const

type Plug = {
  /** Gas that a call needs before its `inbound` has any is taken off. */
  readonly inbound: (gas: number) => unknown
  readonly estimate?: number
  readonly blockGas?: bigint
}

/** Tries `inbound` on a node that answers so, and says what it was asked, gas included. */
async function simulate({ inbound, estimate, blockGas }: Plug, limit = 100_000n, findSource?: FindSource) {
  const seen: unknown[] = []
  const { client, asked } = fakeNode({
    eth_call([{ gas }, block]: [{ gas: Hex }, string]) {
      seen.push([Number(gas) - 21_000, block])
      return inbound(Number(gas) - 21_000)
    },
    ...(estimate !== undefined && { eth_estimateGas: () => numberToHex(estimate) }),
    ...(blockGas !== undefined && {
      eth_getBlockByNumber: ([number]: [Hex]) => ({ number, gasLimit: numberToHex(blockGas), transactions: [] }),
    }),
  })
  const chain = { client, socket, slug: 41_002, name: "beta" }
  const head = { number: 90n, timestamp: 1_000n }
  const trial = await explainInbound({ chain, head }, call, { limit, block: "pending", abis: [abi], findSource })
  return { trial, seen, asked }
}
const fails = (message: string, more: object = {}): never => {
  throw Object.assign(new Error(message), more)
}
const needing = (needed: number) => (gas: number) => (gas >= needed ? "0x" : fails("out of gas"))
const reverting = () => fails("execution reverted", { code: 3, data: closed })

describe("explainInbound", () => {
  it("needs what the node estimates, or what is found, and no more than a million above the limit", async () => {
    const estimated = await simulate({ inbound: needing(100_001), estimate: 21_000 + 140_000 })
    expect(estimated.trial).to.deep.equal({ kind: "needs gas", needed: 140_000n })
    expect(estimated.seen).to.deep.equal([100_000, 1_100_000, 140_000].map((gas) => [gas, "pending"]))
    const { trial } = await simulate({ inbound: needing(300_000) })
    expect(trial).to.deep.equal({ kind: "needs gas", needed: 303_125n })
    expect((await simulate({ inbound: needing(1_100_001) })).trial).to.deep.equal({
      ...{ kind: "runs out of gas", tried: 1_100_000n },
    })
  })

  it("reverts with the error of the plug, at a line if one is found, or with why none was", async () => {
    const unread = { line: undefined, evidence: [] }
    const reverts = { kind: "reverts", reason: "Closed(until: 7)", errorName: "Closed", args: [7n], next: undefined }
    expect((await simulate({ inbound: reverting })).trial).to.deep.equal({ ...reverts, ...unread })
    const asked: unknown[] = []
    const line: FindSource = ({ chain, ...of }) => Promise.resolve((asked.push([chain.name, of]), "contracts/A.sol:4"))
    expect((await simulate({ inbound: reverting }, 100_000n, line)).trial).to.deep.equal({
      ...{ ...reverts, line: "contracts/A.sol:4", evidence: [] },
    })
    expect(asked).to.deep.equal([["beta", call]])
    const left: FindSource = () => Promise.resolve({ leftOut: "it is long" })
    const { trial } = await simulate({ inbound: reverting }, 100_000n, left)
    expect(trial).to.have.nested.property("evidence[0].source", "simulation on beta, block 90")
    const silent = await simulate({ inbound: () => fails("execution reverted", { code: 3 }) })
    expect(silent.trial).to.deep.include({
      kind: "reverts",
      reason: "it gave no reason",
      errorName: undefined,
      ...unread,
    })
  })

  it("is above what a chain allows where a node refuses so much, and fails where it fails otherwise", async () => {
    const says = "gas limit 121000 is above the cap of 100000"
    const { trial, seen } = await simulate({ inbound: () => fails(says) })
    expect([trial.kind, seen.length]).to.deep.equal(["above cap", 1])
    expect(trial).to.have.property("reason").that.contains(says)
    // It is not asked again as if it had said how the call ends.
    let calls = 0
    const once = () => ((calls += 1) === 1 ? fails("connection refused") : "0x")
    expect(String(await simulate({ inbound: once }).catch((thrown: unknown) => thrown))).to.contain("refused")
    expect(reasonOf(new Error("out of gas"), []))
      .to.be.a("string")
      .and.not.equal("")
    for (const error of ["connection refused", "no state of that block"]) {
      const failed = await simulate({ inbound: () => fails(error) }).catch((thrown: unknown) => String(thrown))
      expect(failed).to.contain(error)
    }
  })

  it("is above what a chain allows where no block has room for it, from ten million gas on", async () => {
    const inbound = () => "0x"
    const kindOf = async (limit: bigint, blockGas?: bigint) => {
      const { trial, asked } = await simulate({ inbound, ...(blockGas !== undefined && { blockGas }) }, limit)
      return [trial.kind, ...("reason" in trial ? [trial.reason] : []), asked[0]]
    }
    const [read, called] = ["eth_getBlockByNumber", "eth_call"]
    expect(await kindOf(9_999_999n, 5n)).to.deep.equal(["succeeds", called])
    expect(await kindOf(10_000_000n, 10_000_000n)).to.deep.equal(["succeeds", read])
    expect(await kindOf(10_000_001n, 10_000_000n)).to.deep.equal(["above cap", "a block has 10,000,000 gas", read])
    expect(await kindOf(10_000_001n)).to.deep.equal(["succeeds", read])
  })
})
