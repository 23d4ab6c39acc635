/** Changes what the actors do, for tests of what can go wrong. Every function is optional. */
export type Interceptor<Stage extends string, Item = unknown> = {
  /** How many milliseconds longer an item waits for a stage than it would have to. */
  readonly delay?: ((stage: Stage, chainSlug: number, item: Item) => number) | undefined
  /** Chooses which of the due items an actor may take, and in which order. */
  readonly choose?: ((stage: Stage, chainSlug: number, items: readonly Item[]) => readonly Item[]) | undefined
  /**
   * Runs before an actor begins with items. It begins with those that are returned; the others are looked at again after the next change.
   */
  readonly before?: ((stage: Stage, chainSlug: number, items: readonly Item[]) => Promise<readonly Item[]>) | undefined
}
