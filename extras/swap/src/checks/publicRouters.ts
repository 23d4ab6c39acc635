import type { Address } from "viem"
import { parseAbi } from "viem/utils"

import type { DescribedArguments, KnownRouters } from "./KnownRouter.js"

/** The contract that holds allowances for the public router, and passes calls on to it. It has this address on most EVM chains. */
const allowanceHolder: Address = "0x0000000000001fF3684f28c67538d4D072C22734"

const holderAbi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)",
])

const routerAbi = parseAbi([
  "struct Input { address user; address inputToken; uint256 inputAmount; }",
  "struct Fee { address receiver; uint256 amount; }",
  "struct Swap { address target; address approvalSpender; address outputToken; uint256 value; uint256 minOutput; uint256 word; }",
  "struct Bridge { address target; address approvalSpender; uint256 value; }",
  "function swap(bytes32 requestHash, Input input, address receiver, uint256 flags, Fee fee, Swap swapData, bytes swapCallData) payable returns (uint256)",
  "function bridge(bytes32 requestHash, Input input, Fee fee, Bridge bridgeData, bytes bridgeCallData) payable",
  "function swapAndBridge(bytes32 requestHash, Input input, uint256 flags, Fee fee, Swap swapData, bytes swapCallData, Bridge bridgeData, bytes bridgeCallData) payable",
])

const input = { user: "user", inputToken: "inputToken", inputAmount: "inputAmount" } as const
const fee = { receiver: "feeTaker", amount: "fee" } as const
/** The fee comes out of the input, and what the swap gives is measured by balances, whatever the dex says: so its call may be any. */
const flags = { is: [2] } as const
const swapped = { target: "ignored", approvalSpender: "ignored", value: "ignored", word: "ignored" } as const
const crossing = {
  bridgeData: { target: "ignored", approvalSpender: "contract", value: "ignored" },
  // Who is paid, what, and where is in the call of each bridge, which has a description of its own.
  bridgeCallData: { call: "bridgeData.target" },
} as const
const start = { requestHash: "ignored", input, fee } as const

const functions: Readonly<Record<string, DescribedArguments>> = {
  swap: {
    ...{ ...start, flags, receiver: "receiver", swapCallData: "ignored" },
    swapData: { ...swapped, outputToken: "outputToken", minOutput: "leastOut" },
  },
  bridge: { ...start, ...crossing },
  swapAndBridge: {
    ...{ ...start, ...crossing, flags, swapCallData: "ignored" },
    swapData: { ...swapped, outputToken: "ignored", minOutput: "ignored" },
  },
}

/** Which contracts of the public router are on a chain. */
export type PublicRouters = {
  /** Its address on the chain, from its documentation and not from a quote. */
  readonly router: Address
  /** The contract that is approved and called. Default: the public one. */
  readonly holder?: Address | undefined
}

/**
 * Describes the router that routes of the public swap API go through, and the holder of allowances before it, for `routers` of
 * `checkRoute` and for `plugs.swap.routers`. A swap on one chain is decoded by it alone. One to another chain needs a description of the
 * bridge's contract, too; any other function of the router is not described.
 *
 * @example
 * const routers = publicRouters({ router: "0x…" })
 * checkRoute({ route, request, routers, allowedTargets: ["0x…"] })
 */
export function publicRouters({ router, holder = allowanceHolder }: PublicRouters): KnownRouters {
  const call = { target: "contract", data: { call: "target" } } as const
  const exec = { ...call, operator: "contract", token: "inputToken", amount: "inputAmount" } as const
  return { [holder]: { abi: holderAbi, functions: { exec } }, [router]: { abi: routerAbi, functions } }
}
