import type { Hex } from "viem"

import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import {
  createMeasures,
  type Measure,
  type MeasuresOptions,
  type Sample,
} from "#extras/watch/src/telemetry/createMeasures.js"
import { openTelemetry } from "#extras/watch/src/telemetry/openTelemetry.js"
import { listen, PortBusyError } from "#src/devnet/server/listen.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"

export type OpenMetricsOptions = MeasuresOptions & {
  readonly store: WatchStore
  /** Where Prometheus reads, on this machine. */
  readonly port: number | undefined
  /** Where OTLP is sent. */
  readonly otlp: string | undefined
}

/** Counts what is delivered. `count` is called after each look. */
export type OpenMetrics = AsyncDisposable & {
  count(): Promise<void>
  /** Counts that somebody could not be told. */
  readonly fail: (listener: string) => void
}

/** Opens what measures a watch, if anything is to. */
export async function openMetrics({ store, port, otlp, ...options }: OpenMetricsOptions): Promise<OpenMetrics> {
  await using opening = new Disposables()
  const measures = createMeasures(store, options)
  const { fail } = measures
  if (port === undefined && otlp === undefined)
    return { fail, count: () => Promise.resolve(), [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose] }
  if (port !== undefined) {
    const server = await listen(
      async ({ url }) => await answer(new URL(url).pathname, async () => prometheusText(await measures.read())),
      port,
    ).catch((error: unknown) => {
      if (!(error instanceof PortBusyError)) throw error
      const problem = `port ${port} on 127.0.0.1 is taken`
      throw new InvalidInputError({ argument: "--metrics-port", problem, fix: "Give another one." })
    })
    opening.defer(() => server.close())
  }
  const telemetry =
    otlp === undefined ? undefined : opening.use(await openTelemetry({ url: otlp, store, measures, ...options }))
  return {
    fail,
    async count() {
      for (;;) {
        const events = await store.unread("metrics", { limit: 500 })
        for (const { fields } of events) {
          if (fields["status"] !== "EXECUTION_SUCCESS") continue
          const messageId = fields["messageId"] as Hex
          const stages = await measures.add(messageId)
          telemetry?.record(stages)
          await telemetry?.trace(messageId)
        }
        // What a collector does not take now is lost to it, and kept here.
        await telemetry?.flush().catch(() => undefined)
        const last = events.at(-1)
        if (last === undefined) return
        await store.markRead("metrics", last.sequence)
      }
    },
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}

async function answer(path: string, metrics: () => Promise<string>): Promise<Response> {
  return path === "/metrics"
    ? new Response(await metrics(), { headers: { "content-type": prometheusType } })
    : new Response("See /metrics.\n", { status: 404 })
}

/** The content type of {@link prometheusText}. */
const prometheusType = "text/plain; version=0.0.4; charset=utf-8"

/** Writes measures as Prometheus reads them. */
export function prometheusText(measures: readonly Measure[]): string {
  return measures
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ labels, value, part = "" }) => `${name}${part}${labelsText(labels)} ${String(value)}`,
      )
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n")
    })
    .join("")
}

function labelsText(labels: Sample["labels"]): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escape(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"')
}
