import type { Hex } from "viem"

import { stagesOf } from "../progress.js"
import type { KnownMessage, WatchStore } from "../store/WatchStore.js"

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
  add(messageId: Hex): readonly Sample[]
  /** All measures: of what is under way as it is now, and of what was delivered since the watch began. */
  read(): readonly Measure[]
}

/** Seconds. */
const limits = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 7_200, Number.POSITIVE_INFINITY]

type Histogram = {
  readonly labels: Sample["labels"]
  /** How many took at most so many seconds. */
  readonly buckets: readonly { readonly most: number; count: number }[]
  sum: number
  count: number
}

export function createMeasures(
  store: Pick<WatchStore, "message" | "marksOf" | "inFlight" | "alerts">,
  chainName: (slug: number) => string,
): Measures {
  const delivered = new Map<string, { readonly labels: Sample["labels"]; count: number; fee: bigint }>()
  const stages = new Map<string, Histogram>()
  const pathOf = ({ src, dst }: KnownMessage) => ({ src: chainName(src), dst: chainName(dst) })

  return {
    add(messageId) {
      const message = store.message(messageId)
      if (message === undefined) return []
      const path = pathOf(message)
      const total = delivered.get(JSON.stringify(path)) ?? { labels: path, count: 0, fee: 0n }
      total.count += 1
      total.fee += message.fee
      delivered.set(JSON.stringify(path), total)
      return stagesOf(message, store.marksOf(message)).map(({ name, from, to }) => {
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
    read() {
      const totals = [...delivered.values()]
      const inFlight = count(store.inFlight().map(pathOf))
      const alerts = count([...store.alerts().values()].map(({ kind }) => ({ kind })))
      const measure = (type: Measure["type"], name: string, help: string, samples: readonly Sample[]): Measure => {
        return { type, name: `plugs_${name}`, help, samples }
      }
      const total = (value: "count" | "fee"): Sample[] =>
        totals.map(({ labels, ...each }) => ({ labels, value: each[value] }))
      const histograms = [...stages.values()].flatMap(samplesOf)
      return [
        measure("gauge", "messages_in_flight", "Messages that were sent and not delivered.", inFlight),
        measure("gauge", "alerts", "Alerts that last, such as of messages that are late.", alerts),
        measure("counter", "messages_delivered_total", "Messages delivered since the watch began.", total("count")),
        measure("counter", "message_fees_wei_total", "What these cost, in wei of their source chain.", total("fee")),
        measure("histogram", "message_stage_seconds", "How long these were in each stage.", histograms),
      ]
    },
  }
}

function count(all: readonly Sample["labels"][]): Sample[] {
  const groups = Map.groupBy(all, (labels) => JSON.stringify(labels))
  return [...groups.values()].map((group) => ({ labels: group[0] ?? {}, value: group.length }))
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
