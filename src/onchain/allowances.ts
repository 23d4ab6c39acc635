import type { Address, Client, Hex, TransactionReceipt } from "viem"
import { readContract } from "viem/actions"
import { encodeFunctionData } from "viem/utils"

import { assertTokens } from "./assertFunds.js"
import { explainCallError, isContractFailure } from "./callErrors.js"
import { clientAfter } from "./clientAfter.js"
import { withSharedTally } from "./gas/GasPlan.js"
import type { CallToSimulate } from "./simulation/Simulation.js"
import type { ReservedAccount } from "./submission/reserveAccount.js"
import { throwNoToken, tokenAbi } from "./tokens.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "./transact.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** An allowance of one token of the account. */
export type Approval = {
  readonly token: Address
  readonly spender: Address
  /** In the smallest unit of the token. */
  readonly amount: bigint
}

export type ApproveOptions = TransactOptions & {
  /** Chooses the nonce of each transaction. Default: the wallet or the node does. */
  readonly withNonce?: ReservedAccount["withNonce"] | undefined
  readonly clock?: Clock | undefined
}

/** A token accepted an approval but reports another allowance. */
export class NotApprovedError extends PlugsError {
  readonly code = "NOT_APPROVED"

  constructor({ token, spender, amount }: Approval, allowance: bigint) {
    const isLarger = allowance > amount
    super(`The token accepted an approval but reports a ${isLarger ? "larger" : "smaller"} allowance.`, {
      facts: { token, spender, asked: String(amount), allowed: String(allowance) },
      next: isLarger
        ? "Approve 0 for the spender, and do not use this token: its contract gives away more than you allow."
        : "Check the token's contract. It may limit approvals, charge for them or ignore them.",
    })
  }
}

/**
 * Approves a spender for exactly an amount of the account's tokens, unless the allowance is already large enough. Some tokens reject
 * a change from one nonzero allowance to another; they are set to zero first.
 *
 * @returns the hashes of the transactions that were sent, in order; and what reads the state after them
 * @throws {InsufficientTokensError} the account owns less than the amount; nothing was sent
 * @throws {NotApprovedError} the allowance is not the amount after the approval
 * @throws {WrongContractError} there is no token at the address
 * @throws the errors of `transact`
 */
export async function approveExactly(
  publicClient: Client,
  walletClient: Client,
  approval: Approval,
  { withNonce, clock, ...given }: ApproveOptions = {},
): Promise<{ readonly hashes: readonly Hex[]; readonly after: Client }> {
  const options = withSharedTally(given)
  const { token, spender, amount } = approval
  const account = accountOf(walletClient)
  const [allowance] = await Promise.all([
    readAllowance(publicClient, approval, account.address),
    assertTokens(publicClient, { account: account.address, token, needed: amount }),
  ])
  if (allowance >= amount) return { hashes: [], after: publicClient }

  const approve = (to: bigint): ContractCall => ({
    abi: tokenAbi,
    address: token,
    functionName: "approve",
    args: [spender, to],
  })
  const calls = [approve(amount)]
  if (allowance > 0n && (await isRejected(publicClient, approve(amount), account))) calls.unshift(approve(0n))
  const hashes: Hex[] = []
  let after = publicClient
  for (const call of calls) {
    const send = async (nonce?: number): Promise<TransactionReceipt> =>
      await transact(after, walletClient, { ...call, nonce }, options)
    const receipt = await (withNonce?.(async (choose) => await send(await choose())) ?? send())
    hashes.push(receipt.transactionHash)
    after = clientAfter(publicClient, receipt, { clock, signal: options.signal })
  }

  const allowed = await readAllowance(after, approval, account.address)
  if (allowed !== amount) throw new NotApprovedError(approval, allowed)
  return { hashes, after }
}

/**
 * Reads how much a spender may still take from an account, and the call that revokes it.
 *
 * @throws {NodeFailedError} `WrongContractError`
 */
export async function readLeftAllowance(
  client: Client,
  approval: Pick<Approval, "token" | "spender">,
  account: Address,
): Promise<LeftAllowance> {
  const { token, spender } = approval
  const amount = await readAllowance(client, approval, account)
  return { token, spender, amount, revoke: approvalCall({ token, spender, amount: 0n }) }
}

export function approvalCall({ token, spender, amount }: Approval): CallToSimulate {
  return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spender, amount] }) }
}

/** An allowance that is still there. */
export type LeftAllowance = Approval & {
  /** The transaction that sets it to zero. */
  readonly revoke: { readonly to: Address; readonly data: Hex }
}

async function isRejected(client: Client, call: ContractCall, account: ReturnType<typeof accountOf>): Promise<boolean> {
  try {
    await simulate(client, call, account)
    return false
  } catch (error) {
    if (isContractFailure(error)) return true
    throw explainCallError(error, call)
  }
}

/**
 * Reads how much a spender may take from an account.
 *
 * @throws {NodeFailedError} `WrongContractError`
 */
export async function readAllowance(
  client: Client,
  { token, spender }: Pick<Approval, "token" | "spender">,
  account: Address,
): Promise<bigint> {
  const functionName = "allowance"
  const allowance = readContract(client, { abi: tokenAbi, address: token, functionName, args: [account, spender] })
  return await allowance.catch(throwNoToken(token, functionName))
}

/** A token accepted an approval of nothing but reports that the spender may still take some. */
export class NotRevokedError extends PlugsError {
  readonly code = "NOT_REVOKED"

  constructor({ token, spender, amount }: Approval) {
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
  { token, spender }: Pick<Approval, "token" | "spender">,
  options: TransactOptions = {},
): Promise<RevokedAllowance> {
  const { address: account } = accountOf(walletClient)
  const { amount } = await readLeftAllowance(publicClient, { token, spender }, account)
  if (amount === 0n) return { token, spender, amount, hash: undefined }
  const call = { abi: tokenAbi, address: token, functionName: "approve", args: [spender, 0n] } as const
  const receipt = await transact(publicClient, walletClient, call, options)
  const left = await readLeftAllowance(clientAfter(publicClient, receipt, options), { token, spender }, account)
  if (left.amount > 0n) throw new NotRevokedError(left)
  return { token, spender, amount, hash: receipt.transactionHash }
}
