import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
} from "viem"

import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import type { DescribedArguments, KnownRouter, KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"
import type { CheckedRoute, CheckRouteParameters } from "#extras/swap/src/checks/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import { quoteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, router, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const [holder, friend]: readonly [Address, Address] = [`0x${"4".repeat(40)}`, getAddress(`0x${"5b".repeat(20)}`)]
const functions = [
  "function swap(address to, address token, uint256 least)",
  "function bridge((address to, (address token, uint256 least)[] outputs, uint32 chain) request)",
  "function bridgeTo(bytes32 to, bytes32 token, uint256 chain)",
  "function order((address user, address refund, address token, uint256 amount, uint64 deadline, bytes32 id) order, address to, address out, uint256 least)",
  "function pay(address[] takers, uint256[] fees, (address, uint256 fee) more, address to, address token, uint256 least)",
  "function credit(address taker, int256 fee, (address taker, int32 fee) more, address to, address token, uint256 least)",
  "function spend(uint256 amount, bytes32 taker, uint256 fee, address to, address token, uint256 least)",
  "function multicall(bytes[] calls)",
  "function sweep(address to)",
  "function give(address to, address token, uint256 least, bytes payload)",
  "function pledge(address to, address token, uint256 least, bytes32 payloadHash)",
  "function path(address[] path, address to, uint256[2] least)",
] as const
const abi: Abi = parseAbi(functions)
const end: DescribedArguments = { to: "receiver", token: "outputToken", least: "leastOut" }
const known: KnownRouter = {
  abi,
  functions: {
    swap: end,
    bridge: {
      request: { to: "receiver", outputs: { token: "outputToken", least: "leastOut" }, chain: "destinationChain" },
    },
    bridgeTo: { to: "receiver", token: "outputToken", chain: "destinationChain" },
    order: {
      order: {
        ...{ user: "user", refund: "refund", token: "inputToken" },
        ...{ amount: "inputAmount", deadline: "deadline", id: "ignored" },
      },
      ...{ to: "receiver", out: "outputToken", least: "leastOut" },
    },
    pay: { ...end, takers: "feeTaker", fees: "fee", more: { 0: "feeTaker", fee: "fee" } },
    credit: { ...end, taker: "feeTaker", fee: "fee", more: { taker: "feeTaker", fee: "fee" } },
    spend: { ...end, amount: "inputAmount", taker: "feeTaker", fee: "fee" },
    give: { ...end, payload: "payload" },
    pledge: { ...end, payloadHash: "payload" },
    multicall: { calls: { call: "this" } },
    path: { path: "ignored", to: "receiver", least: "leastOut" },
  },
  chainIds: { 30: 41002 },
}
const holderAbi = parseAbi([
  "function exec(address operator, address token, uint256 amount, (address target, bytes data)[] steps)",
])
const known2: KnownRouter = {
  abi: holderAbi,
  functions: {
    exec: {
      ...{ operator: "contract", token: "inputToken", amount: "inputAmount" },
      steps: { target: "contract", data: { call: "target" } },
    },
  },
}
const encode = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })

/** What is found about calldata with which 1990 of USDC are promised on another chain; or why it is refused. */
function read(data: Hex, { outputToken = usdc, destinationChainId = 41002, ...more }: Partial<Checked> = {}) {
  const { to = router, request = {} } = more
  const token = tokenOnWire({ chainId: destinationChainId, address: outputToken })
  const output = { token, amount: "2000", minAmountOut: "1990", priceInUsd: 1, valueInUsd: 1 }
  const txData = { kind: "evm_tx", object: { chainId: 41001, to, data, value: "0" } }
  const wire = quoteOnWire([routeOnWire({ output, approval: null, txData, expiresAt: 1_000 })])
  const { routes } = quoteSchema.parse({ success: true, statusCode: 200, result: wire, message: null })
  return checkRoute({
    now: 0,
    allowedTargets: [to],
    routers: { [router]: known, [holder]: known2 },
    ...more,
    route: routes[0] as QuoteRoute,
    request: {
      ...{ userOps: "tx", originChainId: 41001, destinationChainId, inputToken: dai, outputToken },
      ...{ inputAmount: 1_000n, userAddress: user, receiverAddress: user, slippage: "0.5" },
      ...request,
    },
  })
}
type Checked = Omit<CheckRouteParameters, "request"> & {
  outputToken: Address
  destinationChainId: number
  to: Address
  request: object
}
const check = (...given: Parameters<typeof read>): CheckedRoute["undecoded"] => read(...given).undecoded
const refusal = (data: Hex, more?: Partial<Checked>): string | undefined =>
  thrown(() => check(data, more)).facts["reason"]
const onOwn = { destinationChainId: 41001 }
const accepted = { acceptUndecoded: true }

describe("S-01 checkCalldata of a payload for the destination", () => {
  const asked = { ...onOwn, request: { destinationPayload: "0xABCD" } }
  const give = (payload: Hex): Hex => encode("give", user, usdc, 1_990n, payload)
  const pledge = (hash: Hex): Hex => encode("pledge", user, usdc, 1_990n, hash)

  it("compares it with what was asked, whole or by its hash", () => {
    expect(check(give("0xabcd"), asked)).to.deep.equal([])
    expect(check(pledge(keccak256("0xabcd")), asked)).to.deep.equal([])
    for (const other of [give("0xabce"), give("0x"), pledge(keccak256("0xabce")), pledge(zeroHash)])
      expect(refusal(other, asked)).to.equal("CALLDATA_OTHER_PAYLOAD")
  })

  it("refuses one that nobody asked for, and names one that the calldata does not say", () => {
    for (const none of [give("0x"), pledge(zeroHash)]) expect(check(none, onOwn)).to.deep.equal([])
    for (const some of [give("0xabcd"), give("0x00"), pledge(keccak256("0x"))])
      expect(refusal(some, onOwn)).to.equal("CALLDATA_OTHER_PAYLOAD")
    const silent = encode("swap", user, usdc, 1_990n)
    expect(refusal(silent, asked)).to.equal("NOT_DECODED")
    expect(check(silent, { ...asked, ...accepted })).to.deep.equal(["payload"])
  })
})

describe("S-01 checkCalldata", () => {
  const bridge = (to: Address, token: Address, least: bigint, chain: number): Hex =>
    encode("bridge", { to, outputs: [{ token, least }], chain })

  it("reads arguments in tuples and arrays, and translates the router's numbers of chains", () => {
    for (const chain of [30, 41002]) expect(check(bridge(user, usdc, 1_990n, chain))).to.deep.equal([])
    expect(refusal(bridge(thief, usdc, 1_990n, 30))).to.equal("CALLDATA_OTHER_RECEIVER")
    const facts = { asked: user, offered: `${thief}, at bridge.request.to` }
    expect(thrown(() => check(bridge(thief, usdc, 1_990n, 30))).facts).to.include(facts)
    expect(refusal(bridge(user, dai, 1_990n, 30))).to.equal("CALLDATA_OTHER_OUTPUT")
    expect(refusal(bridge(user, usdc, 1_989n, 30))).to.equal("CALLDATA_LESS_OUT")
    for (const chain of [31, 41001, 0]) {
      expect(refusal(bridge(user, usdc, 1_990n, chain))).to.equal("CALLDATA_OTHER_CHAIN")
    }
    // Zero stands for the chain of the transaction, and no other number does.
    expect(check(bridge(user, usdc, 1_990n, 0), onOwn)).to.deep.equal([])
    expect(refusal(bridge(user, usdc, 1_990n, 1), onOwn)).to.equal("CALLDATA_OTHER_CHAIN")
  })

  it("compares every element of a list, and takes none for nothing said", () => {
    const outputs = [usdc, dai].map((token) => ({ token, least: 1_990n }))
    expect(refusal(encode("bridge", { to: user, outputs, chain: 30 }))).to.equal("CALLDATA_OTHER_OUTPUT")
    const none = encode("bridge", { to: user, outputs: [], chain: 30 })
    expect(check(none, accepted)).to.deep.equal(["outputToken", "leastOut"])
  })

  it("reads every element of a list that has a length, and a list that is passed over", () => {
    const path = (least: readonly bigint[]): Hex => encode("path", [dai, thief], user, least)
    const rest = { ...onOwn, ...accepted }
    expect(check(path([1_990n, 1_991n]), rest)).to.deep.equal(["outputToken"])
    expect(refusal(path([1_990n, 1_989n]), rest)).to.equal("CALLDATA_LESS_OUT")
  })

  it("takes a function without a chain for one that pays on its own, if it is described whole", () => {
    const swap = encode("swap", user, usdc, 1_990n)
    expect(check(swap, onOwn)).to.deep.equal([])
    expect(refusal(swap)).to.equal("CALLDATA_OTHER_CHAIN")
    const { token, ...part } = end
    const routers: KnownRouters = { [router]: { ...known, functions: { swap: { ...part } } } }
    expect(check(swap, { routers, ...accepted })).to.deep.equal(["swap.token", "outputToken", "destinationChain"])
    expect(token).to.equal("outputToken")
  })

  it("takes the zero address for the native currency, and no other way round", () => {
    const native = { outputToken: nativeToken, destinationChainId: 41001 }
    for (const token of [zeroAddress, nativeToken])
      expect(check(encode("swap", user, token, 1_990n), native)).to.deep.equal([])
    expect(refusal(encode("swap", user, zeroAddress, 1_990n), onOwn)).to.equal("CALLDATA_OTHER_OUTPUT")
  })

  it("reads addresses of 32 bytes, and names what the calldata does not tell", () => {
    const bridgeTo = (to: Hex): Hex => encode("bridgeTo", to, pad(usdc), 41002n)
    expect(refusal(bridgeTo(pad(user)))).to.equal("NOT_DECODED")
    expect(check(bridgeTo(pad(user)), accepted)).to.deep.equal(["leastOut"])
    // The last twenty bytes are the user's, and the number is not an address.
    expect(refusal(bridgeTo(`0x01${pad(user).slice(4)}`), accepted)).to.equal("CALLDATA_OTHER_RECEIVER")
  })

  it("compares the user, the refund, the input and the deadline", () => {
    const own = { user, refund: user, token: dai, amount: 1_000n, deadline: 87_400n, id: pad("0x7") }
    const order = (change: Partial<typeof own> | object): Hex =>
      encode("order", { ...own, ...change }, user, usdc, 1_990n)
    const [refund, input] = ["CALLDATA_OTHER_REFUND", "CALLDATA_OTHER_INPUT"] as const
    expect(check(order({}), onOwn)).to.deep.equal([])
    expect(check(order({ id: pad("0x8"), deadline: 0n }), onOwn)).to.deep.equal([])
    for (const [change, reason] of [
      [{ user: thief }, refund],
      [{ refund: thief }, refund],
      [{ refund: friend }, refund],
      [{ token: usdc }, input],
      [{ amount: 999n }, input],
      [{ amount: 1_001n }, input],
      [{ deadline: 87_401n }, "CALLDATA_LATE"],
    ] as const) {
      expect(refusal(order(change), onOwn), reason).to.equal(reason)
    }
  })

  it("pairs each fee with its taker, and bounds those that were not asked for by a percent of the input together", () => {
    const pay = (takers: readonly Address[], fees: readonly bigint[], more = 0n): Hex =>
      encode("pay", takers, fees, [friend, more], user, usdc, 1_990n)
    const feesOf = (data: Hex, more: Partial<Checked> = {}) =>
      read(data, { ...onOwn, ...more }).fees.map(({ taker, amount }) => [taker, amount])
    expect(feesOf(pay([thief, user], [4n, 0n], 6n))).to.deep.equal([
      [thief, 4n],
      [friend, 6n],
    ])
    expect(refusal(pay([thief], [5n], 6n), onOwn)).to.equal("FEE_TOO_HIGH")
    expect(refusal(pay([thief], [990n]), onOwn)).to.equal("FEE_TOO_HIGH")
    expect(feesOf(pay([thief], [990n]), { maxFee: 99 })).to.deep.equal([[thief, 990n]])
    expect(refusal(pay([thief], [1n]), { ...onOwn, maxFee: 0 })).to.equal("FEE_TOO_HIGH")
    const asked = { ...onOwn, request: { feeBps: 500, feeTakerAddress: friend } }
    expect(feesOf(pay([thief], [10n], 50n), asked)).to.deep.equal([
      [thief, 10n],
      [friend, 50n],
    ])
    expect(refusal(pay([], [], 51n), asked)).to.equal("FEE_TOO_HIGH")
    // Takers are compared as addresses.
    const lower = { ...asked.request, feeTakerAddress: friend.toLowerCase() }
    expect(feesOf(pay([], [], 50n), { request: lower })).to.deep.equal([[friend, 50n]])
    // A fee below zero would hide another one in the sum.
    const credit = (fee: bigint, more: number): Hex =>
      encode("credit", thief, fee, { taker: friend, fee: more }, user, usdc, 1_990n)
    for (const [fee, more] of [
      [990n, -990],
      [11n, -1],
      [-990n, 990],
    ] as const) {
      expect(refusal(credit(fee, more), onOwn)).to.equal("CALLDATA_MALFORMED")
    }
    expect(feesOf(credit(9n, 1))).to.deep.equal([
      [thief, 9n],
      [friend, 1n],
    ])
    // What is left alone could go to anybody.
    const odd = { ...onOwn, ...accepted }
    expect(check(pay([thief], []), odd)).to.deep.equal([`pay.takers.0 ${thief}`, "destinationChain"])
    expect(check(pay([], [5n]), odd)).to.deep.equal(["pay.fees.0 5", "destinationChain"])
  })

  it("takes the input with its fees and without them, and no fee whose taker is no address", () => {
    const spend = (amount: bigint, taker = pad(friend)): Hex => encode("spend", amount, taker, 7n, user, usdc, 1_990n)
    for (const amount of [1_000n, 993n]) expect(check(spend(amount), onOwn), String(amount)).to.deep.equal([])
    for (const amount of [1_007n, 1_001n, 994n, 992n, 7n]) {
      expect(refusal(spend(amount), onOwn), String(amount)).to.equal("CALLDATA_OTHER_INPUT")
    }
    const odd = spend(1_000n, `0x01${pad(friend).slice(4)}`)
    expect(check(odd, { ...onOwn, ...accepted })).to.deep.equal(["spend.fee 7", "destinationChain"])
  })

  it("reads calls that are passed on by the description of their own contract", () => {
    const swap = encode("swap", user, usdc, 1_990n)
    const exec = (target: Address, data: Hex, operator = router as Address): Hex =>
      encodeFunctionData({
        abi: holderAbi,
        functionName: "exec",
        args: [operator, dai, 1_000n, [{ target, data }]],
      })
    const held = { ...onOwn, to: holder }
    const { functions: calls, undecoded } = read(exec(router, swap), held)
    expect([calls, undecoded]).to.deep.equal([["exec", "exec.steps.0.data.swap"], []])
    expect(refusal(exec(router, encode("swap", thief, usdc, 1_990n)), held)).to.equal("CALLDATA_OTHER_RECEIVER")
    expect(refusal(exec(router, encode("swap", user, usdc, 1n)), held)).to.equal("CALLDATA_LESS_OUT")
    expect(refusal(exec(router, concat([swap, "0x00"])), held)).to.equal("CALLDATA_MALFORMED")
    // Deeper still, and the holder in itself.
    expect(check(exec(holder, exec(router, encode("multicall", [swap, swap]))), held)).to.deep.equal([])
    expect(check(encode("multicall", [encode("multicall", [swap])]), onOwn)).to.deep.equal([])
    const some = (data: Hex, more: object = held): readonly string[] => check(data, { ...more, ...accepted })
    const ends = ["receiver", "outputToken", "leastOut", "destinationChain"]
    for (const call of [encode("sweep", user), concat(["0x12345678", user])]) {
      expect(some(exec(router, call))).to.deep.equal([
        `exec.steps.0.data.${call.slice(0, 10)} of ${getAddress(router)}`,
        ...ends,
      ])
    }
    for (const call of ["0x", "0x1234"] as const) {
      const beside = encode("multicall", [call, swap])
      expect(some(beside, onOwn)).to.deep.equal([`multicall.calls.0.${call} of ${router}`, "destinationChain"])
    }
    // Each contract is another word, so that a yes to one is none to another.
    const beyond = (target: Address): string[] => [
      ...[`exec.steps.0.data.${swap.slice(0, 10)} of ${target}`, `exec.steps.0.target ${target}`],
      ...ends,
    ]
    for (const target of [thief, friend]) expect(some(exec(target, swap))).to.deep.equal(beyond(target))
    expect(some(exec(router, swap, thief))).to.deep.equal([`exec.operator ${thief}`, "destinationChain"])
  })

  it("refuses words that an encoder would not have written", () => {
    const swap = encode("swap", user, usdc, 1_990n)
    const dirty = swap.replace(pad(user).slice(2).toLowerCase(), `01${pad(user).slice(4).toLowerCase()}`) as Hex
    const calls = encode("multicall", [swap])
    // The list begins a word later, behind one that nobody reads.
    const late = concat([calls.slice(0, 10) as Hex, pad("0x40"), pad("0x7"), `0x${calls.slice(10 + 64)}`])
    for (const data of [concat([swap, "0x00"]), concat([swap, pad(thief)]), swap.slice(0, -2) as Hex, dirty, late]) {
      expect(refusal(data, onOwn), data).to.equal("CALLDATA_MALFORMED")
    }
    expect(check(calls, onOwn)).to.deep.equal([])
  })

  it("takes a function that is not described, and another router, for not decoded, and looks for the receiver", () => {
    const all = ["receiver", "outputToken", "leastOut", "destinationChain"]
    const sweep = encode("sweep", user)
    expect(refusal(sweep)).to.equal("NOT_DECODED")
    expect(check(sweep, accepted)).to.deep.equal([sweep.slice(0, 10), ...all])
    const swap = encode("swap", user, usdc, 1n)
    expect(check(swap, { ...accepted, routers: {} })).to.deep.equal([swap.slice(0, 10), ...all])
    expect(refusal(encode("sweep", thief), accepted)).to.equal("CALLDATA_OTHER_RECEIVER")
    // The first and the last digit count too, in either case.
    const digits = user.slice(2).toLowerCase()
    for (const near of [`f0${digits.slice(2)}`, `${digits.slice(0, -1)}${digits.endsWith("0") ? "1" : "0"}`]) {
      expect(refusal(`0x12345678${near}${"0".repeat(64)}`, accepted), near).to.equal("CALLDATA_OTHER_RECEIVER")
    }
    const toFriend = { ...accepted, request: { receiverAddress: friend } }
    for (const same of [friend.slice(2), friend.slice(2).toLowerCase()]) {
      expect(check(`0x12345678${same}`, toFriend), same).to.deep.equal(["0x12345678", ...all])
    }
  })
})
