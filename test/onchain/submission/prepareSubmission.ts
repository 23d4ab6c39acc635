import { expect } from "chai"
import { describe, it } from "mocha"
import { defineChain, keccak256, parseTransaction, recoverTransactionAddress, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { prepareSubmission } from "#src/onchain/submission/sendSubmission.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const chain = defineChain({
  ...{ id: 41_001, name: "alpha", rpcUrls: { default: { http: [] } } },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
})
const account = privateKeyToAccount(bytes32(1))
const transaction = { chainId: chain.id, to: zeroAddress, data: "0xda", value: 5n } as const

/** A node whose blocks have a base fee or none, and the order of what happens. */
function open(baseFee: string | null, more: object = {}) {
  const events: string[] = []
  const answers = {
    eth_blockNumber: () => (events.push("block"), "0x28"),
    eth_getBlockByNumber: { number: "0x28", baseFeePerGas: baseFee, timestamp: "0x1", transactions: [] },
    eth_feeHistory: { baseFeePerGas: ["0x64", "0x64"], reward: [["0x1"]], gasUsedRatio: [0], oldestBlock: "0x1" },
    eth_maxPriorityFeePerGas: "0x3",
    eth_gasPrice: "0x9",
    eth_estimateGas: "0x3e8",
  }
  const { client } = fakeNode(answers, { chain })
  const call = { address: zeroAddress, functionName: "go" }
  const sender = { account, publicClient: client, walletClient: client, call, ...more }
  const prepare = () => prepareSubmission(sender, transaction, () => Promise.resolve((events.push("nonce"), 7)))
  return { prepare, events }
}

describe("prepareSubmission", () => {
  it("signs exactly the transaction, with the nonce that was chosen after the block was read", async () => {
    const tally = { spent: 100n }
    const seen: unknown[] = []
    const { prepare, events } = open("0x64", {
      gasLimits: { gasTally: tally },
      onGas: (plan: object) => seen.push(plan),
    })
    const { raw, hash, ...submission } = await prepare()
    expect(submission).to.deep.equal({ transaction, nonce: 7, fromBlock: 40n })
    expect(events).to.deep.equal(["block", "nonce"])
    const { to, data, value, chainId, nonce, type, gas, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw!)
    expect({ to, data, value, chainId, nonce, type }).to.deep.equal({ ...transaction, nonce: 7, type: "eip1559" })
    expect([gas, maxFeePerGas, maxPriorityFeePerGas]).to.deep.equal([1_200n, 203n, 3n])
    expect([hash, await recoverTransactionAddress({ serializedTransaction: raw as never })]).to.deep.equal([
      ...[keccak256(raw!), account.address],
    ])
    expect(tally.spent).to.equal(100n + 1_200n * 203n)
    expect(seen).to.deep.equal([
      { gas: 1_200n, price: { maxFeePerGas: 203n, maxPriorityFeePerGas: 3n }, cost: 1_200n * 203n },
    ])
  })

  it("signs for a chain whose blocks have no base fee, and leaves it to a node that signs itself", async () => {
    const { raw } = await open(null).prepare()
    const { type, gasPrice, gas } = parseTransaction(raw!)
    expect({ type, gasPrice, gas }).to.deep.equal({ type: "legacy", gasPrice: 9n, gas: 1_200n })
    const { prepare } = open("0x64", { account: { type: "json-rpc", address: account.address } })
    expect(await prepare()).to.deep.equal({ transaction, nonce: 7, fromBlock: 40n })
  })

  it("signs nothing whose gas costs more than the limits", async () => {
    const gasLimits = { maxGasCost: 1_200n * 103n, gasTally: { spent: 1n } }
    expect((await failure(open("0x64", { gasLimits }).prepare())).code).to.equal("GAS_TOO_EXPENSIVE")
    gasLimits.gasTally.spent = 0n
    expect((await open("0x64", { gasLimits }).prepare()).nonce).to.equal(7)
  })
})
