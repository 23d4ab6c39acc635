/** Mines blocks in intervals, as `evm_setIntervalMining` has a node do it. */
export type IntervalMining = {
  /** @param interval milliseconds, the least and the most milliseconds, or 0 to mine no more */
  set(interval: unknown): true
}

/** @param mine mines a block. It is not called again before it has resolved. */
export function startIntervalMining(mine: () => Promise<unknown>): IntervalMining {
  let timer: NodeJS.Timeout | undefined
  let current: unknown = 0

  const schedule = (interval: unknown): void => {
    const [from, to] = (Array.isArray(interval) ? interval : [interval, interval]) as [unknown, unknown]
    const [least, most] = [Number(from), Number(to)]
    if (!(least > 0)) return
    timer = setTimeout(
      () => {
        // A failure, as on a chain that is being closed, says what it has to say to the next request.
        void mine()
          .catch(() => undefined)
          .then(() => {
            if (current === interval) schedule(interval)
          })
      },
      least + Math.random() * (most - least),
    )
  }

  return {
    set(interval) {
      clearTimeout(timer)
      // A list of its own, so that what runs can be told from what was set later.
      current = Array.isArray(interval) ? [...(interval as unknown[])] : [interval, interval]
      schedule(current)
      return true
    },
  }
}
