/** Calls that one search makes at most. */
const mostCalls = 8

/** No chain lets a transaction use more. */
const mostGas = 1_000_000_000n

/**
 * Finds about how much gas a call needs that fails with a limit: within 2 % above what it needs, if the calls suffice for that.
 *
 * @param limit gas with which it fails
 * @param succeeds whether it succeeds with some gas
 * @returns an amount with which it succeeds; `undefined` if none was found
 */
export async function findGasNeeded(
  limit: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint | undefined> {
  let low = limit
  let high = limit > 5_000n ? limit * 2n : 10_000n
  let calls = 1
  while (!(await succeeds(high))) {
    low = high
    high *= 4n
    calls += 1
    if (calls >= mostCalls || high > mostGas) return undefined
  }
  for (; calls < mostCalls && high - low > low / 50n; calls += 1) {
    const middle = (low + high) / 2n
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}
