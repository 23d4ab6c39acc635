import type { FaultData, FaultName } from "../faults/FaultData.js"
import { writeFault } from "../faults/describeFault.js"
import type { DeliverNextOptions, DeliverOptions } from "../delivery/Delivery.js"
import type { World } from "../World.js"
import { literal } from "./literal.js"

/** One thing that a schedule does, as plain data. */
export type Move =
  | ({ readonly move: "deliver" } & Pick<DeliverOptions, "nth" | "until">)
  | ({ readonly move: "deliverNext" } & Pick<DeliverNextOptions, "nth">)
  | { readonly move: "increase"; readonly seconds: number }
  | { readonly move: "fault"; readonly data: FaultData }

/** What a schedule moves: the parts of a world with which a test would do the same by hand. */
export type Movable = Pick<World, "manual" | "deliver" | "deliverNext" | "time" | "faults">

/** Does what a move says. */
export async function perform(world: Movable, move: Move): Promise<void> {
  switch (move.move) {
    case "deliver":
      await world.deliver({ nth: move.nth, until: move.until })
      return
    case "deliverNext":
      await world.deliverNext({ nth: move.nth })
      return
    case "increase":
      await world.time.increase(move.seconds)
      return
    case "fault":
      await world.faults.apply(move.data)
  }
}

/** The line of a test that does the same. */
export function lineOf(move: Move): string {
  switch (move.move) {
    case "deliver":
      return `await world.deliver(${literal({ nth: move.nth, until: move.until })})`
    case "deliverNext":
      return `await world.deliverNext(${literal({ nth: move.nth === 0 ? undefined : move.nth })})`
    case "increase":
      return `await world.time.increase(${move.seconds})`
    case "fault":
      return `${sendsTransactions.has(move.data.fault) ? "await " : ""}${writeFault(move.data)}`
  }
}

/** Faults that send transactions when they begin, so that a test awaits them. */
const sendsTransactions: ReadonlySet<FaultName> = new Set(["trip", "stoppedChain", "skewedClock"])
