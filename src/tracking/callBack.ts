/**
 * Reads a stream and calls back for each item, for user interfaces that cannot run a loop.
 *
 * @param stream starts the stream; its signal ends it
 * @param signal the caller's own signal, which also ends the stream
 * @param onStep called with each item; an error that it throws ends the stream and is passed to `onError`
 * @param onError called at most once, with the error that ended the stream; without it the error is an unhandled rejection
 * @returns a function that ends the stream; nothing is called after it
 */
export function callBack<Step>(
  stream: (signal: AbortSignal) => AsyncIterable<Step>,
  signal: AbortSignal | undefined,
  onStep: (step: Step) => void,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  const stop = new AbortController()

  const run = async (): Promise<void> => {
    try {
      for await (const step of stream(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]))) {
        onStep(step)
        if (stop.signal.aborted) return
      }
    } catch (error) {
      if (stop.signal.aborted) return
      if (onError === undefined) throw error
      onError(error)
    }
  }
  void run()
  return () => {
    stop.abort()
  }
}
