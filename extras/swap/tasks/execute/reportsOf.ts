import { AbortedError } from "#src/http/errors.js"

/** Reports something, and resolves once the next report is asked for. */
type Report<Step> = (step: Step) => Promise<void>

/**
 * Runs work that reports through callbacks, and yields its reports in order. Work that awaits a report never runs ahead of what was done
 * about it. A loop that leaves early aborts the work and waits for its end.
 *
 * @param signal aborts the work
 * @returns what the work returns
 * @throws what the work throws, after all its reports
 * @example
 * const hash = yield* reportsOf((report, signal) => send({ signal, onSubmitted: (hash) => report({ kind: "sent", hash }) }), signal)
 */
export async function* reportsOf<Step, Result>(
  work: (report: Report<Step>, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Step, Result> {
  const leaving = new AbortController()
  const waiting: {
    readonly step: Step
    readonly resolve: (value: undefined) => void
    readonly reject: (error: Error) => void
  }[] = []
  let wake = Promise.withResolvers<undefined>()
  const report: Report<Step> = (step) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    // Callbacks that report and cannot wait leave the promise alone.
    promise.catch(() => undefined)
    waiting.push({ step, resolve, reject })
    if (leaving.signal.aborted) reject(new AbortedError())
    wake.resolve(undefined)
    return promise
  }

  const state = { isDone: false }
  const working = work(report, AbortSignal.any([signal, leaving.signal])).finally(() => {
    state.isDone = true
    wake.resolve(undefined)
  })
  try {
    for (;;) {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        yield next.step
        next.resolve(undefined)
        waiting.shift()
      }
      if (state.isDone) return await working
      await wake.promise
      wake = Promise.withResolvers()
    }
  } finally {
    leaving.abort()
    for (const { reject } of waiting) reject(new AbortedError())
    await working.catch(() => undefined)
  }
}
