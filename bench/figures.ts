import type { MeasureOptions } from "./measuring/Measure.ts"

export const units = ["ms", "s", "a second", "MB", "kB", "times", "requests"] as const
export type Unit = (typeof units)[number]

/** Something that is measured, and what is required of it. */
export type Figure = {
  /** What `--only` takes. */
  readonly name: string
  readonly what: string
  readonly unit: Unit
  readonly bound: Bound
  readonly by: Measurement
  /** Which sample of the measurement is the figure. Default: `time`. */
  readonly sample?: string
}

export type Bound = ({ readonly atMost: number } | { readonly atLeast: number }) & { readonly aim?: number }

/** A file of the folder `measurements`, and how it is run. */
export type Measurement = {
  readonly file: string
  readonly options?: MeasureOptions
  /** How many processes measure it one after the other, for the median of a round. Default: 1, which repeats it inside. */
  readonly processes?: number
  /** Whether it uses the built package. Default: false. */
  readonly isBuilt?: boolean
}

export const start = (chains: number, everything: boolean, processes: number): Measurement => ({
  file: "start",
  options: { chains, everything },
  processes,
})
const twenty = start(20, true, 3)
const atRest = (everything: boolean): Measurement => ({ file: "memoryAtRest", options: { everything }, processes: 3 })
const gateway = { file: "gateway" }
const swap = { file: "swap" }
const wiring = { file: "wiring" }
const sustained = { file: "sustained", options: { messages: 10_000 } }
const tracking = { file: "tracking", isBuilt: true }
const explain = { file: "explain", isBuilt: true }

/** Every figure, in the order of the table in docs/benchmarks.md. Those of one measurement follow each other. */
export const figures: readonly Figure[] = [
  {
    name: "start-2",
    what: "a devnet of 2 chains with everything, in a fresh process",
    unit: "ms",
    bound: { atMost: 600, aim: 400 },
    by: start(2, true, 7),
  },
  {
    name: "start-10-messaging",
    what: "a devnet of 10 chains, messaging only",
    unit: "ms",
    bound: { atMost: 800, aim: 600 },
    by: start(10, false, 5),
  },
  {
    name: "start-10",
    what: "a devnet of 10 chains with everything",
    unit: "ms",
    bound: { atMost: 1200, aim: 900 },
    by: start(10, true, 5),
  },
  {
    name: "start-20",
    what: "a devnet of 20 chains with everything",
    unit: "ms",
    bound: { atMost: 2000 },
    by: twenty,
  },
  {
    name: "start-20-memory",
    what: "its memory, once it is ready",
    unit: "MB",
    bound: { atMost: 800 },
    by: twenty,
    sample: "memory",
  },
  {
    name: "delivery",
    what: "send to delivered, one message at a time",
    unit: "ms",
    bound: { atMost: 10, aim: 7 },
    by: { file: "delivery" },
  },
  {
    name: "messages-500",
    what: "500 messages, each its own transaction and block",
    unit: "a second",
    bound: { atLeast: 450, aim: 800 },
    by: { file: "burst" },
    sample: "rate",
  },
  {
    name: "messages-5000",
    what: "5,000 messages, in blocks of many",
    unit: "a second",
    bound: { atLeast: 1000, aim: 1500 },
    by: { file: "fullBlocks" },
    sample: "rate",
  },
  {
    name: "messages-10000",
    what: "10,000 messages in one devnet: rate of the last thousand against the first",
    unit: "times",
    bound: { atLeast: 0.95, aim: 1 },
    by: sustained,
    sample: "lastAgainstFirst",
  },
  {
    name: "memory-message",
    what: "memory that each of them takes",
    unit: "kB",
    bound: { atMost: 40 },
    by: sustained,
    sample: "memoryPerMessage",
  },
  {
    name: "deployment",
    what: "deploy through a gateway to 2 chains, with callbacks",
    unit: "ms",
    bound: { atMost: 35, aim: 25 },
    by: gateway,
    sample: "deployment",
  },
  {
    name: "payloads-100",
    what: "100 payloads of one transaction, tracked to their callbacks",
    unit: "ms",
    bound: { atMost: 250, aim: 150 },
    by: gateway,
    sample: "payloads",
  },
  {
    name: "quote",
    what: "quote of a cross-chain swap, client included",
    unit: "ms",
    bound: { atMost: 4, aim: 2 },
    by: swap,
    sample: "quote",
  },
  {
    name: "swap",
    what: "quote to completed on another chain",
    unit: "ms",
    bound: { atMost: 35, aim: 20 },
    by: swap,
    sample: "swap",
  },
  {
    name: "help",
    what: "hardhat --help with the plugin, more than without",
    unit: "ms",
    bound: { atMost: 10, aim: 5 },
    by: { file: "help", isBuilt: true },
  },
  {
    name: "task-start",
    what: "start of the slowest task to its first request, against hardhat --version",
    unit: "times",
    bound: { atMost: 1.3 },
    by: { file: "taskStart", isBuilt: true },
    sample: "ratio",
  },
  {
    name: "memory-messaging",
    what: "memory of a devnet at rest, 2 chains, messaging only",
    unit: "MB",
    bound: { atMost: 200 },
    by: atRest(false),
    sample: "memory",
  },
  {
    name: "memory-everything",
    what: "memory of a devnet at rest, 2 chains with everything",
    unit: "MB",
    bound: { atMost: 250 },
    by: atRest(true),
    sample: "memory",
  },
  {
    name: "tracking-requests",
    what: "10,000 messages of 100 transactions: requests of a watch each, against a watch a transaction",
    unit: "times",
    bound: { atMost: 1.1, aim: 1 },
    by: tracking,
    sample: "requests",
  },
  {
    name: "tracking-memory",
    what: "memory of a process that tracks them, a watch a transaction",
    unit: "MB",
    bound: { atMost: 200 },
    by: tracking,
    sample: "memory",
  },
  {
    name: "tracking-watches-memory",
    what: "memory of a process that tracks them, a watch a message",
    unit: "MB",
    bound: { atMost: 200 },
    by: tracking,
    sample: "memoryOfWatches",
  },
  {
    name: "first-test",
    what: "first result of the README's greeter test, from hardhat test on a built project",
    unit: "ms",
    bound: { atMost: 2500 },
    by: { file: "firstTest", isBuilt: true },
  },
  {
    name: "fixture",
    what: "loadFixture, 2 chains",
    unit: "ms",
    bound: { atMost: 10 },
    by: { file: "fixtures" },
    sample: "load",
  },
  {
    name: "tests-100",
    what: "100 tests of a message each, with loadFixture",
    unit: "s",
    bound: { atMost: 6 },
    by: { file: "fixtures" },
    sample: "tests",
  },
  {
    name: "explore",
    what: "runs of explore, a scenario of 2 messages",
    unit: "a second",
    bound: { atLeast: 20 },
    by: { file: "explore" },
    sample: "rate",
  },
  {
    name: "wiring-plan",
    what: "plan the wiring of 10 chains, all with all",
    unit: "ms",
    bound: { atMost: 2000 },
    by: wiring,
    sample: "plan",
  },
  {
    name: "wiring-apply",
    what: "apply it: 90 transactions",
    unit: "ms",
    bound: { atMost: 20_000 },
    by: wiring,
    sample: "apply",
  },
  {
    name: "explain",
    what: "explain a message over 2 chains, the helper",
    unit: "ms",
    bound: { atMost: 500 },
    by: explain,
  },
  {
    name: "explain-requests",
    what: "its requests",
    unit: "requests",
    bound: { atMost: 40 },
    by: explain,
    sample: "requests",
  },
  {
    name: "explain-task",
    what: "the same as a task, in a fresh process",
    unit: "ms",
    bound: { atMost: 2000 },
    by: explain,
    sample: "task",
  },
]
