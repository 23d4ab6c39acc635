/** What must be undone, last things first. Node 22, which we support, has no `AsyncDisposableStack`. */
export type Cleanup = {
  defer(undo: () => Promise<void>): void
  /** Undoes everything, even when some of it fails; then fails with the first failure. A second call waits for the first. */
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
    defer(undo) {
      steps.push(undo)
    },
    run: () => (running ??= undoAll()),
  }
}
