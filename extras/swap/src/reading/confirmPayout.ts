import { getChainId } from "viem/actions"

import type { Payout, RouteStatus } from "../types.js"
import { quoteOf } from "./findSwapRecord.js"
import { readMined } from "./readClaimedEnd.js"
import { readPayout } from "./readPayout.js"
import { isRead, readRoute } from "./readRoute.js"
import type { SentSwap, SwapChain, SwapRecord, UnreadChain } from "./types.js"
import { poll } from "#src/http/polling/poll.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { whySwap } from "#src/primitives/commands/explainCommands.js"
import { chainFact, text } from "#src/primitives/errorText.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** The swap API says that a swap is complete, and the destination chain does not show it. Its record stays as it is. */
export class PayoutNotSeenError extends PlugsError {
  readonly code = "PAYOUT_NOT_SEEN"
  /** Whether the chain may show it later. */
  readonly mayAppear: boolean

  constructor({ route, problem, mayAppear }: { route: RouteStatus; problem: string; mayAppear: boolean }) {
    const { quoteId, destination } = route
    super("The swap API says that the swap is complete, and the destination chain does not show that it has paid.", {
      facts: {
        quote: excerpt(quoteId),
        chain: chainFact(destination.chainId),
        transaction: destination.txHash === null ? undefined : excerpt(destination.txHash),
        problem: excerpt(problem, 300),
      },
      next: text`Do not swap again before you know where the funds are. ${whySwap(quoteId)}`,
    })
    this.mayAppear = mayAppear
  }
}

export type ConfirmPayoutParameters = {
  /** What was asked for. Without it nothing tells whether what was paid is that. */
  readonly record: Pick<SwapRecord, "entry" | "deposit"> | undefined
  /** What the API says. */
  readonly route: RouteStatus
  readonly chainOf: (chainId: number) => Promise<SwapChain | UnreadChain>
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** Milliseconds for which a node may not have what the API already says. */
const patience = 60_000

/**
 * Looks for the payout of a swap that the API calls COMPLETED on its destination chain, and gives a node that lags behind some time.
 *
 * @returns what was paid; `not looked` if no node of that chain is known, or nothing is recorded of the swap
 * @throws {PayoutNotSeenError} the chain shows no such payout
 * @throws {AbortedError} the signal was aborted
 */
export async function confirmPayout({
  record,
  route,
  chainOf,
  clock,
  signal,
}: ConfirmPayoutParameters): Promise<Payout> {
  const quote = quoteOf(record)
  if (record === undefined || quote === undefined) return { payout: "not looked" }
  const { request } = quote
  const destination = await chainOf(request.destinationChainId)
  if (!isRead(destination)) return { payout: "not looked" }
  await requireChain(destination, route)
  const { token } = quote.route.output
  const origin = await chainOf(record.entry?.chainId ?? Number(request.originChainId))
  const hash = record.entry?.submission?.hash ?? route.origin.txHash
  let latest = unreadable(route)

  async function look(): Promise<{ readonly value: Payout }> {
    const sending =
      isRead(origin) && hash !== null && isEvmHash(hash) ? await readMined(origin.client, hash) : undefined
    const swap: SentSwap = {
      ...{ id: route.quoteId, record, origin, destination, now: Math.floor(latestTime(clock) / 1_000) },
      api: { kind: "route", route },
      sending: sending ?? { kind: "nothing" },
    }
    const read = await readPayout(swap, route, await readRoute(swap))
    if (read.kind === "seen") {
      return { value: { payout: "seen", paid: { token, amount: read.paid } } }
    }
    const mayAppear = read.kind === "unread" || read.isMissing === true || sending === undefined
    throw new PayoutNotSeenError({ route, problem: read.problem, mayAppear })
  }

  const isRetryable = (error: unknown): boolean => !(error instanceof PayoutNotSeenError) || error.mayAppear
  const onTrouble = (error: unknown): void => {
    latest = error instanceof PayoutNotSeenError ? error : unreadable(route)
  }
  for await (const seen of poll(look, {
    timeout: patience,
    maxInterval: 5_000,
    clock,
    signal,
    isRetryable,
    onTrouble,
  })) {
    return seen
  }
  throw latest
}

/** A client of another chain shows nothing. */
async function requireChain({ client, chainId }: SwapChain, route: RouteStatus): Promise<void> {
  const actual = await getChainId(client).catch(() => chainId)
  if (actual === chainId) return
  throw new PayoutNotSeenError({ route, problem: `its client reaches the chain ${actual}`, mayAppear: false })
}

function unreadable(route: RouteStatus): PayoutNotSeenError {
  return new PayoutNotSeenError({ route, problem: "a node does not answer", mayAppear: true })
}
