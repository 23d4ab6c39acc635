/** Where a test has called an assertion. */
export type CallSite = {
  /** Gives an error the frames of the test instead of those of this package. */
  point<Thrown>(error: Thrown): Thrown
}

/**
 * Remembers where an assertion was called, before anything is awaited: later there is no frame of the test any more.
 *
 * @param called the function that the test has called; frames of it, and of what it has called, are left out
 */
export function captureCallSite(called: ((...args: never[]) => unknown) | undefined): CallSite {
  const site: { stack?: string } = {}
  Error.captureStackTrace(site, called)
  const frames = (site.stack ?? "").split("\n").slice(1).join("\n")
  return {
    point(error) {
      if (error instanceof Error) {
        Object.defineProperty(error, "stack", {
          value: `${error.name}: ${error.message}\n${frames}`,
          configurable: true,
          writable: true,
        })
      }
      return error
    },
  }
}
