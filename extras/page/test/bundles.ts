import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { stateOf } from "./fixtures/readStream.js"
import { address, emptyFeed, messageChange, payloadChange, requestChange, routeChange } from "./fixtures/servedPage.js"
import { chooseEntries, type Entry, type Filter, noFilter } from "#extras/page/src/browser/filter.js"
import { applyEvent, createStore, type Store } from "#extras/page/src/browser/store.js"
import { itemId } from "#extras/page/src/kinds.js"
import { followBundles } from "#extras/page/src/openPage.js"
import type { PageEvent } from "#extras/page/src/PageEvent.js"
import { describeRoute } from "#extras/swap/src/server/openDevnetMarket.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

function storeOf(...events: readonly PageEvent[]): Store {
  const store = createStore()
  for (const event of events) applyEvent(store, event)
  return store
}

const write = ({ item, parts, isPart }: Entry): string =>
  `${isPart ? "- " : ""}${item.event}${parts.length > 0 ? ` of ${parts.length}` : ""}`

const chosen = (store: Store, filter: Partial<Filter> = {}, opened?: string) => {
  const { entries, found, all } = chooseEntries(store, { ...noFilter, ...filter }, opened)
  return { rows: entries.map(write), found, all }
}

const route = routeChange(1, { returnTxHash: bytes32(71) })
const timeout = { timeoutId: "0x0a", status: "RESOLVED", at: 1, target: address(5), executeAt: 60 }
const trigger = { callId: "0x0c", status: "Executed", at: 1, chainSlug: 1, plug: address(6), appGateway: address(3) }
/** Parts come before and after what they are parts of. */
const events: readonly PageEvent[] = [
  { event: "trigger", ...trigger, onChainTxHash: bytes32(1), appGatewayTxHash: requestChange(1).txHash },
  { event: "payload", ...payloadChange(1, { revert: { attempts: 1, reason: "NotNow()" } }) },
  { event: "request", ...requestChange(1) },
  { event: "payload", ...payloadChange(2, { requestCount: 1, chainSlug: 1, status: "PROMISE_RESOLVED" }) },
  { event: "message", ...messageChange(1, { outboundTx: route.inputTxHash! }) },
  { event: "route", ...route },
  { event: "message", ...messageChange(2, { outboundTx: bytes32(71), srcChainSlug: 2, dstChainSlug: 1 }) },
  { event: "message", ...messageChange(3) },
  { event: "timeout", ...timeout, resolveTxHash: requestChange(2).txHash },
  { event: "request", ...requestChange(2, { isCancelled: true }) },
]

describe("bundles on the page of a devnet", () => {
  it("have a request's payloads with the trigger or timeout that made it, and a swap's messages in both directions", () => {
    const rows = ["request of 1", "message", "route of 2", "request of 3"]
    expect(chosen(storeOf(...events))).to.deep.equal({ rows, found: 4, all: 4 })
  })

  it("are the same where the whole state comes at once, and leave nothing of an earlier one", () => {
    const items = [...storeOf(...events).items.values()]
    const state = { event: "state", chains: [], gatewaySlug: 9, items, problems: [] } as unknown as PageEvent
    const store = storeOf(...events, state)
    expect(chosen(store).rows.toSorted()).to.deep.equal(chosen(storeOf(...events)).rows.toSorted())
    applyEvent(store, { ...state, items: [] } as unknown as PageEvent)
    applyEvent(store, events[4]!)
    expect(chosen(store).rows).to.deep.equal(["message"])
  })

  it("are open where they, or one of their parts, are shown in full", () => {
    const store = storeOf(...events)
    for (const opened of [route.quoteId, messageChange(2).messageId]) {
      const rows = ["request of 1", "message", "route of 2", "- message", "- message", "request of 3"]
      expect(chosen(store, {}, opened)).to.deep.equal({ rows, found: 4, all: 4 })
    }
  })

  it("are found by what their parts have, and their parts by their kind", () => {
    const store = storeOf(...events)
    for (const filter of [
      { search: "notnow" },
      { search: payloadChange(2).payloadId },
      { standing: "delivered", chain: "1", kind: "request" },
      { contract: address(6) },
    ]) {
      expect(chosen(store, filter).rows, JSON.stringify(filter)).to.deep.equal(["request of 3"])
    }
    expect(chosen(store, { kind: "payload" }).rows).to.deep.equal(["payload", "payload"])
    expect(chosen(store, { kind: "message", chain: "2" }).rows).to.deep.equal(["message", "message", "message"])
    expect(chosen(store, { kind: "route" })).to.deep.equal({ rows: ["route of 2"], found: 1, all: 4 })
    // A request that was cancelled has failed.
    expect(chosen(store, { standing: "failed" }).rows).to.deep.equal(["request of 1"])
  })

  it("are followed from what the devnet knows, with the states of its APIs", async () => {
    const feed = emptyFeed()
    let payload: (record: { requestCount: number }) => void = () => undefined
    let quote: (quoteId: string) => void = () => undefined
    const order = { user: address(7), receiver: address(7), inputToken: address(8), inputAmount: 5n, deadline: 60n }
    const routes: Record<string, object> = {
      unknown: {},
      begun: { started: { txHash: bytes32(1) } },
      done: { started: { txHash: bytes32(1) }, completed: { txHash: bytes32(2), amount: 7n } },
      emptied: { deposited: [] },
    }
    const ledger = {
      onRoute: (listener: typeof quote) => (quote = listener),
      route: (quoteId: string, isLate: boolean) => ({
        ...{ quoteId, facts: routes[quoteId], status: isLate ? "REFUNDED" : "IN_PROGRESS" },
        quote: { order, origin: { slug: 1 }, destination: { slug: 2 } },
      }),
    }
    const request = { ...requestChange(4, { status: "REVERTING" }), at: undefined, payloads: [] }
    const gateway = {
      subscribe: (listener: typeof payload) => (payload = listener),
      request: (count: number) => (count === 4 ? request : undefined),
    }
    let timestamp = 60n
    const chains = [{ slug: 1, announced: () => ({ timestamp }) }]
    const describeOne = (id: Hex, at: number) => describeRoute({ ledger, chains } as never, id, at)
    followBundles({ gateway: { ledger: gateway }, market: { ledger, describe: describeOne } } as never, feed, () => 9)
    payload({ requestCount: 3 })
    payload({ requestCount: 4 })
    for (const quoteId of Object.keys(routes)) quote(quoteId)
    timestamp = 61n
    quote("begun")
    const { items } = await stateOf(feed.open(undefined))
    expect(items.map((item) => [itemId(item), item.status, item.at])).to.deep.equal([
      ...[
        ["4", "REVERTING", 9],
        ["begun", "REFUNDED", 9],
        ["done", "IN_PROGRESS", 9],
      ],
    ])
    expect(items[2]).to.include({
      inputTxHash: bytes32(1),
      outputTxHash: bytes32(2),
      outputAmount: "7",
      refundTxHash: null,
    })
  })
})
