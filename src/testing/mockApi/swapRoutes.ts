import { defineRoute, type MockRoute } from "./MockRoute.js"
import { extras, type SwapEntry } from "#src/plugin/extras.js"

/** What each entry answers to. The bodies are made by what `extras` has of a mocked swap API. */
export function swapRoutes(entries: readonly SwapEntry[]): MockRoute[] {
  return entries.map((entry) =>
    defineRoute<unknown>({
      ...requestOf(entry),
      body: async (answer, fields) => (await extras.mockedSwapApi()).bodyOf(entry, answer, fields),
    }),
  )
}

function requestOf(entry: SwapEntry): Omit<MockRoute, "body"> {
  if ("states" in entry) {
    const query = "quoteId" in entry ? { quoteId: entry.quoteId } : { srcTxHash: entry.srcTxHash }
    return { paths: ["/v3/swap/status"], query, about: `the route ${Object.values(query)[0]}`, steps: entry.states }
  }
  if ("quotes" in entry) {
    const { quotes: steps, originChainId, destinationChainId, inputToken, outputToken, userOps } = entry
    const query = { originChainId, destinationChainId, inputToken, outputToken, userOps }
    return { paths: ["/v3/swap/quote"], query, about: "a quote", steps }
  }
  if ("tokens" in entry) {
    const { tokens: steps, q } = entry
    const of = { paths: [`/v3/swap/tokens/${q === undefined ? "list" : "search"}`], query: { q }, steps }
    return { ...of, about: q === undefined ? "the list of tokens" : `tokens found by ${q}` }
  }
  if ("chains" in entry) {
    return { paths: ["/v3/swap/supported-chains"], query: {}, about: "the supported chains", steps: entry.chains }
  }
  return { paths: ["/v3/swap/providers"], query: {}, about: "the providers", steps: entry.providers }
}
