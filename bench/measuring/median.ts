import type { Sample } from "./Measure.ts"

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error("There is no median of no values")
  return (low + high) / 2
}

/** The median of each number of some samples. */
export function medianSample(samples: readonly Required<Sample>[]): Required<Sample> {
  return { value: median(samples.map(({ value }) => value)), cpu: median(samples.map(({ cpu }) => cpu)) }
}
