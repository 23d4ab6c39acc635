/** What every demo takes. */
export type DemoOptions<Event> = {
  readonly onEvent: (event: Event) => void
  /** Awaited between two states, so that a person can follow. */
  readonly delay: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}
