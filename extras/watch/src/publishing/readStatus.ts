import type { AlertKind } from "../alerts/Alert.js"
import type { WatchStore } from "../store/WatchStore.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { nearestRank } from "#src/primitives/numbers/spread.js"

/** What everybody may know of a watch: nothing in it is text of a contract, a node or the project, but for names of chains that it has listed. */
export type PublicStatus = {
  /** Milliseconds since 1970, by the clock of the watch. */
  readonly writtenAt: number
  /** The days that it is about, in UTC, such as `2026-12-01`. */
  readonly firstDay: string
  readonly lastDay: string
  /** Those with most deliveries first. */
  readonly paths: readonly PublicPath[]
  /** Those that last, and then those that are over, the newest first. */
  readonly alerts: readonly PublicAlert[]
}

type Ends = { readonly srcChainSlug: number; readonly src: string; readonly dstChainSlug: number; readonly dst: string }

/** Milliseconds from the sending to the delivery: of half, and of nineteen of twenty. Nothing where nothing was delivered. */
type Times = { readonly delivered: number; readonly median: number | null; readonly p95: number | null }

export type PublicPath = Ends &
  Times & {
    readonly inFlight: number
    /** The days with deliveries. */
    readonly days: readonly (Times & { readonly day: string })[]
  }

export type PublicAlert = Partial<Ends> & {
  readonly kind: AlertKind
  /** Milliseconds since 1970. */
  readonly since: number
  /** Milliseconds; nothing while it lasts. */
  readonly lasted: number | null
}

/** How many days it is about, with that of now. */
export const shownDays = 30

const daySeconds = 24 * 60 * 60

/** A day since 1970, in UTC. */
export function dayText(day: number): string {
  return new Date(day * daySeconds * 1_000).toISOString().slice(0, 10)
}

export type ReadStatusOptions = {
  /** What everybody may call a chain. */
  readonly chainName: (slug: number) => string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads from a store what everybody may know. */
export async function readStatus(
  store: Pick<WatchStore, "arrivals" | "countMessages" | "alerts" | "ends">,
  { chainName, now }: ReadStatusOptions,
): Promise<PublicStatus> {
  const lastDay = Math.floor(now / 1_000 / daySeconds)
  const firstDay = lastDay - shownDays + 1
  type Found = { readonly ends: Ends; inFlight: number; readonly days: Map<number, number[]> }
  const found = new Map<string, Found>()
  const endsOf = (src: number, dst: number): Ends => {
    return { srcChainSlug: src, src: chainName(src), dstChainSlug: dst, dst: chainName(dst) }
  }
  const pathOf = (src: number, dst: number): Found =>
    getOrAdd(found, `${src} ${dst}`, () => ({ ends: endsOf(src, dst), inFlight: 0, days: new Map() }))
  for await (const { src, dst, at, since } of store.arrivals(firstDay * daySeconds)) {
    // Clocks of chains differ, so that a message can arrive before it was sent, and tomorrow.
    const day = Math.min(Math.floor(since / daySeconds), lastDay)
    getOrAdd(pathOf(src, dst).days, day, (): number[] => []).push(Math.max(0, since - at))
  }
  for (const { src, dst, status, count } of await store.countMessages()) {
    if (status !== "EXECUTION_SUCCESS") pathOf(src, dst).inFlight += count
  }
  const paths = Array.from(found.values(), ({ ends, inFlight, days }): PublicPath => {
    const ofDays = [...days].sort(([one], [other]) => one - other)
    const byDay = ofDays.map(([day, seconds]) => ({ day: dayText(day), ...timesOf(seconds) }))
    return { ...ends, inFlight, ...timesOf([...days.values()].flat()), days: byDay }
  })
  const alertOf = ({ kind, srcChainSlug, dstChainSlug }: AlertFields, times: Pick<PublicAlert, "since" | "lasted">) => {
    const isOfPath = srcChainSlug !== undefined && dstChainSlug !== undefined
    return { kind, ...(isOfPath && endsOf(srcChainSlug, dstChainSlug)), ...times }
  }
  const open = [...(await store.alerts()).values()].sort((one, other) => other.raisedAt - one.raisedAt)
  const ends = (await store.ends(firstDay * daySeconds * 1_000)) as unknown as readonly (AlertFields & {
    lasted: number
    at: number
  })[]
  return {
    ...{ writtenAt: now, firstDay: dayText(firstDay), lastDay: dayText(lastDay) },
    paths: paths.sort((one, other) => other.delivered - one.delivered),
    alerts: [
      ...open.map((alert) => alertOf(alert, { since: alert.raisedAt, lasted: null })),
      ...ends.map((end) => alertOf(end, { since: end.at - end.lasted, lasted: end.lasted })),
    ],
  }
}

type AlertFields = {
  readonly kind: AlertKind
  readonly srcChainSlug?: number | undefined
  readonly dstChainSlug?: number | undefined
}

/** @param seconds that messages took */
function timesOf(seconds: readonly number[]): Times {
  const sorted = Float64Array.from(seconds).sort()
  const within = (percent: number): number | null => {
    const taken = nearestRank(sorted, percent)
    return taken === undefined ? null : taken * 1_000
  }
  return { delivered: sorted.length, median: within(50), p95: within(95) }
}
