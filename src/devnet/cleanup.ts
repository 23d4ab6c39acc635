/** The functions to run when the devnet stops. Node 22, which is supported, has no `AsyncDisposableStack`. */
export type Cleanup = {
  /** Adds a function to run. The last one added runs first. */
  readonly defer: (undo: () => Promise<void>) => void
  /** Runs every function, even if some reject, and then rejects with the first error. A second call waits for the first. */
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const steps: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined

  async function undoAll(): Promise<void> {
    const failures: unknown[] = []
    for (const undo of steps.reverse()) await undo().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  return {
    defer: (undo) => {
      steps.push(undo)
    },
    run: () => (running ??= undoAll()),
  }
}
