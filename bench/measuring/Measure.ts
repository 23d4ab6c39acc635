/** One measured value, in the unit of its figure. */
export type Sample = {
  readonly value: number
  /** Milliseconds of CPU time, of all threads, that the measured work took. */
  readonly cpu?: number
}

/** What a measurement can be told, such as how many chains to start. */
export type MeasureOptions = Readonly<Record<string, number | boolean>>

/** A measurement: it does its work in a process of its own, and returns a sample for each figure that it gives. */
export type Measure = (options: MeasureOptions) => Promise<Readonly<Record<string, Sample>>>
