import type { Address, Client } from "viem"

import { PlugsError } from "../primitives/PlugsError.js"
import { formatTokens, type Unit } from "../primitives/numbers/formatTokens.js"
import { readBalance } from "./reading/readBalance.js"
import { readToken } from "./reading/readToken.js"

/** The account owns less of a token than it is about to spend. */
export class InsufficientTokensError extends PlugsError {
  readonly code = "INSUFFICIENT_TOKENS"

  constructor({
    account,
    token,
    balance,
    needed,
    unit,
  }: {
    account: Address
    token: Address
    balance: bigint
    needed: bigint
    /** What the token says of itself, if it does. */
    unit?: Unit | undefined
  }) {
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
