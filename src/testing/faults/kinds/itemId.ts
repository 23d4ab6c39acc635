/** The id of what an actor works on: a message, a payload or a job. */
export function itemId(item: unknown): string {
  const { outbound, payloadId, id } = item as {
    readonly outbound?: { readonly messageId: string }
    readonly payloadId?: string
    readonly id?: string
  }
  return outbound?.messageId ?? payloadId ?? id ?? ""
}

/** Creates a function that tells which of some items it has not been asked about before, by their ids. */
export function createNewItems(): (items: readonly unknown[]) => number {
  const known = new Set<string>()
  return (items) => {
    const before = known.size
    for (const item of items) known.add(itemId(item))
    return known.size - before
  }
}
