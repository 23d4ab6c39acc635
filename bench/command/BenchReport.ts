import { z } from "zod"

import { type Unit, units } from "../figures.ts"

/** What was measured at one commit. */
export type Measured = {
  /** The median of the rounds, in the figure's unit. */
  readonly value: number
  readonly rounds: readonly number[]
  /** The median of the CPU time that the same work took, in milliseconds. Null for a figure that is not about work. */
  readonly cpu: number | null
  readonly cpuRounds: readonly number[]
}

export type Result = Measured | { /** Why it could not be measured. */ readonly error: string }

/** One figure, and what is required of it. */
export type FigureReport = {
  readonly name: string
  readonly what: string
  readonly unit: Unit
  readonly atMost?: number | undefined
  readonly atLeast?: number | undefined
  readonly aim?: number | undefined
  readonly result: Result
  readonly isMet: boolean
  /** The same at the other commit, with `--compare`. */
  readonly compared?: Result | undefined
  /**
   * What the figure costs now, divided by what it cost at the other commit: the median over the rounds, each of which measured both.
   * Below 1 is better, for rates too.
   */
  readonly ratio?: number | undefined
  readonly cpuRatio?: number | undefined
}

/** What of a machine decides how fast it is. */
export type Machine = {
  readonly cores: number
  readonly memoryGiB: number
  readonly node: string
  readonly platform: string
}

/** What `npm run bench -- --json` prints. */
export type BenchReport = {
  /** The commit of the working tree. */
  readonly commit: string
  /** Whether the working tree differs from it. */
  readonly isChanged: boolean
  /** The other commit, with `--compare`. */
  readonly comparedWith?: string | undefined
  readonly machine: Machine
  readonly figures: readonly FigureReport[]
}

const numbers = z.array(z.number()).readonly()
const measured = z.strictObject({ value: z.number(), rounds: numbers, cpu: z.number().nullable(), cpuRounds: numbers })
const result: z.ZodType<Result> = z.union([measured, z.strictObject({ error: z.string() })])

export const machineSchema: z.ZodType<Machine> = z.strictObject({
  cores: z.int(),
  memoryGiB: z.int(),
  node: z.string(),
  platform: z.string(),
})

/** Takes what `npm run bench -- --json` prints. */
export const benchReport: z.ZodType<BenchReport> = z.strictObject({
  commit: z.string(),
  isChanged: z.boolean(),
  comparedWith: z.string().optional(),
  machine: machineSchema,
  figures: z
    .array(
      z.strictObject({
        name: z.string(),
        what: z.string(),
        unit: z.enum(units),
        atMost: z.number().optional(),
        atLeast: z.number().optional(),
        aim: z.number().optional(),
        result,
        isMet: z.boolean(),
        compared: result.optional(),
        ratio: z.number().optional(),
        cpuRatio: z.number().optional(),
      }),
    )
    .readonly(),
})

/** Whether a figure was measured. */
export function isMeasured(given: Result | undefined): given is Measured {
  return given !== undefined && "value" in given
}
