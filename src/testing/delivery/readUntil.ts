import { payloadStates } from "../../gateway/states.js"
import { messageStates } from "../../messaging/states.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { didYouMean } from "../../primitives/nearest.js"
import { compareStates } from "../../tracking/states.js"
import type { DeliveryState } from "./Delivery.js"
import type { Waiting } from "./Waiting.js"

const tables = { message: messageStates, payload: payloadStates }

/** The devnet has no message in this state. */
const unused = "CONFIRMED"

/** How far something may be moved. */
export type Until = {
  /** Whether it may be moved on. */
  mayMove(waiting: Waiting): boolean
  /** Whether a message or a payload is beyond the state. */
  isBeyond(kind: "message" | "payload", status: string): boolean
}

/** @throws {InvalidInputError} there is no such state */
export function readUntil(until: DeliveryState | undefined): Until {
  if (until === undefined) return { mayMove: () => true, isBeyond: () => false }
  const names = Object.values(tables).flatMap((table) => Object.keys(table).filter((name) => name !== unused))
  if (!names.includes(until)) {
    throw new InvalidInputError({
      argument: "until",
      problem: `${JSON.stringify(until)} is no state of a message or a payload`,
      fix: `Give one of ${[...new Set(names)].join(", ")}.${didYouMean(until, names)}`,
    })
  }
  const compare = (kind: "message" | "payload", status: string) => compareStates(status, until, tables[kind])
  return {
    mayMove: ({ kind, item }) => (kind === "message" || kind === "payload") && compare(kind, item.status) < 0,
    isBeyond: (kind, status) => compare(kind, status) > 0,
  }
}
