/** One change of whatever is followed. */
export type ShownStep = {
  readonly kind: "state" | "reorg"
  readonly state: string
  readonly previousState?: string
  readonly at: number
}

/** A step with the fields that its line in JSON has. */
export type StepFields = ShownStep & Readonly<Record<string, unknown>>
