import { Bench } from "tinybench"

export type Measured = { readonly samples: number; readonly p50: number; readonly p99: number }

/** Measures the latency of some work over a number of runs, one after the other, after a short warm-up. In milliseconds. */
export async function measure(
  name: string,
  iterations: number,
  work: () => Promise<void>,
  { warmupIterations = 3 }: { warmupIterations?: number } = {},
): Promise<Measured> {
  const bench = new Bench({ iterations, time: 0, warmupIterations, warmupTime: 0, throws: true }).add(name, work, {
    async: true,
  })
  const [task] = await bench.run()
  if (task?.result.state !== "completed") throw new Error(`${name} was not measured`)
  const { latency } = task.result
  return { samples: latency.samplesCount, p50: latency.p50, p99: latency.p99 }
}

/** Prints one line for a figure: its name, its value, its bound, and how many times better it is than that. */
export function printFigure(
  what: string,
  { value, unit, bound, atMost }: { value: number; unit: string; bound: number; atMost: boolean },
): void {
  const ratio = atMost ? bound / value : value / bound
  const verdict = ratio >= 1 ? "met" : "MISSED"
  console.log(
    `${what.padEnd(52)} ${value.toFixed(1).padStart(8)} ${unit.padEnd(10)} ${atMost ? "≤" : "≥"} ${String(bound).padStart(5)}   ×${ratio.toFixed(1)} ${verdict}`,
  )
}
