import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem"
import { encodeAbiParameters, parseAbiParameters } from "viem/utils"

import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { readRefunded } from "#extras/swap/src/reading/readRefund.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const provider: Address = `0x${"1".repeat(40)}`
const refundee: Address = `0x${"2".repeat(40)}`
const account: Address = `0x${"3".repeat(40)}`
const bridge: Address = `0x${"4".repeat(40)}`
const hash = bytes32(50)

type Paid = { readonly token?: Address; readonly from?: Address; readonly to: Address; readonly amount: bigint }
type Played = {
  readonly paid?: readonly Paid[]
  /** What was recorded of the request, in the journal or with a deposit. */
  readonly request?: object
  readonly isDeposit?: boolean
  /** What the provider's contracts log, where they log of routes. */
  readonly logged?: readonly { readonly to: Address; readonly amount: bigint; readonly quoteId?: Hex }[]
  readonly token?: Address
  /** Of the account before and in the block. */
  readonly balances?: readonly [bigint, bigint]
  /** When the swap's own transaction was mined. */
  readonly began?: bigint
  readonly sending?: object
  readonly refund?: object | null
  /** Of the status of the route. */
  readonly side?: object
  readonly origin?: object
  readonly destination?: object
  /** Returns why none is seen, too. */
  readonly isWhole?: boolean
}

const moved = ({ token = dai, from = provider, to, amount }: Paid, logIndex: number) => ({
  ...{ address: token, data: numberToHex(amount, { size: 32 }), blockNumber: "0x28", transactionHash: hash },
  ...{ topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(to)], removed: false },
  logIndex: numberToHex(logIndex),
})

const refundedLog = ({ to, amount, quoteId = bytes32(9) }: NonNullable<Played["logged"]>[number]) => ({
  ...{ address: bridge, blockNumber: "0x28", transactionHash: hash, logIndex: "0x63", removed: false },
  topics: [toEventSelector("RouteRefunded(bytes32,address,address,uint256)"), quoteId, pad(to)],
  data: encodeAbiParameters(parseAbiParameters("address, uint256"), [usdc, amount]),
})

/** Reads what the API calls a refund in block 40, of the user's swap. */
async function read(played: Played) {
  const { paid = [], request, token = dai, balances = [0n, 0n], began = 30n, refund = {} } = played
  const logs = [...paid.map(moved), ...(played.logged ?? []).map(refundedLog)]
  const receipt = { status: "0x1", blockNumber: "0x28", transactionHash: hash, from: provider, logs }
  const { client } = fakeNode({
    eth_getTransactionReceipt: () => ({ ...receipt, gasUsed: "0x5", effectiveGasPrice: "0x7" }),
    eth_getTransactionByHash: () => ({ hash, value: "0x0", to: provider, gas: "0x0", nonce: "0x0", type: "0x2" }),
    eth_getBlockByNumber: () => ({ number: "0x28", timestamp: "0x64", transactions: [] }),
    eth_getBalance: ([, block]) => numberToHex(balances[Number(block) - 39]!),
  })
  const origin = {
    client,
    chainId: 41001,
    name: "alpha",
  }
  const sending = played.sending ?? { kind: "mined", hash: bytes32(1), receipt: { blockNumber: began }, at: 0 }
  const record = request && (played.isDeposit === true ? { deposit: { request } } : { entry: { request, account } })
  const { destination = { ...origin, chainId: 41002, name: "beta" } } = played
  const swap = { id: "1", origin: played.origin ?? origin, destination, sending, record, unit: undefined }
  const side = { userAddress: user, input: [{ token: { address: token } }], ...played.side }
  const route = { refund: refund && { chainId: 41001, txHash: hash, ...refund }, origin: side }
  const reading = played.logged && { quoteId: bytes32(9), contracts: [bridge] }
  const found = await readRefunded(swap as never, route as never, reading as never)
  if (played.isWhole === true && found?.kind === "unseen") return found.problem
  if (played.isWhole === true) return found?.kind === "seen" ? { ...found, chain: found.chain.name } : found
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

  it("believes what was recorded of a deposit before the API, too", async () => {
    const request = { inputToken: usdc, refundAddress: refundee }
    const paid: readonly Paid[] = [
      { to: refundee, amount: 2n, token: usdc },
      { to: refundee, amount: 30n },
      { to: user, amount: 400n },
    ]
    expect(await read({ request, isDeposit: true, paid })).to.deep.equal([refundee, usdc, 2n])
    const isWhole = true
    expect(await read({ request, isDeposit: true, isWhole })).to.equal(`it pays nothing of ${usdc} to ${refundee}`)
  })

  it("believes what the provider's contracts log of the quote, if it is paid to one of the account's own", async () => {
    expect(await read({ logged: [{ to: user, amount: 5n }], isWhole: true })).to.deep.equal({
      ...{ kind: "seen", chain: "alpha", hash, blockNumber: 40n },
      paid: { to: user, token: usdc, amount: 5n, isLogged: true },
    })
    const request = { inputToken: dai, userAddress: account, refundAddress: refundee }
    expect(await read({ request, logged: [{ to: account, amount: 1n }] })).to.deep.equal([account, usdc, 1n])
    // What is logged otherwise does not keep what is paid from counting.
    const paid: readonly Paid[] = [{ to: user, amount: 3n }]
    for (const [to, amount] of [
      [user, 0n],
      [provider, 5n],
    ] as const) {
      const logged = { to, amount }
      expect(await read({ logged: [logged], paid }), String(logged.amount)).to.deep.equal([user, dai, 3n])
      expect(await read({ logged: [logged] }), String(logged.amount)).to.equal("unseen")
    }
    expect(await read({ logged: [{ to: user, amount: 5n, quoteId: bytes32(8) }], paid })).to.equal("unseen")
  })

  it("says that nothing names the account, and sees nothing", async () => {
    const isWhole = true
    expect(await read({ isWhole, side: { userAddress: null } })).to.equal(`it pays nothing of ${dai} to the account`)
    expect(await read({ isWhole, side: { input: [] } })).to.equal(`it pays nothing of the input token to ${user}`)
  })

  it("reads the chain that the API names, and says which one cannot be read", async () => {
    const isWhole = true
    const paid: readonly Paid[] = [{ to: user, amount: 1n }]
    const refund = { chainId: 41_002 }
    expect(await read({ paid, refund, isWhole })).to.deep.equal({
      ...{ kind: "seen", chain: "beta", hash, blockNumber: 40n },
      paid: { to: user, token: dai, amount: 1n, isLogged: false },
    })
    const down = { chainId: 41_002, name: "beta", problem: "down" }
    expect(await read({ paid, refund, destination: down, isWhole })).to.deep.equal({
      ...{ kind: "unread", problem: "beta cannot be read" },
    })
    expect(await read({ paid, destination: down })).to.deep.equal([user, dai, 1n])
    const of = { chainId: 41_001, name: "alpha", problem: "down" }
    expect(await read({ paid, refund, origin: of })).to.equal(undefined)
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

  it("sees none where the API names no transaction", async () => {
    expect(await read({ refund: null })).to.equal("unseen")
    expect(await read({ refund: { txHash: null } })).to.equal("unseen")
    expect(await read({ refund: { txHash: "5xSolana" } })).to.equal("unseen")
  })
})
