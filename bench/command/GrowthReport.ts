import { z } from "zod"

import { type Machine, machineSchema } from "./BenchReport.ts"

/** One part of a plot: lines over the same axes. */
export type Panel = {
  readonly title: string
  /** What each axis counts, or its unit. */
  readonly x: string
  readonly y: string
  readonly lines: readonly {
    readonly label: string
    readonly points: readonly { readonly x: number; readonly y: number }[]
  }[]
}

/** What `npm run bench -- --growth --json` prints. */
export type GrowthReport = {
  readonly commit: string
  readonly isChanged: boolean
  readonly machine: Machine
  readonly panels: readonly Panel[]
}

const point = z.strictObject({ x: z.number(), y: z.number() })
const line = z.strictObject({ label: z.string(), points: z.array(point).readonly() })

/** Takes what `npm run bench -- --growth --json` prints. */
export const growthReport: z.ZodType<GrowthReport> = z.strictObject({
  commit: z.string(),
  isChanged: z.boolean(),
  machine: machineSchema,
  panels: z
    .array(z.strictObject({ title: z.string(), x: z.string(), y: z.string(), lines: z.array(line).readonly() }))
    .readonly(),
})
