import type { Address, Client } from "viem"

import { allowedContracts } from "./checkTransaction.js"
import { type RouteRefusal, RouteRefusedError } from "./routeRefusals.js"
import type { CheckedRoute, RouteContract, RouteLimits } from "./types.js"
import { readCodeSize } from "#src/onchain/readNode.js"

/** A contract that a route calls or wants approved, and that nobody has agreed to yet. */
export type TargetQuestion = RouteContract & {
  readonly chainId: number
  /** Bytes of code at the address. */
  readonly codeSize: number
  /** Whether it is in the caller's allow-list. A listed contract is asked about only if it takes the place of another one. */
  readonly isListed: boolean
  /** The contract that was agreed to before, if a new quote goes to another one. */
  readonly replaces?: Address | undefined
}

/** Asks somebody about a contract. Anything but `true` is a no. */
export type ConfirmTarget = (question: TargetQuestion) => Promise<boolean>

/** Who is asked, and what needs no question. */
type Somebody = Pick<RouteLimits, "allowedTargets" | "allowedSpenders" | "allowedDeposits"> & {
  readonly publicClient: Client
  readonly confirmTarget?: ConfirmTarget | undefined
}

const refusals: Readonly<Record<RouteContract["kind"], RouteRefusal>> = {
  target: "TARGET_NOT_ALLOWED",
  spender: "OTHER_SPENDER",
  deposit: "DEPOSIT_NOT_ALLOWED",
}

/**
 * Asks about contracts of a route, one by one. Without anybody to ask, it refuses the route.
 *
 * @param asked the contracts, and those that they replace
 * @returns what was asked about, all of which was confirmed
 * @throws {RouteRefusedError} TARGET_NOT_ALLOWED, OTHER_SPENDER or NO_CONTRACT
 */
export async function confirmContracts(
  { publicClient, confirmTarget, allowedTargets, allowedSpenders = allowedTargets, allowedDeposits }: Somebody,
  { route: { quoteId }, transaction: { chainId }, unlisted }: CheckedRoute,
  asked: readonly (RouteContract & { readonly replaces?: Address | undefined })[],
): Promise<readonly RouteContract[]> {
  const lists = { target: allowedTargets, spender: allowedSpenders, deposit: allowedDeposits }
  for (const contract of asked) {
    const { kind, address } = contract
    const requested = allowedContracts(lists[kind] ?? [])
    const refuse = (reason: RouteRefusal, offered: string): never => {
      throw new RouteRefusedError(reason, { quoteId, requested, offered })
    }
    if (confirmTarget === undefined) return refuse(refusals[kind], address)
    const codeSize = await readCodeSize(publicClient, address)
    // A deposit address is often an account without code.
    if (codeSize === 0 && kind !== "deposit") refuse("NO_CONTRACT", address)
    const isListed = !unlisted.some((each) => each.kind === kind && each.address === address)
    const isConfirmed: unknown = await confirmTarget({ ...contract, chainId, codeSize, isListed })
    if (isConfirmed !== true) refuse(refusals[kind], `${address}, which was not confirmed`)
  }
  return asked.map(({ kind, address }) => ({ kind, address }))
}
