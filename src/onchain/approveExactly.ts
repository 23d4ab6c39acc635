import type { Address, Client, Hex } from "viem"

import { readContract } from "viem/actions"

import { PlugsError } from "../primitives/PlugsError.js"
import { explainCallError, isRefusal, WrongContractError } from "./callErrors.js"
import { tokenAbi } from "./tokenAbi.js"
import { accountOf, type ContractCall, simulate, transact, type TransactOptions } from "./transact.js"

/** Who may spend how much of which token of the account. */
export type Approval = {
  readonly token: Address
  readonly spender: Address
  /** In the token's smallest unit. */
  readonly amount: bigint
}

/** The account owns less of the token than is to be spent. */
export class InsufficientTokensError extends PlugsError {
  readonly code = "INSUFFICIENT_TOKENS"

  constructor({
    account,
    token,
    balance,
    needed,
  }: {
    account: Address
    token: Address
    balance: bigint
    needed: bigint
  }) {
    super("The account owns too little of the token.", {
      facts: { account, token, balance: String(balance), needed: String(needed) },
      next: "Get more of the token, or spend less. Both amounts are in its smallest unit.",
    })
  }
}

/** A token took an approval, and yet allows less. */
export class NotApprovedError extends PlugsError {
  readonly code = "NOT_APPROVED"

  constructor({ token, spender, amount }: Approval, allowance: bigint) {
    super("The token was told to allow a spender an amount, and allows less.", {
      facts: { token, spender, asked: String(amount), allowed: String(allowance) },
      next: "Look at the token's contract: it may charge for approvals, limit or forbid them.",
    })
  }
}

/**
 * Lets a contract spend an amount of the account's tokens: no more than that, and only when it may not spend as much already. A token
 * that changes an allowance from zero alone is told zero first.
 *
 * @returns the transactions that were needed, in their order
 * @throws {InsufficientTokensError} the account owns less; nothing was sent
 * @throws {WrongContractError} there is no token at that address
 * @throws what `transact` throws
 */
export async function approveExactly(
  publicClient: Client,
  walletClient: Client,
  approval: Approval,
  options: TransactOptions = {},
): Promise<readonly Hex[]> {
  const { token, spender, amount } = approval
  const account = accountOf(walletClient)
  const [balance, allowance] = await Promise.all([
    readBalance(publicClient, token, account.address),
    readAllowance(publicClient, approval, account.address),
  ])
  if (balance < amount) throw new InsufficientTokensError({ account: account.address, token, balance, needed: amount })
  if (allowance >= amount) return []

  const approve = (to: bigint): ContractCall => ({
    abi: tokenAbi,
    address: token,
    functionName: "approve",
    args: [spender, to],
  })
  const calls = [approve(amount)]
  if (allowance > 0n && (await isRefused(publicClient, approve(amount), account))) calls.unshift(approve(0n))
  const hashes: Hex[] = []
  for (const call of calls) hashes.push((await transact(publicClient, walletClient, call, options)).transactionHash)

  const allowed = await readAllowance(publicClient, approval, account.address)
  if (allowed < amount) throw new NotApprovedError(approval, allowed)
  return hashes
}

async function isRefused(client: Client, call: ContractCall, account: ReturnType<typeof accountOf>): Promise<boolean> {
  try {
    await simulate(client, call, account)
    return false
  } catch (error) {
    if (isRefusal(error)) return true
    throw explainCallError(error, call)
  }
}

async function readBalance(client: Client, token: Address, account: Address): Promise<bigint> {
  const functionName = "balanceOf"
  const balance = readContract(client, { abi: tokenAbi, address: token, functionName, args: [account] })
  return await balance.catch(throwExplained(token, functionName))
}

async function readAllowance(client: Client, { token, spender }: Approval, account: Address): Promise<bigint> {
  const functionName = "allowance"
  const allowance = readContract(client, { abi: tokenAbi, address: token, functionName, args: [account, spender] })
  return await allowance.catch(throwExplained(token, functionName))
}

/** No token refuses these questions. */
function throwExplained(token: Address, functionName: string): (error: unknown) => never {
  return (error) => {
    if (!isRefusal(error)) throw explainCallError(error, { address: token, functionName })
    throw new WrongContractError({ address: token, expected: "token", next: "Check the token's address and chain." })
  }
}
