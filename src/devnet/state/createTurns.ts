/**
 * Creates a function that does one thing after the other, in the order in which it is called.
 *
 * @example
 * const inTurn = createTurns()
 * await inTurn(() => write(record))
 */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work, work)
    last = done.catch(() => undefined)
    return done
  }
}
