import type { Abi, Account, Address, Hex, PublicClient, WalletClient } from "viem"
import { isAddressEqual } from "viem/utils"

import { reportsOf } from "../execute/reportsOf.js"
import { assertConfirmed } from "../execute/SwapStep.js"
import { type AccountAllowance, findLeftAllowances } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { readLeftAllowance, revokeAllowance, type RevokedAllowance } from "#src/onchain/allowances.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { lockAccount } from "#src/onchain/submission/lockAccount.js"
import { readToken } from "#src/onchain/tokens.js"
import type { Clock } from "#src/primitives/clock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import type { Unit } from "#src/primitives/numbers/amount.js"

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
  /** What revoking it costs. */
  readonly gas: GasForecast
}

/** Which allowances to revoke on one chain. */
export type AllowanceFilter = { readonly token: Address | undefined; readonly spender: Address | undefined }

/** One chain, and what is revoked there. */
export type RevokingChain = {
  readonly name: string
  readonly chainId: number
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  readonly gasLimits: GasLimits
  /** What the project's journal has of the chain. */
  readonly entries: readonly JournalEntry[]
}

/** A step of revoking. A question that is not answered means no. */
export type RevokeStep =
  /** What will be revoked, and whether to do it. */
  | {
      readonly kind: "confirm"
      readonly allowances: readonly ShownAllowance[]
      readonly answer: (isConfirmed: boolean) => void
    }
  | { readonly kind: "submitted" | "revoked"; readonly allowance: ShownAllowance; readonly hash: Hex }

/**
 * Finds what contracts may still take of the account of each chain because swaps approved it, or one allowance that is named by its token
 * and its spender, and revokes it after asking. Swaps of the account wait meanwhile, and one that is about to use its allowance is
 * waited for.
 *
 * @throws {SwapDeclinedError} the user did not confirm it; nothing was sent
 * @throws what `revokeAllowance` throws
 */
export async function* revokeAllowances(
  chains: readonly RevokingChain[],
  filter: AllowanceFilter,
  {
    errorAbis,
    clock,
    signal,
  }: { readonly errorAbis: readonly Abi[]; readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<RevokeStep, void> {
  const found = await Promise.all(chains.map(async (chain) => ({ ...chain, left: await findOn(chain, filter) })))
  const allowances = found.flatMap(({ left }) => left)
  if (allowances.length === 0) return
  let isConfirmed = false
  yield { kind: "confirm", allowances, answer: (answer) => (isConfirmed = answer) }
  assertConfirmed(isConfirmed, signal, "Revoking was not confirmed. Nothing was sent.")
  for (const { chainId, publicClient, walletClient, left } of found) {
    const account = walletClient.account.address
    for (const allowance of left) {
      await using locks = new Disposables()
      locks.use(await lockAccount({ account, chainId, clock, signal }))
      const { hash } = yield* reportsOf<RevokeStep, RevokedAllowance>(
        (report, aborted) =>
          revokeAllowance(publicClient, walletClient, allowance, {
            ...allowance.gas.limits,
            signal: aborted,
            errorAbis,
            onSubmitted: (submitted) => void report({ kind: "submitted", allowance, hash: submitted }),
          }),
        signal,
      )
      // It may have been revoked or used while the user was asked.
      if (hash !== undefined) yield { kind: "revoked", allowance, hash }
    }
  }
}

async function findOn(chain: RevokingChain, { token, spender }: AllowanceFilter): Promise<readonly ShownAllowance[]> {
  const { publicClient, walletClient, entries, name, gasLimits: limits } = chain
  const account = walletClient.account.address
  const left =
    token === undefined || spender === undefined
      ? (await findLeftAllowances(publicClient, entries)).left
      : [{ account, ...(await readLeftAllowance(publicClient, { token, spender }, account)) }]
  return await Promise.all(
    left
      // Another account of the journal has to revoke its own.
      .filter((entry) => isAddressEqual(entry.account, account) && entry.amount > 0n && fits(entry, { token, spender }))
      .map(async (entry): Promise<ShownAllowance> => ({
        chain: name,
        account,
        token: entry.token,
        spender: entry.spender,
        amount: entry.amount,
        gas: await forecastGas(publicClient, [entry.revoke], { account, limits }),
        unit: await readToken(publicClient, entry.token).catch(() => undefined),
      })),
  )
}

function fits(allowance: AccountAllowance, { token, spender }: AllowanceFilter): boolean {
  return (
    (token === undefined || isAddressEqual(allowance.token, token)) &&
    (spender === undefined || isAddressEqual(allowance.spender, spender))
  )
}
