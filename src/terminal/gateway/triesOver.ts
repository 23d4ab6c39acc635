/** What a report adds to the reason of a revert that is tried no more. */
export const triesOver = "tries are over"

/** The reason of a revert, and whether its tries are over. */
export function revertText({
  reason,
  isGivenUp,
}: {
  readonly reason: string
  readonly isGivenUp?: boolean | null | undefined
}): string {
  return isGivenUp === true ? `${reason}; ${triesOver}` : reason
}
