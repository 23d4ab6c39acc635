/** What the earlier version calls differently, and how it is called now. Its values mean the same. */
export const renamed = {
  fromChainId: "originChainId",
  toChainId: "destinationChainId",
  fromTokenAddress: "inputToken",
  toTokenAddress: "outputToken",
  fromAmount: "inputAmount",
  recipient: "receiverAddress",
} as const

/** Lists of the earlier version, which are merged into one. */
export const merged = {
  includeDexes: "includeProvider",
  includeBridges: "includeProvider",
  excludeDexes: "excludeProvider",
  excludeBridges: "excludeProvider",
} as const

const oneTransaction = "Leave it out: every route is one transaction now."

/** What the earlier version knew and this one doesn't, and what to do instead. */
export const dropped: Readonly<Record<string, string>> = {
  singleTxOnly: oneTransaction,
  maxUserTxs: oneTransaction,
  uniqueRoutesPerBridge: "Leave it out, and choose among the routes of the answer.",
  disableSwapping: "Leave it out, and name bridges in includeProvider.",
  bridgeWithGas: "Leave it out, and quote the destination's native currency by itself.",
  bridgeWithInsurance: "Leave it out: nothing replaces it.",
  isContractCall: "Leave it out: nothing replaces it.",
  showAutoRoutes: "Leave it out: the answer has one list of routes.",
  activeRouteId: "Leave it out: there are no sessions. A route is known by its quoteId, which getStatus takes.",
  requestHash: "Leave it out: a route is known by its quoteId, which getStatus takes.",
  "API-KEY": "Give the key as apiKey to createSwapClient, which sends it as x-api-key.",
}

/** What to write instead of a name of the earlier version; `undefined` for any other name. */
export function replacementOf(name: string): string | undefined {
  const now = ownOf(renamed, name)
  if (now !== undefined) return `It is called ${now} now; migrateQuoteParameters renames it.`
  const list = ownOf(merged, name)
  if (list !== undefined) return `Give the provider ids in ${list}; migrateQuoteParameters merges the lists.`
  if (name === "feePercent") return "Give feeBps, in hundredths of a percent: 0.5 percent are 50."
  // The specification says that there were two, and not what they were called.
  if (/slippage$/i.test(name) && name !== "slippage") return "There is one slippage now: give it as slippage."
  return ownOf(dropped, name)
}

function ownOf(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
