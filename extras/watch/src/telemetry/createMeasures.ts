import type { Hex } from "viem"

import { alertKinds } from "../alerts/Alert.js"
import { stagesOf } from "../progress.js"
import type { KnownMessage, WatchStore } from "../store/WatchStore.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

export type Sample = {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | bigint
  /** What its name ends with, of a histogram. */
  readonly part?: "_bucket" | "_sum" | "_count"
}

export type Measure = {
  readonly name: string
  readonly type: "gauge" | "counter" | "histogram"
  readonly help: string
  readonly samples: readonly Sample[]
}

export type Measures = {
  /** Counts a message that was delivered. Returns the seconds of its stages, with their labels. */
  add(messageId: Hex): Promise<readonly Sample[]>
  /** Counts that a listener did not take an alert. */
  readonly fail: (listener: string) => void
  /** All measures: of what is under way as it is now, and of what was delivered since the watch began. */
  read(): Promise<readonly Measure[]>
}

export type MeasuresOptions = {
  readonly chainName: (slug: number) => string
  /** The chains that are watched, as far as they are known by now: what is counted of the paths between them is there at 0. */
  readonly chains?: readonly { readonly slug: number }[]
  /** Who is told of alerts. */
  readonly listeners?: readonly string[]
  /** Whether this process holds the watch. Default: it does. */
  readonly holds?: () => boolean
}

/** The seconds up to which stages are counted together, but for those that take longer. */
export const stageLimits: readonly number[] = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 7_200]
const limits = [...stageLimits, Number.POSITIVE_INFINITY]

type Histogram = {
  readonly labels: Sample["labels"]
  /** How many took at most so many seconds. */
  readonly buckets: readonly { readonly most: number; count: number }[]
  sum: number
  count: number
}

export function createMeasures(
  store: Pick<WatchStore, "message" | "marksOf" | "inFlight" | "alerts" | "chains">,
  { chainName, chains = [], listeners = [], holds = () => true }: MeasuresOptions,
): Measures {
  type Total = { readonly labels: Sample["labels"]; count: number; fee: bigint }
  const pathOf = ({ src, dst }: Pick<KnownMessage, "src" | "dst">) => ({ src: chainName(src), dst: chainName(dst) })
  const delivered = new Map<string, Total>()
  const totalOf = (labels: Total["labels"]): Total =>
    getOrAdd(delivered, JSON.stringify(labels), () => ({ labels, count: 0, fee: 0n }))
  const knowPaths = () => {
    const paths = chains.flatMap(({ slug: src }) =>
      chains.filter(({ slug }) => slug !== src).map(({ slug: dst }) => pathOf({ src, dst })),
    )
    for (const path of paths) totalOf(path)
    return paths
  }
  knowPaths()
  const stages = new Map<string, Histogram>()
  const failed = new Map(listeners.map((listener) => [listener, 0]))

  return {
    async add(messageId) {
      const message = await store.message(messageId)
      if (message === undefined) return []
      const path = pathOf(message)
      const total = totalOf(path)
      total.count += 1
      total.fee += message.fee
      return stagesOf(message, await store.marksOf(message)).map(({ name, from, to }) => {
        const labels = { ...path, stage: name }
        const value = to - from
        const histogram = stages.get(JSON.stringify(labels)) ?? createHistogram(labels)
        for (const bucket of histogram.buckets) if (value <= bucket.most) bucket.count += 1
        histogram.sum += value
        histogram.count += 1
        stages.set(JSON.stringify(labels), histogram)
        return { labels, value }
      })
    },
    fail: (listener) => {
      failed.set(listener, (failed.get(listener) ?? 0) + 1)
    },
    async read() {
      const paths = knowPaths()
      const totals = [...delivered.values()]
      const inFlight = count(paths, (await store.inFlight()).map(pathOf))
      const raised = [...(await store.alerts()).values()].map(({ kind }) => ({ kind }))
      const alerts = count(
        alertKinds.map((kind) => ({ kind })),
        raised,
      )
      const failures = Array.from(failed, ([listener, value]) => ({ labels: { listener }, value }))
      const measure = (type: Measure["type"], name: string, help: string, samples: readonly Sample[]): Measure => {
        return { type, name: `plugs_${name}`, help, samples }
      }
      const total = (value: "count" | "fee"): Sample[] =>
        totals.map(({ labels, ...each }) => ({ labels, value: each[value] }))
      const looked = (await store.chains()).flatMap(({ slug, lookedAt }): Sample[] =>
        lookedAt === null ? [] : [{ labels: { chain: chainName(slug) }, value: lookedAt / 1_000 }],
      )
      const held: Sample = { labels: {}, value: holds() ? 1 : 0 }
      const histograms = [...stages.values()].flatMap(samplesOf)
      return [
        measure("gauge", "messages_in_flight", "Messages that were sent and not delivered.", inFlight),
        measure("gauge", "alerts", "Alerts that last, such as of messages that are late.", alerts),
        measure("counter", "messages_delivered_total", "Messages delivered since the watch began.", total("count")),
        measure("counter", "message_fees_wei_total", "What these cost, in wei of their source chain.", total("fee")),
        measure("histogram", "message_stage_seconds", "How long these were in each stage.", histograms),
        measure("counter", "alerts_untold_total", "Times that a listener did not take an alert.", failures),
        measure("gauge", "chain_looked_timestamp_seconds", "When a chain was last read, since 1970.", looked),
        measure("gauge", "watch_holds", "Whether this process holds the watch.", [held]),
      ]
    },
  }
}

/** Counts equal labels. Those of the first list are there, also if there are none. */
function count(known: readonly Sample["labels"][], all: readonly Sample["labels"][]): Sample[] {
  const groups = Map.groupBy([...known, ...all], (labels) => JSON.stringify(labels))
  const isKnown = new Set(known.map((labels) => JSON.stringify(labels)))
  return Array.from(groups, ([text, group]) => ({
    labels: group[0] ?? {},
    value: group.length - (isKnown.has(text) ? 1 : 0),
  }))
}

function createHistogram(labels: Sample["labels"]): Histogram {
  return { labels, buckets: limits.map((most) => ({ most, count: 0 })), sum: 0, count: 0 }
}

function samplesOf({ labels, buckets, sum, count: value }: Histogram): Sample[] {
  return [
    ...buckets.map(({ most, count: within }): Sample => {
      const le = most === Number.POSITIVE_INFINITY ? "+Inf" : String(most)
      return { labels: { ...labels, le }, value: within, part: "_bucket" }
    }),
    { labels, value: sum, part: "_sum" },
    { labels, value, part: "_count" },
  ]
}
