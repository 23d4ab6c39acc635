import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, encodeFunctionData, numberToHex, pad } from "viem"

import type { Batch } from "#extras/audit/src/judging/Batch.js"
import { judgeBatches, type JudgeBatchesParameters } from "#extras/audit/src/judging/judgeBatches.js"
import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { safeAbi } from "#src/messaging/reading/safe/readSafe.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import { trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at, contracts } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { safeProxyCode } from "#test/fixtures/worlds/contractCode.js"

const [safe, otherSafe, singleton] = [at(0x5afe1), at(0x5afe2), at(0x5afe3)]
const alpha = { slug: 41_001, name: "alpha", chainId: 41_001 }
const beta = { slug: 41_002, name: "beta", chainId: 41_002 }
const nothing: WiringPlan = { changes: [], extras: [], problems: [], inPlace: [] }
const data = encodeFunctionData({ abi: plugAbi, functionName: "transferOwnership", args: [at(1)] })
const batchOf = (from: Batch["from"], chain = alpha): Batch => ({
  ...{ chain, from, notes: [] },
  calls: [{ to: contracts.plug, value: 0n, data, operation: 0 }],
})

/** A copy of a chain, with two Safes whose next nonces are 7 and 30, that does not show what calls do. */
function copyOf(client?: Client, { slug, name, chainId } = alpha, safeNonce = 7n): Copy {
  const receipt = { transactionHash: bytes32(9), blockNumber: "0x1", status: "0x1", logs: [], type: "0x2" }
  const node = createViewNode({
    abis: [safeAbi, socketAbi],
    views: { VERSION: () => "1.4.1", nonce: (to) => (to === safe ? safeNonce : 30n) },
    codes: { [safe]: safeProxyCode, [otherSafe]: safeProxyCode, [singleton]: "0x5afe", [contracts.plug]: "0x60" },
    methods: {
      ...{
        evm_snapshot: "0x7",
        evm_revert: true,
        eth_gasPrice: "0xa",
        eth_getBalance: "0x3",
        eth_chainId: numberToHex(chainId),
        eth_getStorageAt: pad(singleton),
      },
      ...{
        hardhat_impersonateAccount: true,
        hardhat_stopImpersonatingAccount: true,
        hardhat_setBalance: true,
        eth_sendTransaction: bytes32(9),
      },
      eth_getBlockByNumber: { number: "0x5a", timestamp: "0x1", hash: bytes32(8), transactions: [] },
      eth_getTransactionReceipt: { ...receipt, gasUsed: "0x1", effectiveGasPrice: "0x1" },
    },
  })
  return { slug, name, socket: contracts.socket, client: client ?? node }
}

const judge = async (more: Partial<JudgeBatchesParameters>) =>
  await judgeBatches({
    ...{ batches: [], copies: [copyOf()], plan: nothing, planAgain: () => Promise.resolve(nothing) },
    ...{ contractOf: () => ({ name: "Plug", abi: plugAbi }), otherAbis: [], ...trustOfNodes },
    ...more,
  })

describe("judgeBatches, part by part", () => {
  it("counts the nonces that owners sign on, for each Safe by itself, from the one that is given", async () => {
    const batches = [safe, safe, otherSafe, safe].map((from) => batchOf(from))
    const noncesOf = async (more: Partial<JudgeBatchesParameters>) =>
      (await judge({ batches, ...more })).batches.map(({ hashes }) => ("nonce" in hashes ? hashes.nonce : hashes.why))
    expect(await noncesOf({})).to.deep.equal([7n, 8n, 30n, 9n])
    expect(await noncesOf({ nonce: 12n })).to.deep.equal([12n, 13n, 30n, 14n])
    // A Safe with the same address on another chain counts its own.
    const copies = [copyOf(), copyOf(undefined, beta, 200n)]
    const twoChains = await judge({ batches: [batchOf(safe), batchOf(safe, beta), batchOf(safe)], copies })
    expect(twoChains.batches.map(({ hashes }) => "nonce" in hashes && hashes.nonce)).to.deep.equal([7n, 200n, 8n])
    const uncopied = await noncesOf({ copies: [], nonce: 12n })
    expect(uncopied.map((why) => typeof why)).to.deep.equal(Array(4).fill("string"))
  })

  it("numbers the calls of all batches, and says of each what a copy does not show", async () => {
    const { steps, notJudged, batches } = await judge({ batches: [batchOf(safe), batchOf(otherSafe)] })
    expect(steps.map(({ number, status }) => [number, status])).to.deep.equal([
      ["1", "unread"],
      ["2", "unread"],
    ])
    expect(notJudged.map(({ name }) => name)).to.deep.equal(["1", "2"])
    expect(batches.flatMap(({ calls }) => calls.map(({ number }) => number))).to.deep.equal(["1", "2"])
  })

  it("goes beyond the wiring with one finding, and knows the sockets and the plugs of the wiring", async () => {
    const batchTo = (to: Batch["from"], sent: `0x${string}`): Batch => ({
      ...batchOf(safe),
      calls: [{ to, value: 0n, data: sent, operation: 0 }],
    })
    const odd = await judge({ batches: [batchTo(contracts.plug, "0xdeadbeef")] })
    expect([odd.verdict, odd.findings.map(({ name }) => name)]).to.deep.equal(["beyond", ["UNDECODED"]])
    const args = [41_002, contracts.sibling, contracts.switchboard, contracts.switchboard] as const
    const connecting = encodeFunctionData({ abi: socketAbi, functionName: "connect", args })
    const knownAs = async (batch: Batch, more: Partial<JudgeBatchesParameters>) => {
      const { batches } = await judge({ batches: [batch], contractOf: () => ({}), ...more })
      return batches[0]?.calls.map(({ name, isKnown }) => [name, isKnown])
    }
    const toSocket = batchTo(contracts.socket, connecting)
    expect(await knownAs(toSocket, {})).to.deep.equal([["socket", true]])
    expect(await knownAs(toSocket, { contractOf: () => ({ name: "Mine" }) })).to.deep.equal([["Mine", true]])
    const path = { application: "app", chain: "alpha", chainSlug: alpha.slug, plug: contracts.plug }
    const plan: WiringPlan = { ...nothing, inPlace: [{ ...path, siblingChain: "beta", siblingChainSlug: 41_002 }] }
    expect(await knownAs(batchOf(safe), {})).to.deep.equal([[undefined, false]])
    expect(await knownAs(batchOf(safe), { plan })).to.deep.equal([["plug of app", true]])
    expect(await knownAs(batchOf(safe, beta), { plan })).to.deep.equal([[undefined, false]])
  })

  it("is not sure where nobody says whom the paths trust, or where a chain of the wiring was not read", async () => {
    const { client } = fakeNode({})
    const path = { application: "app", chain: "alpha", chainSlug: alpha.slug, plug: contracts.plug }
    const plan: WiringPlan = { ...nothing, inPlace: [{ ...path, siblingChain: "beta", siblingChainSlug: 41_002 }] }
    const problems = (
      [
        ["unreachable", "beta"],
        ["owner", "delta"],
      ] as const
    ).map(([about, chain]) => ({
      ...{ about, chain, application: undefined, says: "" },
    }))
    const judged = await judge({
      ...{ copies: [copyOf(client)], plan, planAgain: () => Promise.resolve({ ...plan, problems }) },
      batches: [batchOf(safe, { slug: 7, name: "gamma", chainId: 7 })],
    })
    expect([judged.verdict, judged.steps]).to.deep.equal(["unknown", []])
    expect(judged.notJudged.map(({ name }) => name)).to.deep.equal([
      ...["who is trusted", "what is called on gamma", "the wiring of beta"],
    ])
    const bug: unknown = await judge({ copies: [], plan }).catch((error: unknown) => error)
    expect(bug).to.be.instanceOf(Error).with.property("message").that.contains(String(alpha.slug))
  })
})
