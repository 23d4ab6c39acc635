/** The first event of a demo: its devnet is ready. */
export type ReadyEvent<Chain = { readonly name: string; readonly chainId: number }> = {
  readonly event: "ready"
  readonly chains: readonly Chain[]
  /** Milliseconds that the devnet took to start. */
  readonly elapsed: number
}
