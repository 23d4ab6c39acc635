import { connectionFields } from "./wiringFields.js"
import { pathOf } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { TriedDelivery } from "#src/messaging/wiring/tryDeliveries.js"
import { paint } from "#src/terminal/paint.js"
import { prose, type Report } from "#src/terminal/report.js"

/** What messages over new connections do, a line each. */
export function deliveryLines(deliveries: readonly TriedDelivery[]): Report {
  return [
    "A message over each new connection, tried and not kept:",
    ...deliveries.flatMap((one) => [
      prose(colors[one.status](`${pathOf(one)}: ${sayDelivery(one)}`), "  "),
      ...one.notes.map((note) => prose(paint.magenta(note), "    ")),
    ]),
  ]
}

/** A delivery with the fields that it has in JSON. */
export function deliveryFields({ status, fee, reason, notes, ...connection }: TriedDelivery): Record<string, unknown> {
  return { ...connectionFields(connection), status, fee, reason: reason ?? null, notes }
}

const colors: Readonly<Record<TriedDelivery["status"], (text: string) => string>> = {
  ...{ arrived: paint.green, refused: paint.dim, failed: paint.red },
  ...{ "one-sided": paint.magenta, unverified: paint.magenta },
}

function sayDelivery({ status, fee, reason = "" }: TriedDelivery): string {
  const sent = fee === null ? "" : `sent for ${fee} wei, `
  switch (status) {
    case "arrived":
      return `${sent}arrived.`
    case "refused":
      return `${sent}refused, which is no failure: ${reason}.`
    case "failed":
      return fee === null ? `not sent: ${reason}.` : `${sent}stopped before inbound: ${reason}.`
    case "one-sided":
      return `${sent}not brought: the other side is left to connect.`
    case "unverified":
      return `${sent}unverified: ${reason}.`
  }
}
