import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom, numberToHex, pad, toEventSelector } from "viem"

import { nativeToken } from "../../../src/swap/nativeToken.js"
import { readRefunded } from "../../../src/swap/reading/readRefund.js"
import { bytes32 } from "../../fixtures/wire/messages.js"
import { dai, usdc, user } from "../../fixtures/wire/swapRoutes.js"

const provider: Address = `0x${"1".repeat(40)}`
const refundee: Address = `0x${"2".repeat(40)}`
const account: Address = `0x${"3".repeat(40)}`
const hash = bytes32(50)

type Paid = { readonly token?: Address; readonly from?: Address; readonly to: Address; readonly amount: bigint }
type Played = {
  readonly paid?: readonly Paid[]
  /** What was recorded of the request. */
  readonly request?: object
  readonly token?: Address
  /** Of the account before and in the block. */
  readonly balances?: readonly [bigint, bigint]
  /** When the swap's own transaction was mined. */
  readonly began?: bigint
  readonly sending?: object
  readonly refund?: object | null
  /** What was recorded of the request for a deposit. */
  readonly deposit?: object
  readonly isDestinationDown?: boolean
  /** What the API says of who swaps. */
  readonly userAddress?: string | null
  /** Returns why none is seen, too. */
  readonly isWhole?: boolean
}

const moved = ({ token = dai, from = provider, to, amount }: Paid, logIndex: number) => ({
  ...{ address: token, data: numberToHex(amount, { size: 32 }), blockNumber: "0x28", transactionHash: hash },
  ...{ topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(to)], removed: false },
  logIndex: numberToHex(logIndex),
})

/** Reads what the API calls a refund in block 40, of the user's swap. */
async function readRaw(played: Played) {
  const { paid = [], request, token = dai, balances = [0n, 0n], began = 30n, refund = {} } = played
  const receipt = { status: "0x1", blockNumber: "0x28", transactionHash: hash, from: provider, logs: paid.map(moved) }
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getTransactionReceipt: () => ({ ...receipt, gasUsed: "0x5", effectiveGasPrice: "0x7" }),
    eth_getTransactionByHash: () => ({ hash, value: "0x0", to: provider, gas: "0x0", nonce: "0x0", type: "0x2" }),
    eth_getBlockByNumber: () => ({ number: "0x28", timestamp: "0x64", transactions: [] }),
    eth_getBalance: ([, block]) => numberToHex(balances[Number(block) - 39]!),
  }
  const send = ({ method, params }: { method: string; params: readonly unknown[] }) =>
    Promise.resolve(answers[method]!(params))
  const origin = {
    client: createClient({ transport: custom({ request: send as never }) }),
    chainId: 41001,
    name: "alpha",
  }
  const sending = played.sending ?? { kind: "mined", hash: bytes32(1), receipt: { blockNumber: began }, at: 0 }
  const { deposit, userAddress = user } = played
  const record = (request && { entry: { request, account } }) ?? (deposit && { deposit: { request: deposit } })
  const beta = { ...origin, chainId: 41002, name: "beta" }
  const destination = played.isDestinationDown === true ? { ...beta, client: undefined, problem: "down" } : beta
  const swap = { id: "1", origin, destination, sending, record, unit: undefined }
  const side = { userAddress, input: [{ token: { address: token } }] }
  const route = { refund: refund && { chainId: 41001, txHash: hash, ...refund }, origin: side }
  return await readRefunded(swap as never, route as never, undefined)
}

async function read(played: Played) {
  const found = await readRaw(played)
  if (played.isWhole === true && found?.kind === "unseen") return found.problem
  return found?.kind === "seen" ? [found.paid.to, found.paid.token, found.paid.amount] : found?.kind
}

describe("readRefunded", () => {
  it("sees what the user gets of the token that was taken, and nothing else", async () => {
    expect(await read({ paid: [{ to: user, amount: 1n }] })).to.deep.equal([user, dai, 1n])
    const parts: readonly Paid[] = [
      { to: user, amount: 3n },
      { to: user, amount: 4n },
      { to: provider, amount: 50n },
    ]
    expect(await read({ paid: [...parts, { to: user, amount: 900n, token: usdc }] })).to.deep.equal([user, dai, 7n])
    expect(await read({ paid: [] })).to.equal("unseen")
    expect(await read({ paid: [{ to: user, amount: 0n }] })).to.equal("unseen")
    expect(await read({ paid: [{ to: provider, amount: 9n }] })).to.equal("unseen")
    expect(await read({ paid: [{ to: user, amount: 9n, token: usdc }] })).to.equal("unseen")
    expect(await read({ paid: [{ to: user, from: user, amount: 9n }] }), "to itself").to.equal("unseen")
  })

  it("believes what was recorded of who is refunded before the API", async () => {
    const request = { inputToken: dai, userAddress: account, refundAddress: refundee }
    expect(await read({ request, paid: [{ to: refundee, amount: 2n }] })).to.deep.equal([refundee, dai, 2n])
    expect(await read({ request, paid: [{ to: account, amount: 2n }] })).to.deep.equal([account, dai, 2n])
    expect(await read({ request, paid: [{ to: user, amount: 2n }] })).to.equal("unseen")
    const other = { ...request, inputToken: usdc }
    expect(await read({ request: other, paid: [{ to: account, amount: 2n }] })).to.equal("unseen")
  })

  it("tells native currency by the balance, to the wei", async () => {
    const native = { token: nativeToken }
    expect(await read({ ...native, balances: [70n, 71n] })).to.deep.equal([user, nativeToken, 1n])
    expect(await read({ ...native, balances: [70n, 70n] })).to.equal("unseen")
    expect(await read({ ...native, balances: [71n, 70n] })).to.equal("unseen")
  })

  it("takes no transaction that was mined before the swap's own", async () => {
    const paid: readonly Paid[] = [{ to: user, amount: 1n }]
    expect(await read({ paid, began: 40n })).to.deep.equal([user, dai, 1n])
    expect(await read({ paid, began: 41n })).to.equal("unseen")
    expect(await read({ paid, sending: { kind: "nothing" } })).to.equal("unseen")
    expect(await read({ paid, sending: { kind: "unclear" } })).to.equal(undefined)
  })

  it("says what it pays nothing of, and to whom", async () => {
    const isWhole = true
    expect(await read({ isWhole })).to.equal(`it pays nothing of ${dai} to ${user}`)
    const request = { inputToken: usdc, userAddress: account, refundAddress: refundee }
    expect(await read({ isWhole, request })).to.equal(`it pays nothing of ${usdc} to ${refundee} or ${account}`)
    const foreign = { inputToken: "a mint", userAddress: account }
    expect(await read({ isWhole, request: foreign })).to.equal(`it pays nothing of the input token to ${account}`)
  })

  it("looks on the chain that the API names, and says that it cannot be read", async () => {
    const unread = { kind: "unread", problem: "beta cannot be read" }
    const refunded = { chainId: 41002 }
    expect(await readRaw({ refund: refunded, isDestinationDown: true })).to.deep.equal(unread)
    expect(await read({ refund: { ...refunded, txHash: null }, isWhole: true })).to.equal(
      "names no transaction on beta",
    )
    expect(await read({ refund: { txHash: null }, isWhole: true })).to.equal("names no transaction on alpha")
    expect(await read({ refund: {}, isWhole: true, began: 41n })).to.match(/^alpha mined it before/)
  })

  it("takes who paid a deposit from what was recorded of it, and nobody for the account of another kind of chain", async () => {
    const deposit = { inputToken: usdc, userAddress: account, refundAddress: refundee }
    const paid: readonly Paid[] = [{ to: refundee, amount: 2n, token: usdc }]
    expect(await read({ deposit, paid })).to.deep.equal([refundee, usdc, 2n])
    expect(await read({ deposit, paid: [{ to: user, amount: 2n }] })).to.equal("unseen")
    const nobody = { isWhole: true, userAddress: "a foreign account" }
    expect(await read(nobody)).to.equal(`it pays nothing of ${dai} to the account`)
    expect(await read({ ...nobody, userAddress: null })).to.equal(`it pays nothing of ${dai} to the account`)
  })

  it("sees none where the API names no transaction", async () => {
    expect(await read({ refund: null })).to.equal("unseen")
    expect(await read({ refund: { txHash: null } })).to.equal("unseen")
    expect(await read({ refund: { txHash: "5xSolana" } })).to.equal("unseen")
  })
})
