/** Calls that one search makes at most. */
const mostCalls = 8

/**
 * Finds about how much gas a call needs that fails with a limit: within 2 % above what it needs, if the calls suffice for that.
 *
 * @param limit gas with which it fails
 * @param enough gas with which it succeeds
 * @param succeeds whether it succeeds with some gas
 * @returns an amount with which it succeeds
 */
export async function findGasNeeded(
  limit: bigint,
  enough: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  let low = limit
  let high = limit > 5_000n ? limit * 2n : 10_000n
  let calls = 1
  for (; high < enough && !(await succeeds(high)); calls += 1) {
    low = high
    high *= 4n
  }
  if (high > enough) high = enough
  for (; calls < mostCalls && high - low > low / 50n; calls += 1) {
    const middle = (low + high) / 2n
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}
