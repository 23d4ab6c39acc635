import type { Changes, Item, Kind, Passed } from "#src/devnet/changes.js"
import { payloadStates, timeoutStates, transactionStates, triggerStates } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { routeStates } from "#src/swap/states.js"
import type { StateTable } from "#src/tracking/states.js"

/** The states of each kind of thing, and the field that has its id. */
export const kinds: { readonly [K in Kind]: { readonly states: StateTable; readonly id: keyof Changes[K] & string } } =
  {
    message: { states: messageStates, id: "messageId" },
    payload: { states: payloadStates, id: "payloadId" },
    timeout: { states: timeoutStates, id: "timeoutId" },
    trigger: { states: triggerStates, id: "callId" },
    request: { states: transactionStates, id: "requestCount" },
    route: { states: routeStates, id: "quoteId" },
  }

/** The id of something, which no other kind of thing can have. */
export function idOf<K extends Kind>(event: K, change: Changes[K]): string {
  return String(change[kinds[event].id])
}

export function itemId(item: Item): string {
  return idOf(item.event, item as never)
}

/** The contracts of something, each with the slug of its chain. */
export function placesOf(item: Item, gatewaySlug: number): (readonly [slug: number, address: string])[] {
  const { event } = item
  if (event === "message")
    return [
      [item.srcChainSlug, item.srcPlug],
      [item.dstChainSlug, item.dstPlug],
    ]
  if (event === "route") {
    const { srcChainSlug: src, dstChainSlug: dst } = item
    return [
      [src, item.user],
      [src, item.inputToken],
      [dst, item.receiver],
      [dst, item.outputToken],
    ]
  }
  if (event === "timeout") return [[gatewaySlug, item.target]]
  const app = [gatewaySlug, item.appGateway] as const
  if (event === "request") return [app]
  return [app, [item.chainSlug, event === "trigger" ? item.plug : item.target]]
}

/** States that are kept of one thing. One that reverts passes two more at each attempt. */
const maxStages = 40

/** Adds a change to what is known of a thing. Of too many states those in the middle are forgotten. */
export function addChange<K extends Kind>(before: Item<K> | undefined, event: K, change: Changes[K]): Item<K> {
  const { status, at } = change
  const passed: readonly Passed[] = before?.stages ?? []
  const stages = passed.at(-1)?.status === status ? passed : [...passed, { status, at }]
  const kept = stages.length > maxStages ? stages.toSpliced(maxStages / 2, 1) : stages
  return { event, ...change, stages: kept } as Item<K>
}

/** The commands that send a first message, in a project that `npm create hardhat-plugs` wrote. */
export const firstCommands: readonly string[] = [
  "npx hardhat run scripts/deploy.ts",
  'npx hardhat messaging send Greeter "greet(uint32,string)" beta hello --from alpha --track',
]
