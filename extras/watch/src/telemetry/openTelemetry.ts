import { createHash } from "node:crypto"

import type { Hex } from "viem"

import { stagesOf } from "../progress.js"
import type { WatchStore } from "../store/WatchStore.js"
import { type Measures, type Sample, stageLimits } from "./createMeasures.js"
import { readBaseUrl } from "#src/http/transportOptions.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Packages that OpenTelemetry needs are not installed. */
export class TelemetryPackagesMissingError extends PlugsError {
  readonly code = "TELEMETRY_PACKAGES_MISSING"

  constructor(reason: string) {
    super("OpenTelemetry needs packages that are not installed.", {
      facts: { reason },
      next: `Install them: npm install --save-dev ${packages.join(" ")}`,
    })
  }
}

const packages = [
  ...["@opentelemetry/api", "@opentelemetry/resources", "@opentelemetry/sdk-trace", "@opentelemetry/sdk-metrics"],
  ...["@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/exporter-metrics-otlp-http"],
]

export type OpenTelemetryOptions = {
  /** Where OTLP is taken over HTTP, such as `http://127.0.0.1:4318`: an https URL, or http on this machine. */
  readonly url: string
  readonly store: Pick<WatchStore, "message" | "marksOf">
  readonly measures: Measures
  readonly chainName: (slug: number) => string
  /** Milliseconds between two exports of metrics. Default: a minute. */
  readonly interval?: number | undefined
}

export type OpenTelemetry = AsyncDisposable & {
  /** Sends the trace of a message that was delivered. Its ids follow from the message, so it is the same one if it is sent again. */
  trace(messageId: Hex): Promise<void>
  /** Records how long the stages of a message took. */
  record(stages: readonly Sample[]): void
  /** Sends what was not sent yet. */
  flush(): Promise<void>
}

/**
 * Opens OpenTelemetry by its official packages, which are loaded now. Headers are taken from `OTEL_EXPORTER_OTLP_HEADERS`.
 *
 * @throws {TelemetryPackagesMissingError} they are not installed
 * @throws {InsecureUrlError} the URL is http to another machine
 */
export async function openTelemetry(options: OpenTelemetryOptions): Promise<OpenTelemetry> {
  const { store, measures, chainName, interval = 60_000 } = options
  const url = readBaseUrl(options.url).href.replace(/\/$/, "")
  const [api, resources, tracing, metrics, traceExporter, metricExporter] = await loadPackages()
  const resource = resources.resourceFromAttributes({ "service.name": "hardhat-plugs watch" })
  let seed = ""
  let spans = 0
  const idOf = (length: number, what: string): string =>
    createHash("sha256").update(`${seed} ${what}`).digest("hex").slice(0, length)
  const spanExporter = new traceExporter.OTLPTraceExporter({ url: `${url}/v1/traces` })
  const tracers = new tracing.TracerProvider({
    resource,
    idGenerator: { generateTraceId: () => idOf(32, "trace"), generateSpanId: () => idOf(16, String((spans += 1))) },
    spanProcessors: [new tracing.BatchSpanProcessor({ exporter: spanExporter })],
  })
  const exporter = new metricExporter.OTLPMetricExporter({ url: `${url}/v1/metrics` })
  const reader = new metrics.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: interval })
  const meters = new metrics.MeterProvider({ resource, readers: [reader] })
  const meter = meters.getMeter("hardhat-plugs")
  const histograms = new Map(
    (await measures.read()).flatMap(({ name, type, help: description }) => {
      if (type === "histogram") {
        const advice = { explicitBucketBoundaries: [...stageLimits] }
        return [[name, meter.createHistogram(name, { description, unit: "s", advice })] as const]
      }
      const observed =
        type === "gauge"
          ? meter.createObservableGauge(name, { description })
          : meter.createObservableCounter(name, { description })
      observed.addCallback(async (result) => {
        const samples = (await measures.read()).find((measure) => measure.name === name)?.samples ?? []
        for (const { labels, value } of samples) result.observe(Number(value), labels)
      })
      return []
    }),
  )

  async function trace(messageId: Hex): Promise<void> {
    const message = await store.message(messageId)
    if (message === undefined) return
    const stages = stagesOf(message, await store.marksOf(message))
    ;[seed, spans] = [message.packed, 0]
    const tracer = tracers.getTracer("hardhat-plugs")
    const { id, tx, src, dst, srcPlug, dstPlug, fee } = message
    const attributes = {
      ...{ "plugs.message_id": id, "plugs.outbound_tx": tx, "plugs.fee_wei": String(fee) },
      ...{ "plugs.src": chainName(src), "plugs.dst": chainName(dst) },
      ...{ "plugs.src_plug": srcPlug, "plugs.dst_plug": dstPlug },
    }
    const root = tracer.startSpan("message", { startTime: new Date(message.at * 1_000), root: true, attributes })
    const context = api.trace.setSpan(api.ROOT_CONTEXT, root)
    for (const { name, from, to } of stages) {
      tracer.startSpan(name, { startTime: new Date(from * 1_000) }, context).end(new Date(to * 1_000))
    }
    root.end(new Date((stages.at(-1)?.to ?? message.since) * 1_000))
  }

  return {
    trace,
    record(stages) {
      for (const { labels, value } of stages) {
        for (const histogram of histograms.values()) histogram.record(Number(value), labels)
      }
    },
    flush: () => tracers.forceFlush(),
    [Symbol.asyncDispose]: async () => {
      // A collector that is away must not keep the task.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    },
  }
}

async function loadPackages() {
  try {
    return await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/sdk-metrics"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/exporter-metrics-otlp-http"),
    ])
  } catch (error) {
    throw explainMissing(error)
  }
}

/** Names the package that could not be loaded. Any other error is given back as it is. */
export function explainMissing(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== "ERR_MODULE_NOT_FOUND") return error
  return new TelemetryPackagesMissingError(/package '([^']+)'/.exec(message)?.[1] ?? "a package is missing")
}
