/**
 * Runs a stream for a user interface, which wants calls and not a loop.
 *
 * @param stream starts the stream; the signal ends it
 * @param signal the caller's own
 * @param onStep called for everything that the stream yields; what it throws ends the stream and goes to `onError`
 * @param onError called at most once, last, with what the stream throws; without it, that is an unhandled rejection
 * @returns ends the stream: nothing is called any more
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
