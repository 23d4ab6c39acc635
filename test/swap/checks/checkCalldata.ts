import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Address, encodeFunctionData, type Hex, pad, parseAbi } from "viem"

import { zeroAddress } from "../../../src/primitives/address.js"
import { checkRoute } from "../../../src/swap/checks/checkRoute.js"
import type { KnownRouter } from "../../../src/swap/checks/KnownRouter.js"
import type { CheckRouteParameters } from "../../../src/swap/checks/types.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import type { QuoteRoute } from "../../../src/swap/types.js"
import { quoteSchema } from "../../../src/swap/wire/quoteSchemas.js"
import { thrown } from "../../fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, router, tokenOnWire, usdc, user } from "../../fixtures/wire/swapRoutes.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const functions = [
  "function swap(address to, address token, uint256 least)",
  "function bridge((address to, (address token, uint256 least)[] outputs, uint32 chain) request)",
  "function bridgeTo(bytes32 to, bytes32 token, uint256 chain)",
  "function execute(uint256 id, bytes call)",
  "function sweep(address to)",
] as const
const abi: Abi = parseAbi(functions)
const known: KnownRouter = {
  abi,
  functions: {
    swap: { receiver: "to", outputToken: "token", leastOut: "least" },
    bridge: {
      receiver: "request.to",
      outputToken: "request.outputs.0.token",
      leastOut: "request.outputs.0.least",
      destinationChain: "request.chain",
    },
    bridgeTo: { receiver: "to", outputToken: "token", leastOut: null, destinationChain: "chain" },
    execute: {
      receiver: "call.swap.to",
      outputToken: "call.swap.token",
      leastOut: "call.swap.least",
      destinationChain: null,
    },
  },
  chainIds: { 30: 41002 },
}
const encode = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })

/** What is found about calldata with which 1990 of USDC are promised on another chain; or why it is refused. */
function check(data: Hex, { outputToken = usdc, destinationChainId = 41002, ...more }: Partial<Checked> = {}): unknown {
  const token = tokenOnWire({ chainId: destinationChainId, address: outputToken })
  const output = { token, amount: "2000", minAmountOut: "1990", priceInUsd: 1, valueInUsd: 1 }
  const txData = { kind: "evm_tx", object: { chainId: 41001, to: router, data, value: "0" } }
  const wire = quoteOnWire([routeOnWire({ output, approval: null, txData })])
  const { routes } = quoteSchema.parse({ success: true, statusCode: 200, result: wire, message: null })
  const { undecoded } = checkRoute({
    route: routes[0] as QuoteRoute,
    request: {
      ...{ userOps: "tx", originChainId: 41001, destinationChainId, inputToken: dai, outputToken },
      ...{ inputAmount: 1_000n, userAddress: user, receiverAddress: user, slippage: "0.5" },
    },
    now: 0,
    allowedTargets: [router],
    routers: { [router]: known },
    ...more,
  })
  return undecoded
}
type Checked = CheckRouteParameters & { outputToken: Address; destinationChainId: number }
const refusal = (data: Hex, more?: Partial<Checked>): string | undefined =>
  thrown(() => check(data, more)).facts["reason"]

describe("S-01 checkCalldata", () => {
  const bridge = (to: Address, token: Address, least: bigint, chain: number): Hex =>
    encode("bridge", { to, outputs: [{ token, least }], chain })

  it("reads arguments in tuples and arrays, and translates the router's numbers of chains", () => {
    for (const chain of [30, 41002]) expect(check(bridge(user, usdc, 1_990n, chain))).to.deep.equal([])
    expect(refusal(bridge(thief, usdc, 1_990n, 30))).to.equal("CALLDATA_OTHER_RECEIVER")
    expect(refusal(bridge(user, dai, 1_990n, 30))).to.equal("CALLDATA_OTHER_OUTPUT")
    expect(refusal(bridge(user, usdc, 1_989n, 30))).to.equal("CALLDATA_LESS_OUT")
    for (const chain of [31, 41001, 0]) {
      expect(refusal(bridge(user, usdc, 1_990n, chain))).to.equal("CALLDATA_OTHER_CHAIN")
    }
    // Zero stands for the chain of the transaction, and no other number does.
    const onOwn = { destinationChainId: 41001 }
    expect(check(bridge(user, usdc, 1_990n, 0), onOwn)).to.deep.equal([])
    expect(refusal(bridge(user, usdc, 1_990n, 1), onOwn)).to.equal("CALLDATA_OTHER_CHAIN")
  })

  it("takes a function without a chain for one that pays on its own", () => {
    const swap = encode("swap", user, usdc, 1_990n)
    expect(check(swap, { destinationChainId: 41001 })).to.deep.equal([])
    expect(refusal(swap)).to.equal("CALLDATA_OTHER_CHAIN")
  })

  it("takes the zero address for the native currency, and no other way round", () => {
    const native = { outputToken: nativeToken, destinationChainId: 41001 }
    for (const token of [zeroAddress, nativeToken])
      expect(check(encode("swap", user, token, 1_990n), native)).to.deep.equal([])
    expect(refusal(encode("swap", user, zeroAddress, 1_990n), { destinationChainId: 41001 })).to.equal(
      "CALLDATA_OTHER_OUTPUT",
    )
  })

  it("reads addresses of 32 bytes, and names what the calldata does not tell", () => {
    const bridgeTo = (to: Hex): Hex => encode("bridgeTo", to, pad(usdc), 41002n)
    expect(refusal(bridgeTo(pad(user)))).to.equal("NOT_DECODED")
    expect(check(bridgeTo(pad(user)), { acceptUndecoded: true })).to.deep.equal(["leastOut"])
    // The last twenty bytes are the user's, and the number is not an address.
    const dirty: Hex = `0x01${pad(user).slice(4)}`
    expect(refusal(bridgeTo(dirty), { acceptUndecoded: true })).to.equal("CALLDATA_OTHER_RECEIVER")
  })

  it("reads the calls that bytes contain", () => {
    const execute = (call: Hex): Hex => encode("execute", 1n, call)
    const accepted = { acceptUndecoded: true }
    expect(check(execute(encode("swap", user, usdc, 1_990n)), accepted)).to.deep.equal(["destinationChain"])
    expect(refusal(execute(encode("swap", thief, usdc, 1_990n)), accepted)).to.equal("CALLDATA_OTHER_RECEIVER")
    expect(refusal(execute(encode("swap", user, usdc, 1n)), accepted)).to.equal("CALLDATA_LESS_OUT")
    for (const call of [encode("sweep", user), "0x", "0x1234"] as const) {
      expect(refusal(execute(call), accepted), call).to.match(/^CALLDATA_/)
    }
  })

  it("takes a function that is not described, and another router, for not decoded, and looks for the receiver", () => {
    const accepted = { acceptUndecoded: true }
    const all = ["receiver", "outputToken", "leastOut", "destinationChain"]
    expect(refusal(encode("sweep", user))).to.equal("NOT_DECODED")
    expect(check(encode("sweep", user), accepted)).to.deep.equal(all)
    expect(check(encode("swap", user, usdc, 1n), { ...accepted, routers: {} })).to.deep.equal(all)
    expect(refusal(encode("sweep", thief), accepted)).to.equal("CALLDATA_OTHER_RECEIVER")
    // The first and the last digit count too, in either case.
    const digits = user.slice(2).toLowerCase()
    for (const near of [`f0${digits.slice(2)}`, `${digits.slice(0, -1)}${digits.endsWith("0") ? "1" : "0"}`]) {
      expect(refusal(`0x12345678${near}${"0".repeat(64)}`, accepted), near).to.equal("CALLDATA_OTHER_RECEIVER")
    }
    for (const same of [digits, digits.toUpperCase()]) {
      expect(check(`0x12345678${same}`, accepted), same).to.deep.equal(all)
    }
    expect(refusal(encode("swap", user, usdc, 1_990n).slice(0, -2) as Hex, { destinationChainId: 41001 })).to.equal(
      "CALLDATA_MALFORMED",
    )
  })
})
