import type { Address } from "viem"
import { isAddressEqual, keccak256 } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import type { EvmTransaction } from "../types.js"
import { type ArgumentRole, type KnownRouter, routerAt } from "./KnownRouter.js"
import { addressIn, type ReadArgument, readCalldata } from "./readCalldata.js"
import type { Refuse } from "./routeRefusals.js"
import type { CheckedCalldata, CheckedLimits, CheckedRoute, RouteFee } from "./types.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"

/** What calldata must say, so that not only the API says it. */
const needed = ["receiver", "outputToken", "leastOut", "destinationChain"] as const satisfies readonly ArgumentRole[]

/** Fees are bounded together. */
type ComparedRole = Exclude<ArgumentRole, "fee" | "feeTaker" | "ignored">

/** Seconds that a call may be possible for after its quote has expired. */
const latestAfterQuote = 86_400n

/**
 * Compares every argument of the calldata of a known router with the request, and refuses a route that differs in one. An argument that no
 * description has is returned as not decoded, and so is what the calldata does not say. The receiver's address must be in the calldata,
 * also where no receiver can be read.
 *
 * @param refuse called with the first reason that applies
 */
export function checkCalldata(
  { to, data }: EvmTransaction,
  { request, route, leastOut, limits }: CheckedRouteTerms,
  refuse: Refuse,
): CheckedCalldata {
  const { routers } = limits
  const { userAddress, receiverAddress, outputToken, inputToken, originChainId, destinationChainId } = request
  const { destinationPayload } = request
  const { functions, read, undecoded } = readCalldata({ to, data }, routers, () => refuse("CALLDATA_MALFORMED"))
  // No amount, time or chain is below zero, and fees below zero would hide others in their sum.
  if (read.some(({ value }) => (typeof value === "bigint" || typeof value === "number") && value < 0)) {
    refuse("CALLDATA_MALFORMED")
  }
  const sayIn = ({ value, path }: ReadArgument): string => `${String(value)}, at ${path}`
  const one =
    (reason: Parameters<Refuse>[0], ...wanted: readonly (string | undefined)[]) =>
    (argument: ReadArgument): void => {
      const found = addressIn(argument.value)
      if (wanted.some((each) => found !== undefined && each?.toLowerCase() === found.toLowerCase())) return
      refuse(reason, { requested: wanted[0], offered: sayIn(argument) })
    }
  const token = (reason: Parameters<Refuse>[0], wanted: Address) =>
    one(reason, wanted, ...(wanted === nativeToken ? [zeroAddress] : []))
  const { fees, unpaired } = feesIn(read)
  const feeSum = sumOf(fees)
  const left = [...undecoded, ...unpaired]
  const compare: Readonly<Record<ComparedRole, (argument: ReadArgument) => void>> = {
    receiver: one("CALLDATA_OTHER_RECEIVER", receiverAddress),
    outputToken: token("CALLDATA_OTHER_OUTPUT", outputToken),
    destinationChain(argument) {
      const chain = chainOf(argument.router, numberIn(argument)) ?? originChainId
      if (chain === destinationChainId) return
      refuse("CALLDATA_OTHER_CHAIN", { requested: String(destinationChainId), offered: String(chain) })
    },
    leastOut(argument) {
      if (numberIn(argument) >= leastOut) return
      refuse("CALLDATA_LESS_OUT", { requested: String(leastOut), offered: sayIn(argument) })
    },
    inputToken: token("CALLDATA_OTHER_INPUT", inputToken),
    inputAmount(argument) {
      if ([request.inputAmount, request.inputAmount - feeSum].includes(numberIn(argument))) return
      refuse("CALLDATA_OTHER_INPUT", { requested: String(request.inputAmount), offered: sayIn(argument) })
    },
    user: one("CALLDATA_OTHER_REFUND", userAddress),
    refund: one("CALLDATA_OTHER_REFUND", userAddress),
    deadline(argument) {
      const latest = BigInt(route.expiresAt) + latestAfterQuote
      if (numberIn(argument) <= latest) return
      refuse("CALLDATA_LATE", { requested: `at most ${latest}`, offered: sayIn(argument) })
    },
    payload(argument) {
      const whole = destinationPayload ?? "0x"
      const hash = destinationPayload === undefined ? zeroHash : keccak256(destinationPayload)
      if (argument.value === whole || argument.value === hash) return
      refuse("CALLDATA_OTHER_PAYLOAD", { requested: destinationPayload ?? "none", offered: sayIn(argument) })
    },
    contract({ value, path }) {
      const address = addressIn(value)
      if (address === undefined || routerAt(routers, address) === undefined) left.push(`${path} ${String(value)}`)
    },
  }
  for (const [role, judge] of Object.entries(compare)) read.filter((argument) => argument.role === role).forEach(judge)
  boundFees(fees, { request, limits }, refuse)

  const isTold = (role: ArgumentRole): boolean => read.some((argument) => argument.role === role)
  if (!data.toLowerCase().includes(receiverAddress.slice(2).toLowerCase())) {
    refuse("CALLDATA_OTHER_RECEIVER", { requested: receiverAddress, offered: "calldata that does not contain it" })
  }
  const wanted = [...needed, ...(destinationPayload === undefined ? [] : (["payload"] as const))]
  const untold = wanted.filter((role) => !isTold(role))
  // A function whose every argument is known and none of which is a chain pays on its own.
  if (left.length > 0 || !untold.includes("destinationChain")) {
    return { functions, fees, undecoded: [...left, ...untold] }
  }
  if (originChainId !== destinationChainId) {
    refuse("CALLDATA_OTHER_CHAIN", { requested: String(destinationChainId), offered: String(originChainId) })
  }
  return { functions, fees, undecoded: untold.filter((role) => role !== "destinationChain") }
}

type CheckedRouteTerms = Pick<CheckedRoute, "request" | "route" | "leastOut"> & {
  readonly limits: Pick<CheckedLimits, "routers" | "maxFee">
}

/**
 * Pairs each fee with the taker beside it, in their order. What is left alone on either side could go to anybody, and is named with its
 * value, so that a yes is to no more than that.
 */
function feesIn(read: readonly ReadArgument[]): { fees: readonly RouteFee[]; unpaired: readonly string[] } {
  const fees: RouteFee[] = []
  const unpaired: string[] = []
  for (const tuple of new Set(read.map((argument) => argument.tuple))) {
    const beside = read.filter((argument) => argument.tuple === tuple)
    const takers = beside.filter(({ role }) => role === "feeTaker")
    const shares = beside.filter(({ role }) => role === "fee")
    const alone = [...takers.slice(shares.length), ...shares.slice(takers.length)]
    unpaired.push(...alone.map(({ path, value }) => `${path} ${String(value)}`))
    for (const [index, share] of shares.slice(0, takers.length).entries()) {
      const amount = numberIn(share)
      const taker = addressIn(takers[index]?.value)
      if (taker === undefined) unpaired.push(`${share.path} ${amount}`)
      // Who gets nothing may be anybody.
      else if (amount !== 0n) fees.push({ taker, amount })
    }
  }
  return { fees, unpaired }
}

function numberIn({ value }: Pick<ReadArgument, "value">): bigint {
  return BigInt(value as bigint | number)
}

function sumOf(fees: readonly RouteFee[]): bigint {
  return fees.reduce((sum, { amount }) => sum + amount, 0n)
}

/** A fee that was asked for may be as high as asked for, and all others together a small share of the input. */
function boundFees(
  fees: readonly RouteFee[],
  { request, limits: { maxFee } }: Pick<CheckedRouteTerms, "request" | "limits">,
  refuse: Refuse,
): void {
  const { inputAmount, feeBps = 0, feeTakerAddress } = request
  const isAsked = ({ taker }: RouteFee): boolean =>
    feeTakerAddress !== undefined && isAddressEqual(taker, feeTakerAddress)
  const [asked, others] = [fees.filter(isAsked), fees.filter((fee) => !isAsked(fee))]
  const most = (inputAmount * BigInt(Math.floor(maxFee * 10_000))) / 1_000_000n
  for (const [some, bound] of [
    [asked, (inputAmount * BigInt(feeBps)) / 10_000n],
    [others, most],
  ] as const) {
    if (sumOf(some) <= bound) continue
    const offered = some.map(({ taker, amount }) => `${amount} for ${taker}`).join(", ")
    refuse("FEE_TOO_HIGH", { requested: `at most ${bound} of the input`, offered })
  }
}

/** `undefined` is the origin chain. */
function chainOf({ chainIds = {} }: KnownRouter, number: bigint): number | undefined {
  return number === 0n ? undefined : (chainIds[Number(number)] ?? Number(number))
}
