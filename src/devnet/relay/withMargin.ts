/**
 * What a call is given that took so much gas when it was tried alone: what comes before it can make it dearer, and each call
 * inside it gets at most 63/64 of what is left.
 *
 * @param most what it was tried with
 */
export function withMargin(gasUsed: bigint, most: bigint): bigint {
  const gas = (gasUsed * 3n) / 2n + 60_000n
  return gas < most ? gas : most
}
