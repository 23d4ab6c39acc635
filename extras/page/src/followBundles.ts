import type { Feed } from "./createFeed.js"
import type { RequestChange } from "#src/devnet/changes.js"
import type { GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import type { OpenedMarket } from "#src/plugin/extras.js"

type Followed = {
  readonly gateway: { readonly ledger: Pick<GatewayLedger, "subscribe" | "request"> } | undefined
  readonly market:
    | {
        readonly ledger: Pick<OpenedMarket["ledger"], "onRoute">
        readonly describe: OpenedMarket["describe"]
      }
    | undefined
}

/** Gives a feed each change of what has parts: requests of app gateways with their payloads, and swaps with their messages. */
export function followBundles({ gateway, market }: Followed, feed: Feed, now: () => number): void {
  gateway?.ledger.subscribe(({ requestCount }) => {
    const change = describeRequest(gateway, requestCount, now())
    if (change !== undefined) feed.request(change)
  })
  market?.ledger.onRoute((quoteId) => {
    const change = market.describe(quoteId, now())
    if (change !== undefined) feed.route(change)
  })
}

/** `undefined` until it is submitted, or where chains were set back to before it. */
export function describeRequest(
  { ledger }: NonNullable<Followed["gateway"]>,
  count: number,
  at: number,
): RequestChange | undefined {
  const request = ledger.request(count)
  if (request === undefined) return undefined
  const { requestCount, appGateway, txHash, status, isCancelled } = request
  return { requestCount, appGateway, txHash, status, isCancelled, at }
}
