import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from "viem"

import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import type { KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"
import { publicRouters } from "#extras/swap/src/checks/publicRouters.js"
import type { CheckRouteParameters } from "#extras/swap/src/checks/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import { quoteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { zeroAddress } from "#src/primitives/address.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [router, dex, bridge, thief, taker] = [1, 2, 3, 4, 5].map((digit) =>
  getAddress(`0x${String(digit).repeat(40)}`),
) as [Address, Address, Address, Address, Address]
const routers = publicRouters({ router })
const holder = Object.keys(routers).find((each) => each !== router) as Address
const abiOf = (address: Address): Abi => routers[address]!.abi
const encode = (address: Address, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: abiOf(address), functionName, args })
const id = `0x${"77".repeat(32)}`

const exec = (data: Hex, target = router): Hex => encode(holder, "exec", [target, dai, 1_000n, target, data])
const input = { user, inputToken: dai, inputAmount: 1_000n }
const noFee = { receiver: zeroAddress, amount: 0n }
const swapped = {
  target: dex,
  approvalSpender: dex,
  outputToken: usdc,
  value: 0n,
  minOutput: 1_990n,
  word: 0n,
}
type Parts = { receiver?: Address; flags?: bigint; fee?: object; swapData?: object; callData?: Hex }
const swap = ({ receiver = user, flags = 2n, fee = noFee, swapData = {}, callData = "0xdeadbeef" }: Parts = {}): Hex =>
  encode(router, "swap", [id, input, receiver, flags, fee, { ...swapped, ...swapData }, callData])

const bridgeAbi = parseAbi([
  "function deposit(address depositor, address recipient, address token, uint256 least, uint256 chain)",
])
const bridged: KnownRouters = {
  [bridge]: {
    abi: bridgeAbi,
    functions: {
      deposit: {
        depositor: "user",
        recipient: "receiver",
        token: "outputToken",
        least: "leastOut",
        chain: "destinationChain",
      },
    },
  },
}
const deposit = (recipient: Address = user): Hex =>
  encodeFunctionData({ abi: bridgeAbi, functionName: "deposit", args: [user, recipient, usdc, 1_990n, 41_002n] })
const crossing = { target: bridge, approvalSpender: bridge, value: 0n }
const cross = (data: Hex = deposit(), to: object = crossing): Hex =>
  encode(router, "bridge", [id, input, noFee, to, data])

/** What is found about a route through the holder with 1990 of USDC at least; or why it is refused. */
function read(
  data: Hex,
  { to: chain = 41_001, ...more }: Partial<CheckRouteParameters> & { to?: number } = {},
): string {
  const token = tokenOnWire({ chainId: chain, address: usdc })
  const output = { token, amount: "2000", minAmountOut: "1990", priceInUsd: 1, valueInUsd: 1 }
  const approval = { spenderAddress: holder, amount: "1000", tokenAddress: dai, userAddress: user }
  const txData = { kind: "evm_tx", object: { chainId: 41_001, to: holder, data, value: "0" } }
  const wire = {
    ...quoteOnWire([routeOnWire({ output, approval, txData, expiresAt: 1_000 })]),
    destinationChainId: chain,
  }
  const { routes } = quoteSchema.parse({ success: true, statusCode: 200, result: wire, message: null })
  const request = {
    ...{ userOps: "tx", originChainId: 41_001, destinationChainId: chain, inputToken: dai, outputToken: usdc },
    ...{ inputAmount: 1_000n, userAddress: user, receiverAddress: user, slippage: "0.5" },
  } as const
  const terms = { route: routes[0] as QuoteRoute, request, now: 0, allowedTargets: [router], routers, ...more }
  try {
    const { functions, fees, undecoded } = checkRoute({ ...terms, acceptUndecoded: true, ...more })
    return [functions.join(" > "), ...fees.map(({ amount }) => `fee ${amount}`), ...undecoded].join(", ")
  } catch {
    const { facts } = thrown(() => checkRoute({ ...terms, acceptUndecoded: true, ...more }))
    return `${facts["reason"] ?? ""} ${facts["offered"] ?? ""}`
  }
}

describe("publicRouters", () => {
  it("decodes a swap on one chain to its last word, by the allowed contract within the call", () => {
    expect(read(exec(swap()), { acceptUndecoded: false })).to.equal("exec > exec.data.swap")
    const fee = { receiver: taker, amount: 5n }
    expect(read(exec(swap({ fee })), { acceptUndecoded: false })).to.equal("exec > exec.data.swap, fee 5")
    expect(read(exec(swap()), { allowedTargets: [holder], acceptUndecoded: false })).to.equal("exec > exec.data.swap")
  })

  it("compares what is within the call with the request", () => {
    for (const [data, refusal] of [
      [swap({ receiver: thief }), /^CALLDATA_OTHER_RECEIVER .*exec\.data\.swap\.receiver/],
      [swap({ swapData: { outputToken: dai } }), /^CALLDATA_OTHER_OUTPUT/],
      [swap({ swapData: { minOutput: 1_989n } }), /^CALLDATA_LESS_OUT/],
      [swap({ fee: { receiver: thief, amount: 11n } }), /^FEE_TOO_HIGH/],
      [
        encode(router, "swap", [id, { ...input, inputAmount: 2_000n }, user, 2n, noFee, swapped, "0x"]),
        /^CALLDATA_OTHER_INPUT/,
      ],
      [
        encode(router, "swap", [id, { ...input, user: thief }, user, 2n, noFee, swapped, "0x"]),
        /^CALLDATA_OTHER_REFUND/,
      ],
    ] as const) {
      expect(read(exec(data))).to.match(refusal)
    }
    expect(read(exec(swap()), { to: 41_002 })).to.match(/^CALLDATA_OTHER_CHAIN/)
    // Another token at the outside than at the inside.
    expect(read(encode(holder, "exec", [router, usdc, 1_000n, router, swap()]))).to.match(/^CALLDATA_OTHER_INPUT/)
  })

  it("does not take the dex's word for what arrives: other flags are not decoded", () => {
    for (const flags of [0n, 1n, 3n, 4n, 2n ** 255n]) {
      expect(read(exec(swap({ flags })))).to.equal(
        `exec > exec.data.swap, exec.data.swap.flags ${flags}, destinationChain`,
      )
      expect(read(exec(swap({ flags })), { acceptUndecoded: false })).to.match(
        /^NOT_DECODED not described: exec\.data\.swap\.flags/,
      )
    }
  })

  it("decodes a bridge by the description of the contract that it goes to, and names it without one", () => {
    const both = { ...routers, ...bridged }
    const found = "exec > exec.data.bridge > exec.data.bridge.bridgeCallData.deposit"
    expect(read(exec(cross()), { to: 41_002, routers: both, acceptUndecoded: false })).to.equal(found)
    expect(read(exec(cross(deposit(thief))), { to: 41_002, routers: both })).to.match(/^CALLDATA_OTHER_RECEIVER/)
    const spender = { ...crossing, approvalSpender: thief }
    expect(read(exec(cross(deposit(), spender)), { to: 41_002, routers: both })).to.contain(`approvalSpender ${thief}`)
    const alone = read(exec(cross()), { to: 41_002, acceptUndecoded: false })
    expect(alone).to.match(/^NOT_DECODED not described: exec\.data\.bridge\.bridgeCallData\.0x[0-9a-f]{8} of /)
    const whole = encode(router, "swapAndBridge", [id, input, 2n, noFee, swapped, "0xdead", crossing, deposit()])
    expect(read(exec(whole), { to: 41_002, routers: both, acceptUndecoded: false })).to.equal(
      found.replaceAll("data.bridge", "data.swapAndBridge"),
    )
    const spliced = encode(router, "swapAndBridge", [id, input, 10n, noFee, swapped, "0xdead", crossing, deposit()])
    expect(read(exec(spliced), { to: 41_002, routers: both })).to.contain("swapAndBridge.flags 10")
  })

  it("names an inner function that nobody described by its selector, and never calls it malformed", () => {
    const other = `0x12345678${"0".repeat(24)}${user.slice(2).toLowerCase()}` as const
    expect(read(exec(other), { acceptUndecoded: false })).to.equal(
      `NOT_DECODED not described: exec.data.0x12345678 of ${router}, receiver, outputToken, leastOut, destinationChain, for ${holder}`,
    )
    // Accepted, it takes no more than what is approved.
    expect(read(exec(other))).to.match(/^exec > exec\.data\.0x12345678 of /)
  })

  it("allows the holder by no other contract than the one that it passes the call on to", () => {
    for (const allowedTargets of [[], [dex], [bridge]]) {
      expect(read(exec(swap()), { allowedTargets })).to.match(/^TARGET_NOT_ALLOWED/)
    }
    expect(read(exec(swap(), thief))).to.match(/^TARGET_NOT_ALLOWED/)
    // What is not described passes nothing on that could be told.
    expect(read(exec(swap()), { routers: {} })).to.match(/^TARGET_NOT_ALLOWED/)
    const call = encode(holder, "exec", [router, nativeToken, 1_000n, router, swap()])
    expect(read(call)).to.match(/^CALLDATA_OTHER_INPUT/)
  })
})
