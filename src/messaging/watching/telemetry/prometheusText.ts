import type { Measure, Sample } from "./createMeasures.js"

/** The content type of {@link prometheusText}. */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8"

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
