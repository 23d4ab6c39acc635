import { type Measurement, start } from "./figures.ts"

/** A point to measure: one number by another. */
type GrowthPoint = { readonly x: number; readonly by: Measurement; readonly sample: string }

/** What is measured for one part of the plot. */
export type Growth = {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly lines: readonly { readonly label: string; readonly points: readonly GrowthPoint[] }[]
}

const chains = [2, 5, 10, 20]
const messages = [100, 1_000, 10_000]
const watchers = [1, 100, 1_000]

const startsWith = (everything: boolean): readonly GrowthPoint[] =>
  chains.map((x) => ({ x, by: start(x, everything, 3), sample: "time" }))
const watches = (sample: string): readonly GrowthPoint[] =>
  watchers.map((x) => ({ x, by: { file: "watchers", options: { watchers: x }, isBuilt: true }, sample }))
const bursts = messages.map((x) => ({ x, by: { file: "messages", options: { messages: x } }, sample: "time" }))

/** How cost grows with what there can be many of. */
export const growth: readonly Growth[] = [
  {
    title: "Start of a devnet",
    x: "chains",
    y: "ms",
    lines: [
      { label: "everything", points: startsWith(true) },
      { label: "messaging only", points: startsWith(false) },
    ],
  },
  {
    title: "Messages sent at once",
    x: "messages",
    y: "ms",
    lines: [{ label: "delivered", points: bursts }],
  },
  {
    title: "Watches of one message",
    x: "watches",
    y: "requests",
    lines: [{ label: "requests", points: watches("requests") }],
  },
  {
    title: "CPU time of the process that watches",
    x: "watches",
    y: "ms",
    lines: [{ label: "CPU time", points: watches("cpu") }],
  },
]
