import type { Address, Client, Hex } from "viem"

import { type RevertGuide } from "../../onchain/callErrors.js"
import { transact, type TransactOptions } from "../../onchain/transact.js"
import { type Check, checkAddress, checkAll, checkUint256 } from "../../primitives/checks.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { feesManagerAbi } from "./abi.js"

/** How much native currency to wrap, and for whom. */
export type WrapCreditsParameters = TransactOptions & {
  /** The fees manager of the gateway chain. */
  feesManager: Address
  /** Who gets the credits: an app gateway or any account. */
  receiver: Address
  /** In wei of the gateway chain's native currency, which are as many credits. */
  amount: bigint
}

/** The transaction. The credits can be spent as soon as it is mined. */
export type WrapCreditsReturnType = { readonly hash: Hex }

const guide: RevertGuide = { abis: [feesManagerAbi], advice: new Map() }

const checks: {
  readonly feesManager: Check<Address>
  readonly receiver: Check<Address>
  readonly amount: Check<bigint>
} = { feesManager: checkAddress, receiver: checkAddress, amount: checkUint256 }

/**
 * Turns native currency of the gateway chain into credits, one for one. It needs no other chain and no token.
 *
 * @param publicClient a viem client of the gateway chain
 * @param walletClient a viem client of the gateway chain with the account that pays
 * @throws {InvalidInputError} a parameter is invalid, the amount is 0, or the wallet client has no account
 * @throws {CallRevertedError} the account owns less than the amount, or there is no fees manager that wraps; nothing was sent
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} {@link NodeFailedError}
 * @throws {AbortedError} the signal was aborted
 * @example
 * await wrapCredits(publicClient, walletClient, { feesManager, receiver: appGateway, amount: parseEther("1") })
 */
export async function wrapCredits(
  publicClient: Client,
  walletClient: Client,
  parameters: WrapCreditsParameters,
): Promise<WrapCreditsReturnType> {
  const { feesManager, receiver, amount } = checkAll(checks, parameters)
  if (amount === 0n) {
    throw new InvalidInputError({
      argument: "amount",
      problem: "there is nothing to wrap",
      fix: "Use an amount above 0.",
    })
  }
  const call = { abi: feesManagerAbi, address: feesManager, functionName: "wrap", args: [receiver], value: amount }
  const { transactionHash } = await transact(publicClient, walletClient, call, { ...parameters, guide })
  return { hash: transactionHash }
}
