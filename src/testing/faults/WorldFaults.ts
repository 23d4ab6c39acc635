/** What can be made to go wrong, by name. A fault lasts until `clear`, or until the world goes back to a snapshot from before it. */
export type WorldFaults = {
  /** Ends all faults. */
  readonly clear: () => Promise<void>
}
