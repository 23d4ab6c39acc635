import type { Address } from "viem"

import { readContract } from "viem/actions"

import type { Evidence } from "../../explaining/Explanation.js"
import { readRevert } from "../../onchain/reading/readRevert.js"
import { commandLine } from "../../primitives/commands/commandLine.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import type { DecodedRevert } from "../../primitives/reverts/decodeRevertData.js"
import { feesManagerAbi } from "../onchain/abi.js"
import { getAvailableCredits } from "../onchain/credits.js"
import { type GatewayCause, type GatewayCase, toCause } from "./types.js"
import { atHead, creditDecimals, creditsText } from "./words.js"

/** A call that reverted, in the transaction or in a simulation. */
export type RevertedCall = {
  readonly revert: Pick<DecodedRevert, "data">
  /** Where the revert was seen. */
  readonly source: string
  /** What the call is, as the beginning of a sentence: `The transaction`, `The callback of payload 0x…`. */
  readonly what: string
  /** The id of the payload, timeout or trigger; `null` for the transaction. */
  readonly about: string | null
  /** What follows once it is paid for, such as `send it again`. */
  readonly then: string
}

/**
 * Finds out whether a call reverts because of who pays: an account without enough credits, or one that has not approved the app gateway.
 *
 * @returns `undefined` if it reverts for another reason
 */
export async function findPayerCause(of: GatewayCase, call: RevertedCall): Promise<GatewayCause | undefined> {
  const { name, args } = readRevert(call.revert.data, [feesManagerAbi]) ?? {}
  if (args === undefined) return undefined
  if (name === "InsufficientCredits") {
    const [account, required, available] = args as [Address, bigint, bigint]
    const says = `It reverts: InsufficientCredits(${account}, required: ${required}, available: ${available}).`
    return await creditsCause(of, { ...call, account, required, seen: { source: call.source, says } })
  }
  if (name !== "NotApproved") return undefined
  const [account, appGateway] = args as [Address, Address]
  return await approvalCause(of, { ...call, account, appGateway })
}

/** Credits that are missing. */
type MissingCredits = Pick<RevertedCall, "what" | "about" | "then"> & {
  readonly account: Address
  readonly required: bigint
  /** Why it is known that they are required. */
  readonly seen: Evidence
}

/** Says how many credits are missing, what they cost, and the command that deposits them. */
async function creditsCause(
  of: GatewayCase,
  { account, required, seen, what, about, then }: MissingCredits,
): Promise<GatewayCause> {
  const { reading } = of
  const { client, feesManager, name: chain } = reading.gateway
  const now = await getAvailableCredits(client, { feesManager, account })
  const evidence: Evidence[] = [
    seen,
    { source: atHead(reading), says: `getAvailableCredits(${account}) is ${now}, which is ${creditsText(now)}.` },
  ]
  const needs = `${what} needs ${creditsText(required)} of ${account}`
  if (now >= required) {
    const says = `${needs}, which had fewer then, and has enough now: ${creditsText(now)}. Now ${then}.`
    return toCause({ name: "credits-missing", says, evidence, mend: { who: "you", command: null }, about })
  }
  const missing = required - now
  const cost = `${creditsText(missing)} are missing, and cost as much native currency of ${chain}, or ${formatAmount(missing, creditDecimals)} of a token that a fees plug takes`
  const says = `${needs}, which has ${creditsText(now)}: ${cost}. Deposit them; ${then}.`
  const amount = formatAmount(missing, creditDecimals)
  const command = `npx hardhat ${commandLine("gateway topup", { account, amount }, { positional: ["account"] })}`
  return toCause({ name: "credits-missing", says, evidence, mend: { who: "you", command }, about })
}

async function approvalCause(
  { reading }: GatewayCase,
  { account, appGateway, source, what, about, then }: RevertedCall & { account: Address; appGateway: Address },
): Promise<GatewayCause> {
  const { client, feesManager: address } = reading.gateway
  const read = { abi: feesManagerAbi, address, functionName: "isApproved", args: [account, appGateway] } as const
  const isApproved = await readContract(client, read)
  const evidence: Evidence[] = [
    { source, says: `It reverts: NotApproved(${account}, ${appGateway}).` },
    { source: atHead(reading), says: `isApproved(${account}, ${appGateway}) is ${String(isApproved)}.` },
  ]
  const says = `${what} is to be paid by ${account}, which had not approved the app gateway ${appGateway}. ${isApproved ? "Now it has" : "Once it has"}: ${then}.`
  const who = isApproved
    ? "you"
    : `the account ${account}, which calls approveAppGateway(${appGateway}, true) of the fees manager ${address} on ${reading.gateway.name}`
  return toCause({ name: "not-approved", says, evidence, mend: { who, command: null }, about })
}
