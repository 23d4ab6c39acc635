import type { Abi } from "viem"

import type { Finding } from "./Finding.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import { pathOf, type WiredConnection, type WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import { type TriedDelivery, tryDeliveries } from "#src/messaging/wiring/tryDeliveries.js"

/** What messages over new connections do, and what that means for the signer. */
export type JudgedDeliveries = {
  readonly deliveries: readonly TriedDelivery[]
  readonly findings: readonly Finding[]
  readonly notJudged: readonly { readonly name: string; readonly why: string }[]
}

/** Tries a message over each connection that was made between two plans. */
export async function judgeDeliveries(
  plans: { readonly before: WiringPlan; readonly after: WiringPlan },
  options: { readonly copies: readonly Copy[]; readonly errorAbis: readonly Abi[] },
): Promise<JudgedDeliveries> {
  const [before, after] = [statesOf(plans.before), statesOf(plans.after)]
  const made = [...after].flatMap(([path, { connection, ends }]) =>
    ends !== before.get(path)?.ends && BigInt(ends.split(",")[0] ?? 0) !== 0n ? [connection] : [],
  )
  const { inPlace, changes: left } = plans.after
  const deliveries = await tryDeliveries({ made, inPlace, left, ...options })
  const of = (status: TriedDelivery["status"]) => deliveries.filter((one) => one.status === status)
  return {
    deliveries,
    findings: of("failed").map(({ reason = "", ...one }) => ({
      ...{ name: "UNDELIVERED", number: null, chain: one.chain },
      says: `No message of ${pathOf(one)} would arrive: ${reason}.`,
    })),
    notJudged: of("unverified").map(({ reason = "", ...one }) => ({
      name: `a message of ${pathOf(one)}`,
      why: reason,
    })),
  }
}

type State = { readonly connection: WiredConnection; readonly ends: string }

/** How each connection is, with its sibling first. One as the wiring says is `1`, whatever that is. */
function statesOf({ inPlace, changes, extras }: WiringPlan): Map<string, State> {
  const states: State[] = [
    ...inPlace.map((connection) => ({ connection, ends: "1" })),
    ...changes.map((connection) => ({ connection, ends: Object.values(connection.before).join() })),
    ...extras.map((connection) => ({ connection, ends: [connection.sibling, connection.switchboard].join() })),
  ]
  return new Map(states.map((state) => [pathOf(state.connection), state]))
}
