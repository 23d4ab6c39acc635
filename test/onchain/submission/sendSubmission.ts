import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, defineChain, type Hex, keccak256, parseTransaction, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { sendSubmission, submit } from "../../../src/onchain/submission/sendSubmission.js"
import { failure } from "../../fixtures/failure.js"
import { createFakeChain } from "../../fixtures/worlds/swap/fakeChain.js"

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
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method === "eth_getTransactionCount") return (params as unknown[])[1] === "pending" ? "0x5" : "0x3"
    if (method === "eth_getTransactionByHash") return knows ? { hash: (params as Hex[])[0] } : null
    if (method !== "eth_sendRawTransaction") return node.request({ method, params } as never)
    if (refuses) throw Object.assign(new Error("already known"), { code: -32_000 })
    sent.push((params as Hex[])[0]!)
    return keccak256(sent.at(-1)!)
  }
  const client = createClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) })
  const call = { address: zeroAddress, functionName: "go" }
  const send = (nonce?: number) =>
    submit(
      { account, publicClient: client, walletClient: client, call },
      { chainId: chain.id, to: zeroAddress, data: "0x12", value: 3n, nonce },
    )
  const transaction = { chainId: chain.id, to: zeroAddress, data: "0x12", value: 3n } as const
  const sendWritten = (raw: Hex, hash: Hex) =>
    sendSubmission(
      { account, publicClient: client, walletClient: client, call },
      { transaction, nonce: 7, raw, hash, fromBlock: 1n },
    )
  return { send, sendWritten, sent, resets, nonces: () => sent.map((raw) => parseTransaction(raw).nonce) }
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

  it("goes as it was signed if it was written down, unless the node refuses it", async () => {
    const [raw, hash] = ["0x02c0", keccak256("0x02c0")] as const
    const taken = open()
    expect([await taken.sendWritten(raw, hash), taken.sent]).to.deep.equal([hash, [raw]])
    expect(await open({ refuses: true, knows: true }).sendWritten(raw, hash)).to.equal(hash)
    expect((await failure(open({ refuses: true }).sendWritten(raw, hash))).code).to.equal("NOT_SUBMITTED")
  })
})
