/** Runs what is ready later, unless it was stopped before. */
export function startLater(prepare: () => Promise<() => () => void>, onError?: (error: unknown) => void): () => void {
  let isStopped = false
  let stop: (() => void) | undefined
  const start = async (): Promise<void> => {
    const run = await prepare()
    if (!isStopped) stop = run()
  }
  void start().catch((error: unknown) => {
    if (isStopped) return
    if (onError === undefined) throw error
    onError(error)
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
