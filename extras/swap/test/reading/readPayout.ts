import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  toEventSelector,
} from "viem"

import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { readPayout } from "#extras/swap/src/reading/readPayout.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [provider, receiver, stranger] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`) as [
  Address,
  Address,
  Address,
]
const [hash, quoteId] = [bytes32(50), bytes32(9)]

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
type Parts = Readonly<Record<"token" | "from" | "by" | "to", Address>> & { readonly id: Hex }
type Played = {
  readonly logs?: readonly Log[]
  /** `null` if the chain has none, and an error if the node does not answer. */
  readonly receipt?: object | null | Error
  readonly tx?: object
  /** Of the receiver before and in block 40. */
  readonly balances?: readonly [bigint, bigint]
  readonly timestamp?: number
  readonly record?: object
  readonly sending?: object
  readonly chains?: { readonly origin?: number; readonly destination?: object | undefined }
  readonly said?: object
  readonly output?: readonly object[]
  /** What the provider's contracts have logged of the route. */
  readonly reading?: object
}

const transfer = (to: Address, amount: bigint, { token = dai, from = provider }: Partial<Parts> = {}): Log => ({
  ...{ address: token, data: numberToHex(amount, { size: 32 }) },
  topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(to)],
})
const completed = (
  amount: bigint,
  { token = dai, by = provider, to = receiver, id = quoteId }: Partial<Parts> = {},
): Log => ({
  ...{ address: by, data: encodeAbiParameters(parseAbiParameters("address, uint256"), [token, amount]) },
  topics: [toEventSelector("RouteCompleted(bytes32,address,address,uint256)"), id, pad(to)],
})

/** What the chain shows of a swap that the API calls complete, in block 40: its kind, or the problem. */
async function read({ logs = [], receipt = {}, tx = {}, balances = [0n, 0n], timestamp = 1_000, ...played }: Played) {
  const mined = { blockNumber: "0x28", transactionHash: hash, from: provider }
  const placed = logs.map((log, index) => ({
    ...{ ...log, blockNumber: "0x28", transactionHash: hash, removed: false, logIndex: numberToHex(index) },
  }))
  const { client } = fakeNode({
    eth_getTransactionReceipt: () =>
      receipt instanceof Error || receipt === null
        ? receipt
        : { status: "0x1", ...mined, logs: placed, gasUsed: "0x5", effectiveGasPrice: "0x7", ...receipt },
    eth_getTransactionByHash: () => ({
      hash,
      value: "0x0",
      to: provider,
      gas: "0x0",
      nonce: "0x0",
      type: "0x2",
      ...tx,
    }),
    eth_getBlockByNumber: () => ({ number: "0x28", timestamp: numberToHex(timestamp), transactions: [] }),
    eth_getBalance: ([, block]) =>
      balances[Number(block) - 39]! < 0n ? new Error("pruned") : numberToHex(balances[Number(block) - 39]!),
  })
  const { chains = {}, said = {}, output = [{ token: { address: dai }, minAmountOut: 10n }] } = played
  const beta = { client, chainId: 41_002, name: "beta" }
  const swap = {
    ...{ id: "swap-1", record: played.record, origin: { client, chainId: chains.origin ?? 41_001, name: "alpha" } },
    destination: "destination" in chains ? chains.destination : beta,
    sending: played.sending ?? { kind: "mined", hash: bytes32(1), receipt: { blockNumber: 30n }, at: 900 },
  }
  const route = {
    destination: { chainId: 41_002, txHash: hash, receiverAddress: receiver, output, ...said },
    origin: { userAddress: user },
  }
  const found = await readPayout(swap as never, route as never, played.reading as never)
  if (found.kind === "seen") return "seen"
  return `${found.kind}${"isMissing" in found && found.isMissing ? ", missing" : ""}: ${found.problem}`
}

const little = (paid: number, least: number, { token = dai, to = receiver }: { token?: string; to?: string } = {}) =>
  `unseen: the transaction pays ${paid} of ${token} to ${to}, and at least ${least} was accepted`

describe("readPayout", () => {
  it("sees what the receiver gets of the token from others, if it is as much as was accepted", async () => {
    expect(await read({ logs: [transfer(receiver, 10n)] })).to.equal("seen")
    expect(await read({ logs: [transfer(receiver, 4n), transfer(receiver, 6n)] })).to.equal("seen")
    for (const logs of [
      ...[[transfer(receiver, 9n)], [transfer(receiver, 9n), transfer(stranger, 50n)]],
      ...[[transfer(receiver, 9n), transfer(receiver, 50n, { token: usdc })]],
      ...[[transfer(receiver, 9n), transfer(receiver, 50n, { from: receiver })]],
    ]) {
      expect(await read({ logs })).to.equal(little(9, 10))
    }
  })

  it("believes what was asked for and recorded before what the API says", async () => {
    const request = { outputToken: usdc, receiverAddress: stranger }
    const paid = (amount: bigint) => [transfer(stranger, amount, { token: usdc })]
    const to = { token: usdc, to: stranger }
    const entry = { entry: { request, leastOut: 7n } }
    expect(await read({ record: entry, logs: paid(7n) })).to.equal("seen")
    expect(await read({ record: entry, logs: paid(6n) })).to.equal(little(6, 7, to))
    const deposit = { deposit: { request, route: { output: { minAmountOut: 8n } } } }
    expect(await read({ record: deposit, logs: paid(8n) })).to.equal("seen")
    expect(await read({ record: deposit, logs: paid(7n) })).to.equal(little(7, 8, to))
    // Without a minimum that was accepted, anything counts, and not what the API says.
    const open = { deposit: { request, route: { output: { minAmountOut: null } } } }
    expect(await read({ record: open, logs: paid(1n) })).to.equal("seen")
    expect(await read({ record: open, logs: [] })).to.equal(little(0, 1, to))
  })

  it("takes the payer for the receiver where none is named, and any amount where none was promised", async () => {
    const said = { receiverAddress: null }
    expect(await read({ said, logs: [transfer(user, 10n)] })).to.equal("seen")
    const output = [{ token: { address: dai }, minAmountOut: null }]
    expect(await read({ output, logs: [transfer(receiver, 1n)] })).to.equal("seen")
    expect(await read({ output, logs: [] })).to.equal(little(0, 1))
    const nothing = "unseen: nothing tells what it was to pay, and to whom"
    expect(await read({ output: [] })).to.equal(nothing)
    expect(await read({ output: [{ token: { address: "So1ana11111" }, minAmountOut: 1n }] })).to.equal(nothing)
    expect(await read({ said: { receiverAddress: "So1ana11111" } })).to.equal(nothing)
  })

  it("tells native currency by the receiver's balance, gas and value of its own aside", async () => {
    const output = [{ token: { address: nativeToken }, minAmountOut: 10n }]
    const native = (played: Played) => read({ output, ...played })
    const few = (paid: number) => little(paid, 10, { token: nativeToken })
    expect(await native({ balances: [5n, 15n] })).to.equal("seen")
    expect(await native({ balances: [5n, 14n] })).to.equal(few(9))
    expect(await native({ balances: [20n, 5n] })).to.equal(few(-15))
    // It pays 5 gas at a price of 7 itself, and attaches 3.
    const own = { receipt: { from: receiver }, tx: { value: "0x3" } }
    expect(await native({ ...own, balances: [100n, 72n] })).to.equal("seen")
    expect(await native({ ...own, balances: [100n, 71n] })).to.equal(few(9))
    expect(await native({ tx: { to: receiver, value: "0xa" }, balances: [0n, 0n] })).to.equal("seen")
    expect(await native({ tx: { to: receiver, value: "0x9" }, balances: [0n, 99n] })).to.equal(few(9))
    expect(await native({ tx: { to: null }, balances: [5n, 15n] })).to.equal("seen")
    const untold = `unread: the node of beta does not tell the balance that ${receiver} had`
    expect([await native({ balances: [-1n, 5n] }), await native({ balances: [5n, -1n] })]).to.deep.equal([
      untold,
      untold,
    ])
  })

  it("believes the provider's contracts about native currency if what was signed led to them, and about nothing else", async () => {
    const output = [{ token: { address: nativeToken }, minAmountOut: 10n }]
    const reading = { quoteId, contracts: [provider], isSigned: true }
    const native = (log: Log, more: Played = {}) => read({ output, reading, logs: [log], ...more })
    const token = nativeToken
    const few = (paid: number) => little(paid, 10, { token })
    expect(await native(completed(10n, { token }))).to.equal("seen")
    expect(await native(completed(9n, { token }))).to.equal(few(9))
    expect(await native(completed(10n, { token: dai }))).to.equal(few(0))
    expect(await native(completed(10n, { token, to: stranger }))).to.equal(few(0))
    expect(await native(completed(10n, { token }), { reading: { ...reading, isSigned: false } })).to.equal(few(0))
    const ofToken = { output: [{ token: { address: dai }, minAmountOut: 10n }] }
    expect(await native(completed(10n), ofToken)).to.equal(little(0, 10))
  })

  it("takes only a transaction in which the provider's contracts name the quote, where they name any", async () => {
    const reading = { quoteId, contracts: [stranger, provider], isSigned: true }
    const paid = transfer(receiver, 10n)
    expect(await read({ reading, logs: [paid, completed(1n)] })).to.equal("seen")
    const unnamed = `unseen: the provider's contracts log no RouteCompleted of the quote ${quoteId} in it`
    for (const log of [completed(10n, { id: bytes32(8) }), completed(10n, { by: receiver }), paid]) {
      expect(await read({ reading, logs: [paid, log] })).to.equal(unnamed)
    }
    expect(await read({ reading: { ...reading, contracts: [] }, logs: [paid] })).to.equal("seen")
  })

  it("takes none that is older than the swap's own, by the block on one chain and by the clocks of two", async () => {
    const logs = [transfer(receiver, 10n)]
    const early = `unseen: beta mined it before the swap's own transaction ${bytes32(1)}`
    const at = (timestamp: number) => read({ logs, timestamp })
    expect([await at(780), await at(779)]).to.deep.equal(["seen", early])
    const after = (blockNumber: bigint) =>
      read({
        ...{ logs, timestamp: 1, chains: { origin: 41_002 } },
        sending: { kind: "mined", hash: bytes32(1), receipt: { blockNumber }, at: 900 },
      })
    expect([await after(40n), await after(41n)]).to.deep.equal(["seen", early])
    for (const kind of ["nothing", "pending", "unclear"]) {
      expect(await read({ logs, sending: { kind } })).to.equal("unseen: nothing shows when the swap swap-1 began")
    }
  })

  it("tells what is not there from what cannot be read", async () => {
    expect(await read({ receipt: null })).to.equal("unseen, missing: beta has no such transaction")
    expect(await read({ receipt: new Error("down") })).to.equal("unread: the node of beta does not answer")
    expect(await read({ receipt: { status: "0x0" }, logs: [transfer(receiver, 10n)] })).to.equal(
      "unseen: it reverted on beta",
    )
    for (const txHash of [null, "5xSolana", hash.slice(0, 40)]) {
      expect(await read({ said: { txHash } })).to.equal("unseen: the API names no transaction on beta")
    }
    const unread = (destination: object | undefined) => read({ chains: { destination } })
    expect(await unread(undefined)).to.equal("unread: 41002 cannot be read: it is not configured")
    expect(await unread({ name: "gamma", problem: "no key" })).to.equal("unread: gamma cannot be read: no key")
  })
})
