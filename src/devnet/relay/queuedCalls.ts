/** A call that is answered together with others. */
export type Queued<Call, Result> = {
  readonly call: Call
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function enqueue<Call, Result>(queue: Queued<Call, Result>[], call: Call): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  queue.push({ call, resolve, reject })
  return promise
}

/** Answers what is queued until nothing is left, in batches of as many calls as `count` says. */
export async function answerQueued<Call, Result>(
  queue: Queued<Call, Result>[],
  answer: (calls: readonly Call[]) => Promise<readonly Result[]>,
  count: (queue: readonly Queued<Call, Result>[]) => number = ({ length }) => length,
): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, count(queue))
    try {
      const results = await answer(batch.map(({ call }) => call))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
