import { isHash } from "viem"

import type { GatewayLedger } from "../../devnet/gateway/ledger/ledger.js"
import type { RequestRecord } from "../../devnet/gateway/ledger/types.js"
import type { MessageRecord } from "../../devnet/messaging/MessageRecord.js"
import type { Stage } from "../../devnet/stages.js"
import { unpackPacketId } from "../../messaging/ids.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { excerpt } from "../../primitives/text.js"
import type { OpenWorld } from "../OpenWorld.js"
import type { Sent } from "../Sent.js"
import { worldOf } from "../worldOf.js"
import type { DeliveryTarget } from "./Delivery.js"
import { type Waiting, waitingFor } from "./Waiting.js"

/** What a test wants to be delivered. */
export type Targets = {
  /** Whether something is meant. */
  has(waiting: Waiting): boolean
  /** Whether a stage has to be done for something that is meant, or before it. */
  needs(stage: Stage, item: unknown): boolean
  /** What is meant and known, with its state. */
  known(): readonly { readonly kind: "message" | "payload"; readonly id: string; readonly status: string }[]
}

/**
 * Finds out what a test means. Everything that the chains have mined has to be read before.
 *
 * @throws {InvalidInputError} something is not known in this world
 */
export function readTargets(world: OpenWorld, given: DeliveryTarget | readonly DeliveryTarget[]): Targets {
  const targets = Array.isArray(given) ? (given as readonly DeliveryTarget[]) : [given as DeliveryTarget]
  const ids = new Set(targets.flatMap((target) => idsOf(world, target)))
  const messages = [...ids].flatMap((id) => (isHash(id) ? (world.messaging.ledger.get(id) ?? []) : []))
  const { gateway } = world
  /** A request can get payloads later, such as the one that pays its fees. */
  const requests = new Set(
    targets
      .flatMap((target) => (typeof target === "string" ? [] : requestsOf(world, target)))
      .map(({ requestCount }) => requestCount),
  )

  function has({ kind, item }: Waiting): boolean {
    if (kind === "message") return ids.has(item.outbound.messageId)
    if (kind === "payload") return ids.has(item.payloadId) || requests.has(item.requestCount)
    return kind === "job" ? ids.has(item.id) : ids.has(item.subject.quoteId)
  }

  return {
    has,
    needs(stage, item) {
      const waiting = waitingFor(stage, item)
      if (has(waiting)) return true
      return stage === "seal" && waiting.kind === "message" && messages.some((one) => isSealedBefore(waiting.item, one))
    },
    known: () => [
      ...messages.flatMap(({ outbound: { messageId: id } }) => {
        const record = world.messaging.ledger.get(id)
        return record === undefined ? [] : [{ kind: "message" as const, id, status: record.status }]
      }),
      ...[...ids].flatMap((id) => {
        const payload = isHash(id) ? gateway?.ledger.payload(id) : undefined
        return payload === undefined ? [] : [{ kind: "payload" as const, id, status: payload.status }]
      }),
    ],
  }
}

/** Whether a message has to be sealed before another one, because a capacitor seals in order. */
function isSealedBefore({ outbound: one }: MessageRecord, { outbound: other, isSealed }: MessageRecord): boolean {
  const [first, second] = [unpackPacketId(one.packetId), unpackPacketId(other.packetId)]
  return !isSealed && first.capacitor === second.capacitor && first.packetCount < second.packetCount
}

function idsOf(world: OpenWorld, target: DeliveryTarget): readonly string[] {
  if (typeof target === "string") {
    const id = target.toLowerCase()
    if (isKnown(world, id)) return [id]
    throw unknown(`this world knows nothing with the id ${excerpt(target)}`)
  }
  if (typeof target !== "object" || !("hash" in target)) {
    throw unknown("what was given is neither an id nor what send has returned; a promise has to be awaited first")
  }
  if (worldOf(target) !== world)
    throw unknown("the transaction was sent in another world, or before this one was started again")
  const ids = idsOfSent(world, target)
  if (ids.length > 0) return ids
  throw unknown(
    target.messageIds.length > 0
      ? `the transaction of ${target.functionName} is not known any more, because the world has gone back to before it`
      : `the transaction of ${target.functionName} has sent nothing`,
  )
}

function isKnown({ messaging, gateway, market }: OpenWorld, id: string): boolean {
  if (!isHash(id)) return false
  const isInGateway = gateway !== undefined && (gateway.ledger.payload(id) !== undefined || isJob(gateway.ledger, id))
  return messaging.ledger.get(id) !== undefined || isInGateway || market?.quotes.get(id) !== undefined
}

function isJob({ jobs }: GatewayLedger, id: `0x${string}`): boolean {
  return jobs.isOpen(id) || jobs.isDone(id)
}

/** The ids of everything that left in a transaction. */
function idsOfSent(world: OpenWorld, sent: Sent): readonly string[] {
  const { devnet, messaging, gateway } = world
  const { hash, chain, route } = sent
  const slug = devnet.chains[chain]?.slug
  const messages = slug === undefined ? [] : messaging.ledger.sentIn(slug, hash)
  return [
    ...messages.map(({ outbound }) => outbound.messageId),
    ...requestsOf(world, sent).flatMap(({ payloads }) => payloads.map(({ payloadId }) => payloadId)),
    ...(gateway?.ledger.timeouts({ txHash: hash }) ?? []).map(({ timeoutId }) => timeoutId),
    ...(gateway?.ledger.triggers({ txHash: hash }) ?? []).map(({ triggerId }) => triggerId),
    ...(route === undefined ? [] : [route.quoteId]),
  ]
}

function requestsOf({ gateway }: OpenWorld, { hash }: Sent): readonly RequestRecord[] {
  return gateway?.ledger.requestsOf(hash) ?? []
}

function unknown(problem: string): InvalidInputError {
  return new InvalidInputError({
    argument: "deliver",
    problem,
    fix: "Give what send has returned in this world since the fixture was loaded, or the id of a message, payload, timeout, trigger, deposit or quote.",
  })
}
