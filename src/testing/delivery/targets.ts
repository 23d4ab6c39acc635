import { isHash } from "viem"

import { invalid } from "../arguments.js"
import type { OpenWorld, Sent } from "../world/OpenWorld.js"
import { worldOf } from "../world/runningWorlds.js"
import type { DeliveryState, DeliveryTarget } from "./Delivery.js"
import type { GatewayJob } from "#src/devnet/gateway/ledger/jobs.js"
import type { PayloadRecord, RequestRecord } from "#src/devnet/gateway/ledger/types.js"
import { jobStages, payloadStages } from "#src/devnet/gateway/stages.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { messagingStages } from "#src/devnet/messaging/stages.js"
import type { Job } from "#src/devnet/relay/Worker.js"
import type { Stage } from "#src/devnet/stages.js"
import { payloadStates } from "#src/gateway/states.js"
import { unpackPacketId } from "#src/messaging/ids.js"
import { messageStates } from "#src/messaging/states.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import type { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { excerpt } from "#src/primitives/text.js"
import { compareStates } from "#src/tracking/states.js"

/** What the keeper has to do for a route. */
type RouteJob = Job<{ readonly quoteId: string }>

/** Something that waits for a stage. */
type Waiting =
  | { readonly kind: "message"; readonly item: MessageRecord }
  | { readonly kind: "payload"; readonly item: PayloadRecord }
  | { readonly kind: "job"; readonly item: GatewayJob }
  | { readonly kind: "route"; readonly item: RouteJob }

export function waitingFor(stage: Stage, item: unknown): Waiting {
  if (stage in messagingStages) return { kind: "message", item: item as MessageRecord }
  if (stage in payloadStages) return { kind: "payload", item: item as PayloadRecord }
  return stage in jobStages ? { kind: "job", item: item as GatewayJob } : { kind: "route", item: item as RouteJob }
}

/** The id that its queue knows it by. */
export function idOf({ kind, item }: Waiting): string {
  if (kind === "message") return item.outbound.messageId
  return kind === "payload" ? item.payloadId : item.id
}

/** What a test wants to be delivered. */
export type Targets = {
  /** Whether something is meant. */
  has(waiting: Waiting): boolean
  /** Whether a stage has to be done for something that is meant, or before it. */
  needs(stage: Stage, item: unknown): boolean
  /** What is meant and known, with its state. */
  known(): readonly { readonly kind: "message" | "payload"; readonly id: string; readonly status: string }[]
}

/** Finds out what a test means. Everything that the chains have mined has to be read before. */
export function readTargets(world: OpenWorld, selection: DeliveryTarget | readonly DeliveryTarget[]): Targets {
  const targets = Array.isArray(selection) ? (selection as readonly DeliveryTarget[]) : [selection as DeliveryTarget]
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

function isKnown({ protocols }: OpenWorld, id: string): boolean {
  return isHash(id) && protocols.some((protocol) => protocol.knows(id))
}

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
  return invalid(
    "deliver",
    problem,
    "Give what send has returned in this world since the fixture was loaded, or the id of a message, payload, timeout, trigger, deposit or quote.",
  )
}

const tables = { message: messageStates, payload: payloadStates }

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
  // The devnet has no message in this state.
  const names = Object.values(tables).flatMap((table) => Object.keys(table).filter((name) => name !== "CONFIRMED"))
  if (!names.includes(until)) {
    throw invalid(
      "until",
      `${JSON.stringify(until)} is no state of a message or a payload`,
      `Give one of ${[...new Set(names)].join(", ")}.${didYouMean(until, names)}`,
    )
  }
  const compare = (kind: "message" | "payload", status: string) => compareStates(status, until, tables[kind])
  return {
    mayMove: ({ kind, item }) => (kind === "message" || kind === "payload") && compare(kind, item.status) < 0,
    isBeyond: (kind, status) => compare(kind, status) > 0,
  }
}
