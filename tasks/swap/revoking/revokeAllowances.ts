import type { Abi, Account, Address, Hex, PublicClient, WalletClient } from "viem"

import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../../src/http/errors.js"
import { readLeftAllowance } from "../../../src/onchain/allowances/approveExactly.js"
import { readToken } from "../../../src/onchain/reading/readToken.js"
import { revokeAllowance } from "../../../src/onchain/allowances/revokeAllowance.js"
import { lockAccount } from "../../../src/onchain/submission/lockAccount.js"
import type { Clock } from "../../../src/primitives/clock.js"
import type { Unit } from "../../../src/primitives/numbers/formatTokens.js"
import type { JournalEntry } from "../../../src/swap/index.js"
import { SwapDeclinedError } from "../execute/SwapDeclinedError.js"
import { type AccountAllowance, findLeftAllowances } from "../../../src/swap/execution/findLeftAllowances.js"

/** An allowance as it is shown before it is revoked. */
export type ShownAllowance = {
  /** The name of the chain. */
  readonly chain: string
  readonly account: Address
  readonly token: Address
  readonly spender: Address
  /** In the smallest unit of the token. */
  readonly amount: bigint
  /** What the token says of itself, if it does. */
  readonly unit: Unit | undefined
}

/** Which allowances to revoke on one chain. */
export type AllowanceFilter = { readonly token: Address | undefined; readonly spender: Address | undefined }

/** One chain, and what is revoked there. */
export type RevokingChain = {
  readonly name: string
  readonly chainId: number
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  /** What the project's journal has of the chain. */
  readonly entries: readonly JournalEntry[]
}

/** What allowances are revoked with, and how that is shown. */
export type RevokeAllowancesParameters = {
  readonly chains: readonly RevokingChain[]
  readonly filter: AllowanceFilter
  readonly errorAbis: readonly Abi[]
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Shows what will be revoked. Returns whether the user confirms it. */
  readonly confirm: (allowances: readonly ShownAllowance[]) => Promise<boolean>
  readonly onSubmitted: (allowance: ShownAllowance, hash: Hex) => void
  readonly onRevoked: (allowance: ShownAllowance, hash: Hex) => void
}

/**
 * Finds what contracts may still take of the account of each chain because swaps approved it, or one allowance that is named by its token
 * and its spender, and revokes it after asking. Swaps of the account wait meanwhile, and one that is about to use its allowance is
 * waited for.
 *
 * @returns how many allowances were revoked
 * @throws {SwapDeclinedError} the user did not confirm it; nothing was sent
 * @throws what `revokeAllowance` throws
 */
export async function revokeAllowances(parameters: RevokeAllowancesParameters): Promise<number> {
  const { chains, filter, signal, clock, errorAbis } = parameters
  const found = await Promise.all(chains.map((chain) => findOn(chain, filter)))
  const shown = found.flat()
  if (shown.length === 0) return 0
  const isConfirmed = await parameters.confirm(shown)
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError("Revoking was not confirmed. Nothing was sent.")
  let revoked = 0
  for (const [index, { chainId, publicClient, walletClient }] of chains.entries()) {
    const account = walletClient.account.address
    for (const allowance of found[index] ?? []) {
      const lock = await lockAccount({ account, chainId, clock, signal })
      const { hash } = await revokeAllowance(publicClient, walletClient, allowance, {
        signal,
        errorAbis,
        onSubmitted: (submitted) => {
          parameters.onSubmitted(allowance, submitted)
        },
      }).finally(() => lock[Symbol.asyncDispose]())
      // Somebody else may have revoked or used it while the user was asked.
      if (hash === undefined) continue
      revoked += 1
      parameters.onRevoked(allowance, hash)
    }
  }
  return revoked
}

async function findOn(chain: RevokingChain, { token, spender }: AllowanceFilter): Promise<readonly ShownAllowance[]> {
  const { publicClient, walletClient, entries, name } = chain
  const account = walletClient.account.address
  const left =
    token === undefined || spender === undefined
      ? (await findLeftAllowances(publicClient, entries)).left
      : [{ account, ...(await readLeftAllowance(publicClient, { token, spender }, account)) }]
  return await Promise.all(
    left
      // Another account of the journal has to revoke its own.
      .filter((each) => isAddressEqual(each.account, account) && each.amount > 0n && fits(each, { token, spender }))
      .map(async (each): Promise<ShownAllowance> => ({
        chain: name,
        account,
        token: each.token,
        spender: each.spender,
        amount: each.amount,
        unit: await readToken(publicClient, each.token).catch(() => undefined),
      })),
  )
}

function fits(allowance: AccountAllowance, { token, spender }: AllowanceFilter): boolean {
  return (
    (token === undefined || isAddressEqual(allowance.token, token)) &&
    (spender === undefined || isAddressEqual(allowance.spender, spender))
  )
}
