import { createRequire } from "node:module"
import { json } from "node:stream/consumers"

import { expect } from "chai"
import { describe, it } from "mocha"

import { alertKinds, type RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import type { PlacedMark } from "#extras/watch/src/progress.js"
import type { KnownMessage, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createMeasures } from "#extras/watch/src/telemetry/createMeasures.js"
import {
  explainMissing,
  openTelemetry,
  type TelemetryPackagesMissingError,
} from "#extras/watch/src/telemetry/openTelemetry.js"
import { prometheusText } from "#extras/watch/tasks/watch/openMetrics.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

type Family = {
  readonly name: string
  readonly type: string
  readonly metrics: readonly {
    readonly labels?: Readonly<Record<string, string>>
    readonly value?: string
    readonly count?: string
    readonly sum?: string
    readonly buckets?: Readonly<Record<string, string>>
  }[]
}
// Its types are not published.
const parsePrometheus = createRequire(import.meta.url)("parse-prometheus-text-format") as (text: string) => Family[]

const hash = (digit: number) => `0x${String(digit).repeat(64)}` as const
const plug = `0x${"ab".repeat(20)}` as const

/** Delivered after 2 + 3 + 5 + 32 seconds. */
const marks: readonly PlacedMark[] = [
  { kind: "sealed", chain: 1, tx: hash(2), at: 1_002 },
  { kind: "proposed", chain: 2, tx: hash(3), at: 1_005 },
  { kind: "attested", chain: 2, tx: hash(4), at: 1_007 },
  { kind: "attested", chain: 2, tx: hash(5), at: 1_010 },
  { kind: "executed", chain: 2, tx: hash(6), at: 1_042 },
]

function message(counter: number): KnownMessage {
  const details = { executionFee: 5n, minMsgGasLimit: 1n, executionParams: hash(0), payload: "0x12" } as const
  return {
    ...{
      id: hash(counter),
      packed: hash(counter),
      src: 1,
      srcPlug: plug,
      dst: 2,
      dstPlug: plug,
      details,
      fee: 10n ** 18n,
    },
    ...{ block: 1, log: 0, tx: hash(9), at: 1_000, isThere: true, status: "EXECUTION_SUCCESS", since: 1_041 },
  }
}

const store = {
  message: (id: string) => [1, 2].map(message).find((one) => one.id === id),
  marksOf: () => marks,
  inFlight: () => [message(3), message(4)],
  chains: () => [
    { slug: 2, lookedAt: 1_764_576_000_500 },
    { slug: 3, lookedAt: null },
  ],
  alerts: () => new Map<string, RaisedAlert>([["late:1", { kind: "late", says: "", raisedAt: 0 }]]),
} as unknown as WatchStore
const chainName = (slug: number) => (slug === 1 ? 'a "b" \\ c\nd' : "beta")
const path = { src: chainName(1), dst: "beta" }

describe("the metrics of a watch", () => {
  it("are what a parser of Prometheus reads", async () => {
    const measures = createMeasures(store, { chainName })
    for (const counter of [1, 2]) await measures.add(hash(counter))
    const text = prometheusText(await measures.read())
    const families = new Map(parsePrometheus(text).map((family) => [family.name, family]))
    const one = (name: string) => {
      const { type, metrics } = families.get(name)!
      return { type, metrics }
    }
    expect(one("plugs_messages_in_flight")).to.deep.equal({ type: "GAUGE", metrics: [{ labels: path, value: "2" }] })
    const alerts = alertKinds.map((kind) => ({ labels: { kind }, value: kind === "late" ? "1" : "0" }))
    expect(one("plugs_alerts")).to.deep.equal({ type: "GAUGE", metrics: alerts })
    const looked = [{ labels: { chain: "beta" }, value: "1764576000.5" }]
    expect(one("plugs_chain_looked_timestamp_seconds")).to.deep.equal({ type: "GAUGE", metrics: looked })
    expect(one("plugs_watch_holds")).to.deep.equal({ type: "GAUGE", metrics: [{ value: "1" }] })
    const waiting = prometheusText(await createMeasures(store, { chainName, holds: () => false }).read())
    expect(waiting).to.contain("\nplugs_watch_holds 0\n")
    expect(one("plugs_messages_delivered_total")).to.deep.equal({
      type: "COUNTER",
      metrics: [{ labels: path, value: "2" }],
    })
    expect(one("plugs_message_fees_wei_total").metrics[0]?.value).to.equal("2000000000000000000")
    // The parser reads no other label of a histogram than `le`, so each stage is given to it alone, and without its labels.
    const [seal, ...others] = ["seal", "propose", "attest", "execute"].map((stage) => {
      const lines = text.split("\n").filter((line) => !line.includes("stage=") || line.includes(`stage="${stage}"`))
      const plain = lines
        .join("\n")
        .replace(/\{src=.*?stage="\w+"(?:,(le="[^"]+"))?\}/g, (_, le?: string) => (le === undefined ? "" : `{${le}}`))
      return parsePrometheus(plain).find(({ name }) => name === "plugs_message_stage_seconds")!
    })
    expect([seal?.type, seal?.metrics[0]?.sum]).to.deep.equal(["HISTOGRAM", "4"])
    const execute = others.at(-1)?.metrics[0]
    expect([execute?.count, execute?.sum]).to.deep.equal(["2", "64"])
    expect(execute?.buckets).to.include({ "30": "0", "60": "2", "+Inf": "2" })
  })

  it("count a stage in each limit that it does not exceed, and apart for each path and kind of alert", async () => {
    const [near, far] = [message(1), { ...message(2), src: 2, dst: 1, fee: 7n }]
    const took = (seconds: number): readonly PlacedMark[] => [
      { kind: "sealed", chain: 1, tx: hash(2), at: 1_000 + seconds },
    ]
    const alert = (kind: "late" | "stuck"): RaisedAlert => ({ kind, says: "", raisedAt: 0 })
    const both = {
      message: (id: string) => [near, far].find((one) => one.id === id),
      marksOf: ({ src }: KnownMessage) => took(src === 1 ? 5 : 7_201),
      inFlight: () => [near, far, far],
      chains: () => [],
      alerts: () => new Map([alert("late"), alert("stuck"), alert("late")].map((one, index) => [String(index), one])),
    } as unknown as WatchStore
    const measures = createMeasures(both, {
      chainName: String,
      chains: [1, 2, 3].map((slug) => ({ slug })),
      listeners: ["webhook"],
    })
    const [to, back] = [
      { src: "1", dst: "2" },
      { src: "2", dst: "1" },
    ]
    expect(await measures.add(near.id)).to.deep.equal([{ labels: { ...to, stage: "seal" }, value: 5 }])
    for (const id of [near.id, far.id]) await measures.add(id)
    const read = new Map((await measures.read()).map(({ name, samples }) => [name.replace("plugs_", ""), samples]))
    const values = (name: string) => read.get(name)?.map(({ labels, value }) => [...Object.values(labels), value])
    const paths = (...counts: readonly unknown[]) =>
      ["12", "13", "21", "23", "31", "32"].map((ends, index) => [ends[0], ends[1], counts[index]])
    expect(values("messages_in_flight")).to.deep.equal(paths(1, 0, 2, 0, 0, 0))
    const raised: Readonly<Record<string, number>> = { late: 2, stuck: 1 }
    expect(values("alerts")).to.deep.equal(alertKinds.map((kind) => [kind, raised[kind] ?? 0]))
    expect(values("alerts_untold_total")).to.deep.equal([["webhook", 0]])
    measures.fail("webhook")
    const untold = (await measures.read()).find(({ name }) => name === "plugs_alerts_untold_total")
    expect(untold?.samples).to.deep.equal([{ labels: { listener: "webhook" }, value: 1 }])
    expect(values("messages_delivered_total")).to.deep.equal(paths(2, 0, 1, 0, 0, 0))
    expect(values("message_fees_wei_total")).to.deep.equal(paths(2n * 10n ** 18n, 0n, 7n, 0n, 0n, 0n))
    const limits = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 7_200, "+Inf"]
    const histogram = (labels: object, counts: readonly number[], sum: number, value: number) => [
      ...limits.map((le, index) => ({ labels: { ...labels, le: String(le) }, value: counts[index], part: "_bucket" })),
      ...[
        { labels, value: sum, part: "_sum" },
        { labels, value, part: "_count" },
      ],
    ]
    expect(read.get("message_stage_seconds")).to.deep.equal([
      ...histogram({ ...to, stage: "seal" }, [0, ...Array<number>(10).fill(2)], 10, 2),
      ...histogram({ ...back, stage: "seal" }, [...Array<number>(10).fill(0), 1], 7_201, 1),
    ])
  })

  it("are none of a message that is not known", async () => {
    const measures = createMeasures(store, { chainName })
    expect(await measures.add(hash(7))).to.deep.equal([])
    expect(
      (await measures.read()).filter(({ type }) => type === "counter").flatMap(({ samples }) => samples),
    ).to.deep.equal([])
  })
})

describe("the telemetry of a watch", () => {
  type Span = {
    readonly name: string
    readonly traceId: string
    readonly spanId: string
    readonly parentSpanId?: string
    readonly startTimeUnixNano: string
    readonly endTimeUnixNano: string
  }

  async function receive(work: (url: string) => Promise<void>) {
    const got: { readonly path: string; readonly body: unknown }[] = []
    await using server = await listenLocally((request, response) => {
      void json(request).then((body) => {
        got.push({ path: request.url ?? "", body })
        response.setHeader("content-type", "application/json").end("{}")
      })
    })
    await work(server.url)
    return got
  }
  type Traces = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  type Point = {
    readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[]
    readonly asInt?: number | string
    readonly asDouble?: number
    readonly count?: number | string
    readonly sum?: number
    readonly explicitBounds?: readonly number[]
  }
  type Kind = "gauge" | "sum" | "histogram"
  type Metric = { readonly name: string; readonly unit: string } & Partial<Record<Kind, { dataPoints: Point[] }>>
  type Metrics = { resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] }[] }
  const kinds: readonly Kind[] = ["gauge", "sum", "histogram"]

  it("is one trace a message with a span a stage, and the metrics, at an OTLP receiver", async () => {
    const sendFrom = (known: WatchStore, ...order: number[]) =>
      receive(async (url) => {
        const measures = createMeasures(known, { chainName })
        const telemetry = await openTelemetry({ url, store: known, measures, chainName })
        telemetry.record(await measures.add(hash(1)))
        for (const counter of order) await telemetry.trace(hash(counter))
        await telemetry.flush()
        await telemetry[Symbol.asyncDispose]()
      })
    const got = await sendFrom(store, 1, 2)
    const spansIn = (all: typeof got) =>
      all
        .filter(({ path: to }) => to === "/v1/traces")
        .flatMap(({ body }) =>
          (body as Traces).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        )
    const spans = spansIn(got)
    const traces = Map.groupBy(spans, ({ traceId }) => traceId)
    expect(traces.size).to.equal(2)
    for (const trace of traces.values()) {
      const root = trace.find(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === "")!
      expect([root.name, root.startTimeUnixNano, root.endTimeUnixNano]).to.deep.equal([
        ...["message", "1000000000000", "1042000000000"],
      ])
      const stages = trace.filter((span) => span !== root)
      expect(stages.every(({ parentSpanId }) => parentSpanId === root.spanId)).to.equal(true)
      expect(
        stages.map(({ name, startTimeUnixNano: start, endTimeUnixNano: end }) => [
          name,
          (Number(end) - Number(start)) / 1e9,
        ]),
      ).to.have.deep.members([
        ["seal", 2],
        ["propose", 3],
        ["attest", 5],
        ["execute", 32],
      ])
    }
    const metrics = got
      .filter(({ path: to }) => to === "/v1/metrics")
      .flatMap(({ body }) =>
        (body as Metrics).resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics)),
      )
    const values = metrics.map((metric) => {
      const kind = kinds.find((one) => metric[one] !== undefined)!
      const points = metric[kind]!.dataPoints.map(({ attributes, asInt, asDouble, count, sum }) => [
        ...attributes.map(({ value }) => value.stringValue),
        ...(kind === "histogram" ? [Number(count), sum] : [Number(asInt ?? asDouble)]),
      ])
      return [metric.name, kind, metric.unit, ...points]
    })
    const ends = [chainName(1), "beta"]
    // Those of Prometheus, in seconds.
    const bounds = metrics.flatMap(({ histogram }) => histogram?.dataPoints.map((point) => point.explicitBounds) ?? [])
    expect(bounds).to.deep.equal(Array(4).fill([1, 5, 15, 30, 60, 120, 300, 600, 1_800, 7_200]))
    expect(values.toSorted()).to.deep.equal([
      ["plugs_alerts", "gauge", "", ...alertKinds.map((kind) => [kind, kind === "late" ? 1 : 0])],
      ["plugs_chain_looked_timestamp_seconds", "gauge", "", ["beta", 1_764_576_000.5]],
      ["plugs_message_fees_wei_total", "sum", "", [...ends, 1e18]],
      [
        ...["plugs_message_stage_seconds", "histogram", "s"],
        ...[
          [...ends, "seal", 1, 2],
          [...ends, "propose", 1, 3],
          [...ends, "attest", 1, 5],
          [...ends, "execute", 1, 32],
        ],
      ],
      ["plugs_messages_delivered_total", "sum", "", [...ends, 1]],
      ["plugs_messages_in_flight", "gauge", "", [...ends, 2]],
      ["plugs_watch_holds", "gauge", "", [1]],
    ])
    // What is sent again after a crash is the same trace, whatever was sent before it.
    const ids = (all: readonly Span[]) => all.map(({ traceId, spanId }) => `${traceId}:${spanId}`)
    expect(ids(spansIn(await sendFrom(store, 7, 2, 1)))).to.have.members(ids(spans))
    expect(new Set(ids(spans))).to.have.property("size", 10)
    // Of one whose stages no chain has logged, only when it was sent and when it arrived is known.
    const unmarked = spansIn(await sendFrom({ ...store, marksOf: () => Promise.resolve([]) }, 1))
    expect(
      unmarked.map(({ name, startTimeUnixNano: start, endTimeUnixNano: end }) => [name, start, end]),
    ).to.deep.equal([["message", "1000000000000", "1041000000000"]])
  })

  it("needs packages, and says which is missing, whatever else fails", async () => {
    const name = "@opentelemetry/not-there"
    const failed: unknown = await import(name).catch((error: unknown) => error)
    const missing = explainMissing(failed)
    expect(missing).to.include({ code: "TELEMETRY_PACKAGES_MISSING" })
    expect((missing as TelemetryPackagesMissingError).facts).to.deep.equal({ reason: name })
    const nameless = explainMissing(Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" }))
    expect((nameless as TelemetryPackagesMissingError).facts).to.deep.equal({ reason: "a package is missing" })
    for (const other of [new SyntaxError(`package '${name}'`), Object.assign(new Error("no"), { code: "EACCES" })]) {
      expect(explainMissing(other)).to.equal(other)
    }
  })

  it("goes encrypted, or to this machine", async () => {
    const measures = createMeasures(store, { chainName })
    const open = openTelemetry({ url: "http://collector.example:4318", store, measures, chainName })
    expect(await open.catch((error: unknown) => (error as { code: string }).code)).to.equal("INSECURE_URL")
  })
})
