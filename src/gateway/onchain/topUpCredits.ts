import type { Address, Client, Hex } from "viem"

import type { TransactOptions } from "../../onchain/transact.js"
import { depositCredits } from "./depositCredits.js"
import { getAvailableCredits } from "./getAvailableCredits.js"
import { waitForCredits, type WaitForCreditsParameters } from "./waitForCredits.js"
import { wrapCredits } from "./wrapCredits.js"

/** Whose credits to raise, by how much, and what pays for them. */
export type TopUpCreditsParameters = TransactOptions &
  Pick<WaitForCreditsParameters, "timeout" | "minInterval" | "maxInterval" | "clock" | "onTrouble"> & {
    /** The fees manager of the gateway chain. */
    feesManager: Address
    /** Who gets the credits: an app gateway or any account. */
    receiver: Address
    /** In wei of the gateway chain's native currency or, with `deposit`, in the token's smallest unit. */
    amount: bigint
    /** The other chain that pays, through its fees plug. Default: native currency of the gateway chain pays. */
    deposit?: { readonly publicClient: Client; readonly feesPlug: Address; readonly token: Address } | undefined
  }

/** The transactions, and the credits that could be spent before and after them. */
export type TopUpCreditsReturnType = {
  readonly hash: Hex
  /** The hashes of the approvals that were sent first. */
  readonly approvals: readonly Hex[]
  /** Credits that were added, in the smallest unit. They have 18 decimals whatever the token's. */
  readonly creditAmount: bigint
  readonly before: bigint
  readonly after: bigint
}

/**
 * Gives an app gateway or an account credits, and waits until they can be spent: by wrapping native currency of the gateway chain, or by
 * depositing a token on another chain.
 *
 * @param gatewayClient a viem client of the gateway chain
 * @param walletClient a viem client with the account that pays, of the gateway chain or, with `deposit`, of the chain of the deposit
 * @throws {InvalidInputError} a parameter is invalid, the amount is 0, or the wallet client has no account
 * @throws {CallRevertedError} {@link InsufficientTokensError} {@link WrongContractError} nothing was sent
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} {@link NodeFailedError}
 * @throws {DeadlinePassedError} the deposit was mined, and its credits did not arrive in time
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { after } = await topUpCredits(gatewayClient, walletClient, { feesManager, receiver: appGateway, amount: parseEther("5") })
 */
export async function topUpCredits(
  gatewayClient: Client,
  walletClient: Client,
  { deposit, ...parameters }: TopUpCreditsParameters,
): Promise<TopUpCreditsReturnType> {
  const { feesManager, receiver: account, amount } = parameters
  const before = await getAvailableCredits(gatewayClient, { feesManager, account })
  if (deposit === undefined) {
    const { hash } = await wrapCredits(gatewayClient, walletClient, parameters)
    const after = await getAvailableCredits(gatewayClient, { feesManager, account })
    return { hash, approvals: [], creditAmount: amount, before, after }
  }
  const { publicClient, feesPlug, token } = deposit
  const sent = await depositCredits(publicClient, walletClient, { ...parameters, feesPlug, token })
  const { hash, approvals, creditAmount } = sent
  const after = await waitForCredits(gatewayClient, { ...parameters, account, atLeast: before + creditAmount })
  return { hash, approvals, creditAmount, before, after }
}
