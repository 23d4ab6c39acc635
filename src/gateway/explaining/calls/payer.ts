import type { Address, Hex } from "viem"
import { readContract } from "viem/actions"

import { feesManagerAbi } from "../../onchain/abi.js"
import { getAvailableCredits } from "../../onchain/credits.js"
import type { GatewayChain } from "../../reading/types.js"
import type { GatewayCase, GatewayCause } from "../types.js"
import { creditDecimals, creditsText, readAtHead } from "../words.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

/** Why an account does not pay for a call: it has not enough credits, or has not approved the app gateway. */
export type UnwillingPayer =
  | {
      readonly reason: "credits"
      readonly account: Address
      readonly required: bigint
      /** At the time of the revert, and now. */
      readonly available: bigint
      readonly availableNow: bigint
    }
  | {
      readonly reason: "approval"
      readonly account: Address
      readonly appGateway: Address
      readonly isApprovedNow: boolean
    }

/** Reads the account that did not pay for a call, if that is why it reverts. */
export async function readUnwillingPayer(gateway: GatewayChain, revertData: Hex): Promise<UnwillingPayer | undefined> {
  const { client, feesManager } = gateway
  const { name, args } = readRevert(revertData, [feesManagerAbi]) ?? {}
  if (name === "InsufficientCredits") {
    const [account, required, available] = args as [Address, bigint, bigint]
    const availableNow = await getAvailableCredits(client, { feesManager, account })
    return { reason: "credits", account, required, available, availableNow }
  }
  if (name !== "NotApproved") return undefined
  const [account, appGateway] = args as [Address, Address]
  const read = { abi: feesManagerAbi, address: feesManager, functionName: "isApproved" } as const
  const isApprovedNow = await readContract(client, { ...read, args: [account, appGateway] })
  return { reason: "approval", account, appGateway, isApprovedNow }
}

export type RevertedCall = {
  /** Where the revert was seen. */
  readonly source: string
  /** Whether it was simulated now. Before it spends the credits, the request may hold some of them again. */
  readonly isNow?: boolean
  /** The call, as the beginning of a sentence: `The transaction`, `The callback of payload 0x…`. */
  readonly what: string
  /** The id of the payload, timeout or trigger; `null` for the transaction. */
  readonly about: string | null
  /** What to do once it is paid for, such as `send it again`. */
  readonly then: string
}

/** Words the cause, with the command that deposits missing credits. */
export function payerCause(reading: GatewayCase, payer: UnwillingPayer, call: RevertedCall): GatewayCause {
  return payer.reason === "credits" ? creditsCause(reading, payer, call) : approvalCause(reading, payer, call)
}

function creditsCause(
  reading: GatewayCase,
  { account, required, available, availableNow }: Extract<UnwillingPayer, { reason: "credits" }>,
  { source, isNow = false, what, about, then }: RevertedCall,
): GatewayCause {
  const evidence: Evidence[] = [
    {
      source,
      says: `It reverts: InsufficientCredits(${account}, required: ${required}, available: ${available}).`,
    },
    readAtHead(reading, `getAvailableCredits(${account}) is ${availableNow}, which is ${creditsText(availableNow)}.`),
  ]
  const needs = `${what} needs ${creditsText(required)} of ${account}`
  const cause = { name: "credits-missing", evidence, about } as const
  if (availableNow >= required && !isNow) {
    const says = `${needs}, which had fewer then, and has enough now: ${creditsText(availableNow)}.`
    return { ...cause, says, fix: then }
  }
  const left = isNow ? available : availableNow
  const missing = required - left
  const amount = formatAmount(missing, creditDecimals)
  const has = left === availableNow ? "has" : `has ${creditsText(availableNow)}, and by then`
  const says = `${needs}, which ${has} ${creditsText(left)}: ${creditsText(missing)} are missing, and cost as much native currency of ${reading.gateway.name}, or ${amount} of a token that a fees plug accepts.`
  const command = `npx hardhat ${commandLine("gateway topup", { account, amount }, { positional: ["account"] })}`
  // Any app gateway can have any account pay, and needs as much as it likes.
  const otherwise = `deposit them with gateway topup, if ${account} is yours: name it in plugs.contracts, and the command is here; then ${then}`
  const grants = [{ slug: reading.gateway.slug, address: account }]
  return { ...cause, says, fix: { who: `deposit them; then ${then}`, command, grants, otherwise } }
}

function approvalCause(
  reading: GatewayCase,
  { account, appGateway, isApprovedNow }: Extract<UnwillingPayer, { reason: "approval" }>,
  { source, what, about, then }: RevertedCall,
): GatewayCause {
  const { name, feesManager } = reading.gateway
  const approve = `the account ${account} calls approveAppGateway(${appGateway}, true) of the fees manager ${feesManager} on ${name}; then ${then}`
  // Any app gateway can name any account to pay for it.
  const otherwise = "nothing, if the app gateway is not yours; else name it in plugs.contracts, and look again"
  const grants = [{ slug: reading.gateway.slug, address: appGateway }]
  return {
    name: "not-approved",
    says: `${what} is to be paid by ${account}, which had not approved the app gateway ${appGateway}${isApprovedNow ? ", and has now" : ""}.`,
    evidence: [
      { source, says: `It reverts: NotApproved(${account}, ${appGateway}).` },
      readAtHead(reading, `isApproved(${account}, ${appGateway}) is ${String(isApprovedNow)}.`),
    ],
    fix: isApprovedNow ? then : { ...byOthers(approve), grants, otherwise },
    about,
  }
}
