/** How long a deployment may take before it counts as stuck, in milliseconds: five minutes, as in the API's reference. */
export const stuckAfter: number = 5 * 60_000

/**
 * Checks whether a deployment that is not done is stuck. Five minutes count from the block of the transaction that requested it.
 *
 * @param now milliseconds since 1970
 */
export function isStuck({ requestedAt }: { readonly requestedAt: number }, now: number): boolean {
  return now - requestedAt * 1_000 >= stuckAfter
}
