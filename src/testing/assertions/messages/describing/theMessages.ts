/** Words for the messages of a transaction, which depend on how many there are. */
export type MessageWords = {
  /** `the message`, or `all 3 messages`. */
  readonly every: string
  /** `the message not`, or `none of the 3 messages`. */
  readonly no: string
  /** Such as `it is`, or `2 of them are`. */
  readonly are: (some: readonly unknown[]) => string
}

/** @param all the messages of the transaction */
export function theMessages(all: readonly unknown[]): MessageWords {
  const count = String(all.length)
  if (all.length === 1) return { every: "the message", no: "the message not", are: () => "it is" }
  return {
    every: `all ${count} messages`,
    no: `none of the ${count} messages`,
    are: ({ length }) => (length === 1 ? "1 of them is" : `${String(length)} of them are`),
  }
}
