import type { Account, Address, Client } from "viem"
import { getBalance } from "viem/actions"

import { throwExplained } from "./callErrors.js"
import { readBalance, readToken } from "./tokens.js"
import { InsufficientBalanceError } from "./transactionErrors.js"
import { formatTokens, type Unit } from "#src/primitives/numbers/amount.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/**
 * Checks that the account can pay, because nodes reject the simulation of an unaffordable call with differing messages.
 *
 * @param needed wei, without gas
 * @param next what to do if the account owns less; default: fund it
 * @throws {InsufficientBalanceError} the account owns less
 * @throws {NodeFailedError} the node did not answer
 */
export async function assertBalance(
  client: Client,
  { address }: Account,
  needed: bigint,
  next?: string,
): Promise<void> {
  if (needed === 0n) return
  const call = { address, functionName: "eth_getBalance" }
  const balance = await getBalance(client, { address }).catch(throwExplained(call))
  if (balance < needed)
    throw new InsufficientBalanceError({ account: address, balance, needed, ...(next === undefined ? {} : { next }) })
}

type MissingFunds = {
  account: Address
  token: Address
  balance: bigint
  needed: bigint
  /** The token's symbol and decimals, if it reports them. */
  unit?: Unit | undefined
}

/** The account owns less of a token than it is about to spend. */
export class InsufficientTokensError extends PlugsError {
  readonly code = "INSUFFICIENT_TOKENS"

  constructor({ account, token, balance, needed, unit }: MissingFunds) {
    super("The account does not own enough of the token.", {
      facts: { account, token, balance: formatTokens(balance, unit), needed: formatTokens(needed, unit) },
      next: "Get more of the token, or spend less.",
    })
  }
}

/**
 * Checks that an account owns enough of a token.
 *
 * @param needed in the smallest unit of the token
 * @throws {InsufficientTokensError} it owns less
 * @throws {WrongContractError} there is no token at the address
 * @throws {NodeFailedError} the node did not answer
 */
export async function assertTokens(
  client: Client,
  { account, token, needed }: { account: Address; token: Address; needed: bigint },
): Promise<void> {
  const balance = await readBalance(client, token, account)
  if (balance >= needed) return
  const unit = await readToken(client, token).catch(() => undefined)
  throw new InsufficientTokensError({ account, token, balance, needed, unit })
}
