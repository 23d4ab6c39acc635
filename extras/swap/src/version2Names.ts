/** Parameters of version 2 that were renamed, with their names in version 3. Their values mean the same. */
export const renamed = {
  fromChainId: "originChainId",
  toChainId: "destinationChainId",
  fromTokenAddress: "inputToken",
  toTokenAddress: "outputToken",
  fromAmount: "inputAmount",
  recipient: "receiverAddress",
} as const

/** Lists of version 2 that were merged, with the list of version 3 that replaces each. */
export const merged = {
  includeDexes: "includeProvider",
  includeBridges: "includeProvider",
  excludeDexes: "excludeProvider",
  excludeBridges: "excludeProvider",
} as const

const oneTransaction = "Leave it out: every route is a single transaction now."

/** Parameters of version 2 that version 3 does not have, and what to do instead. */
export const dropped: Readonly<Record<string, string>> = {
  singleTxOnly: oneTransaction,
  maxUserTxs: oneTransaction,
  uniqueRoutesPerBridge: "Leave it out, and choose among the routes of the response.",
  disableSwapping: "Leave it out, and name bridges in includeProvider.",
  bridgeWithGas: "Leave it out, and get another quote for the destination's native currency.",
  bridgeWithInsurance: "Leave it out: nothing replaces it.",
  isContractCall: "Leave it out: nothing replaces it.",
  showAutoRoutes: "Leave it out: the response has one list of routes.",
  activeRouteId: "Leave it out: there are no sessions. getStatus takes the quoteId of a route.",
  requestHash: "Leave it out: getStatus takes the quoteId of a route.",
  "API-KEY": "Give the key as apiKey to createSwapClient, which sends it as x-api-key.",
}

/** Returns how to replace a parameter of version 2, or `undefined` if version 2 had no such parameter. */
export function replacementOf(name: string): string | undefined {
  const now = ownOf(renamed, name)
  if (now !== undefined) return `Use ${now}, its name in version 3. migrateQuoteParameters renames it.`
  const list = ownOf(merged, name)
  if (list !== undefined) return `Give the provider ids in ${list}. migrateQuoteParameters merges the lists.`
  if (name === "feePercent") return "Use feeBps, in hundredths of a percent: 50 for 0.5 percent."
  // Version 2 had two slippages. The specification does not give their names.
  if (/slippage$/i.test(name) && name !== "slippage") return "Use slippage: there is only one now."
  return ownOf(dropped, name)
}

function ownOf(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
