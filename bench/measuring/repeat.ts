import { Bench } from "tinybench"

import { cpuTime } from "./cpuTime.ts"
import type { Sample } from "./Measure.ts"
import { median } from "./median.ts"

/**
 * Does some work a number of times, one after the other, after a short warm-up.
 *
 * @returns the median of its time, in milliseconds, and of its CPU time
 */
export async function repeat(
  iterations: number,
  work: () => Promise<void>,
  { warmupIterations = 3 }: { warmupIterations?: number } = {},
): Promise<Required<Sample>> {
  const cpu: number[] = []
  const bench = new Bench({ iterations, time: 0, warmupIterations, warmupTime: 0, throws: true })
  bench.add(
    "work",
    async () => {
      const before = cpuTime()
      await work()
      cpu.push(cpuTime() - before)
    },
    { async: true },
  )
  const [task] = await bench.run()
  if (task?.result.state !== "completed") throw new Error("The work was not measured")
  return { value: task.result.latency.p50, cpu: median(cpu.slice(-iterations)) }
}

/** Does some work once. */
export async function once(work: () => Promise<void>): Promise<Required<Sample>> {
  const [began, cpu] = [performance.now(), cpuTime()]
  await work()
  return { value: performance.now() - began, cpu: cpuTime() - cpu }
}
