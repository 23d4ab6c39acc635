import type { Address, Client, Hex } from "viem"

import { PlugsError } from "../../primitives/PlugsError.js"
import { readLeftAllowance } from "./approveExactly.js"
import { tokenAbi } from "../tokenAbi.js"
import { accountOf, transact, type TransactOptions } from "../transact.js"

/** A token accepted an approval of nothing but reports that the spender may still take some. */
export class NotRevokedError extends PlugsError {
  readonly code = "NOT_REVOKED"

  constructor({ token, spender, amount }: { token: Address; spender: Address; amount: bigint }) {
    super("The token accepted the approval of nothing but still reports an allowance.", {
      facts: { token, spender, allowed: String(amount) },
      next: "Check the token's contract. Until the allowance is gone, own no more of the token than you can lose.",
    })
  }
}

/** What was revoked. */
export type RevokedAllowance = {
  readonly token: Address
  readonly spender: Address
  /** How much the spender could take, in the smallest unit of the token. */
  readonly amount: bigint
  /** The transaction that set it to zero; `undefined` if there was nothing to revoke. */
  readonly hash: Hex | undefined
}

/**
 * Sets an allowance of the wallet's account to zero, unless it is zero already. The call is simulated first, and its receipt awaited.
 *
 * @throws {NotRevokedError} the token still reports an allowance
 * @throws {WrongContractError} there is no token at the address
 * @throws the errors of `transact`
 * @example
 * const { amount, hash } = await revokeAllowance(publicClient, walletClient, { token: usdc, spender: router })
 */
export async function revokeAllowance(
  publicClient: Client,
  walletClient: Client,
  { token, spender }: { readonly token: Address; readonly spender: Address },
  options: TransactOptions = {},
): Promise<RevokedAllowance> {
  const { address: account } = accountOf(walletClient)
  const { amount } = await readLeftAllowance(publicClient, { token, spender }, account)
  if (amount === 0n) return { token, spender, amount, hash: undefined }
  const call = { abi: tokenAbi, address: token, functionName: "approve", args: [spender, 0n] } as const
  const { transactionHash: hash } = await transact(publicClient, walletClient, call, options)
  const left = await readLeftAllowance(publicClient, { token, spender }, account)
  if (left.amount > 0n) throw new NotRevokedError(left)
  return { token, spender, amount, hash }
}
