import { expect } from "chai"
import { describe, it } from "mocha"
import { defineChain, type Hex, keccak256, numberToHex, parseTransaction, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { sendSubmission, submit } from "#src/onchain/submission/sendSubmission.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"

const chain = defineChain({
  ...{ id: 41_001, name: "alpha", rpcUrls: { default: { http: [] } } },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
})
const key: Hex = `0x${"11".repeat(32)}`

/** An account that signs by itself, on a node that has sent five of its transactions. */
function open({ refuses = false, knows = false, counts = true } = {}) {
  const { client: node } = createFakeChain({})
  const [sent, resets]: [Hex[], number[]] = [[], []]
  const nonceManager = {
    consume: ({ chainId }: { chainId: number }) => Promise.resolve(chainId),
    reset: ({ chainId }: { chainId: number }) => void resets.push(chainId),
    get: () => Promise.reject(new Error("it is consumed")),
    increment: () => undefined,
  }
  const account = privateKeyToAccount(key, counts ? { nonceManager } : {})
  const { client } = fakeNode(
    {
      eth_getTransactionCount: ([, block]) => (block === "pending" ? "0x5" : "0x3"),
      eth_getTransactionByHash: ([hash]) => (knows ? { hash } : null),
      eth_sendRawTransaction([raw]: [Hex]) {
        if (refuses) throw nodeError("already known")
        sent.push(raw)
        return keccak256(raw)
      },
    },
    { account, chain, behind: node },
  )
  const call = { address: zeroAddress, functionName: "go" }
  const sender = { account, publicClient: client, walletClient: client, call }
  const send = (nonce?: number) =>
    submit(sender, { chainId: chain.id, to: zeroAddress, data: "0x12", value: 3n, nonce })
  return { send, sender, sent, resets, nonces: () => sent.map((raw) => parseTransaction(raw).nonce) }
}

describe("a transaction of an account that signs by itself", () => {
  it("has the nonce that it was given, that its account counts, or that the node counts with what is pending", async () => {
    const counting = open()
    await counting.send(77)
    await counting.send()
    expect(counting.nonces()).to.deep.equal([77, chain.id])
    expect(counting.resets).to.deep.equal([])
    const plain = open({ counts: false })
    await plain.send()
    expect(plain.nonces()).to.deep.equal([5])
  })

  it("gives back the nonce that its account has counted if it was not sent, and no other", async () => {
    const { send, resets } = open({ refuses: true })
    expect((await failure(send(77))).code).to.equal("NOT_SUBMITTED")
    expect(resets).to.deep.equal([])
    expect((await failure(send())).code).to.equal("NOT_SUBMITTED")
    expect(resets).to.deep.equal([chain.id])
  })

  it("was sent if the node refuses it because it has it", async () => {
    const { send, resets } = open({ refuses: true, knows: true })
    expect(await send()).to.match(/^0x[0-9a-f]{64}$/)
    expect(resets).to.deep.equal([])
  })
})

describe("a transaction that was written down", () => {
  const transaction = { chainId: chain.id, to: zeroAddress, data: "0x12", value: 3n } as const
  const written = { transaction, nonce: 7, fromBlock: 1n }

  it("is sent as it was signed, or else with its nonce", async () => {
    const { send: signs, sent: signed } = open()
    await signs(40)
    const raw = signed[0]!
    const { sender, sent, nonces } = open()
    expect(await sendSubmission(sender, { ...written, raw, hash: keccak256(raw) })).to.equal(keccak256(raw))
    expect(sent).to.deep.equal([raw])
    for (const part of [{}, { raw }, { hash: keccak256(raw) }]) await sendSubmission(sender, { ...written, ...part })
    expect(nonces()).to.deep.equal([40, 7, 7, 7])
  })

  it("was sent if the node has it already, and was not if it refuses it", async () => {
    const signed = { ...written, raw: "0x12", hash: keccak256("0x12") } as const
    expect(await sendSubmission(open({ refuses: true, knows: true }).sender, signed)).to.equal(signed.hash)
    const { code, facts } = await failure(sendSubmission(open({ refuses: true }).sender, signed))
    expect([code, facts["contract"]]).to.deep.equal(["NOT_SUBMITTED", zeroAddress])
  })
})

describe("a transaction of an account that its node signs for", () => {
  const account = { type: "json-rpc", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" } as const

  /** What the node is asked to send. */
  async function sentBy(options: { known?: boolean; nonce?: number; baseFee?: bigint | null }) {
    const { known = true, nonce, baseFee = 100n } = options
    const seen: unknown[] = []
    const { client } = fakeNode({
      eth_chainId: () => numberToHex(chain.id),
      eth_getBlockByNumber: () => ({ baseFeePerGas: baseFee && numberToHex(baseFee), transactions: [] }),
      eth_maxPriorityFeePerGas: () => "0x3",
      eth_gasPrice: () => "0x9",
      eth_estimateGas: () => "0x3e8",
      eth_sendTransaction: ([request]: [object]) => (seen.push(request), keccak256("0x12")),
    })
    const walletClient = known ? { ...client, chain } : client
    const sender = { account, publicClient: client, walletClient, call: { address: zeroAddress, functionName: "go" } }
    await submit(sender, { chainId: 41_001, to: zeroAddress, data: "0x12", value: 3n, nonce })
    return seen
  }
  const request = { from: account.address, to: zeroAddress, data: "0x12", value: "0x3", gas: "0x4b0" }

  it("is for the chain that was meant, with the gas that was planned, whether its wallet knows the chain or not", async () => {
    const fees = { maxFeePerGas: "0xcb", maxPriorityFeePerGas: "0x3" }
    for (const known of [true, false]) {
      expect(await sentBy({ known })).to.deep.equal([{ ...request, ...fees, chainId: "0xa029" }])
    }
    expect(await sentBy({ nonce: 7 })).to.deep.equal([{ ...request, ...fees, chainId: "0xa029", nonce: "0x7" }])
    expect(await sentBy({ baseFee: null })).to.deep.equal([{ ...request, gasPrice: "0x9", chainId: "0xa029" }])
  })
})
