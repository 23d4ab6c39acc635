import type { Address } from "viem"

import type { MarketContracts } from "../contracts.js"
import { bridges, depositProvider, dexes } from "../providers.js"
import { type MarketToken, marketTokens } from "../tokens.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { UserOps } from "#extras/swap/src/types.js"
import type { QuoteQuery } from "#extras/swap/src/wire/querySchemas.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { zeroAddress } from "#src/primitives/address.js"
import { isEvmAddress } from "#src/primitives/foreign.js"

/** Why a request cannot be answered. */
export type Problem = { readonly problem: string }

/** A query whose addresses are those of EVM chains, which the market's chains are. */
export type EvmQuery = QuoteQuery & {
  readonly inputToken: Address
  readonly outputToken: Address
  readonly receiverAddress: Address
  readonly userAddress?: Address | undefined
  readonly refundAddress?: Address | undefined
}

/** A request for quotes, in the market's own terms. */
export type QuoteRequest = {
  readonly query: EvmQuery
  readonly origin: LocalChain
  readonly destination: LocalChain
  readonly input: MarketToken
  readonly output: MarketToken
  readonly feeBps: number
  readonly userOp: "tx" | "deposit"
  readonly refundTo: Address
}

/** Parameters that the API has, and with which this market does nothing. */
const idle = ["refuel", "contractCaller", "simulatedQuotesRequired", "includeQuoteRejections", "exchange"] as const

/** More than that fits in no block beside other transactions. */
const mostPayloadGas = 10_000_000n

/** Reads a query into a request, and refuses what no contract would do. */
export function readQuoteRequest(
  given: QuoteQuery & { readonly userOps: UserOps },
  { chains, contracts }: { chains: readonly LocalChain[]; contracts: MarketContracts },
): QuoteRequest | Problem {
  const query = readEvmQuery(given)
  if ("problem" in query) return query
  const unserved = idle.find((name) => query[name] !== undefined && query[name] !== false)
  if (unserved !== undefined) return { problem: `${unserved}: this market does nothing with it; leave it out` }
  const { userOps, destinationPayload, destinationGasLimit = 0n } = given
  if (destinationGasLimit > (destinationPayload === undefined ? 0n : mostPayloadGas)) {
    return { problem: `destinationGasLimit: at most ${mostPayloadGas}, and only with destinationPayload` }
  }
  const { feeBps = 0, feeTakerAddress, receiverAddress, includeProvider = [], excludeProvider = [] } = query
  if (userOps === "cex-withdraw") {
    return { problem: "userOps: there is no exchange here to withdraw from; use tx or deposit" }
  }
  const chainOf = (chainId: number | undefined) => chains.find((chain) => chain.chainId === chainId)
  const [origin, destination] = [chainOf(query.originChainId), chainOf(query.destinationChainId)]
  const ids = chains.map(({ chainId }) => chainId).join(", ")
  if (origin === undefined) return { problem: `originChainId: no chain ${query.originChainId} here, only ${ids}` }
  if (destination === undefined) {
    return { problem: `destinationChainId: no chain ${query.destinationChainId} here, only ${ids}` }
  }
  const [input, output] = [tokenAt(contracts, query.inputToken), tokenAt(contracts, query.outputToken)]
  if (input === undefined) return { problem: `inputToken: the market of ${origin.name} has no ${query.inputToken}` }
  if (output === undefined) {
    return { problem: `outputToken: the market of ${destination.name} has no ${query.outputToken}` }
  }
  if (origin === destination && query.inputToken === query.outputToken) {
    return { problem: "outputToken: same as inputToken, on the same chain" }
  }
  for (const [name, ids] of Object.entries({ includeProvider, excludeProvider })) {
    const unknown = ids.find((id) => !(id in dexes || id in bridges || id === depositProvider.id))
    if (unknown !== undefined) return { problem: `${name}: no provider ${unknown} here` }
  }
  const refundTo = userOps === "deposit" ? query.refundAddress : query.userAddress
  const refundName = userOps === "deposit" ? "refundAddress" : "userAddress"
  if (refundTo === undefined) return { problem: `missing field : ${refundName}` }

  if (feeBps === 10_000) return { problem: "feeBps: nothing would be left for the route" }
  const payees = { receiverAddress, [refundName]: refundTo, ...(feeBps > 0 && { feeTakerAddress }) }
  const [unpayable] = Object.entries(payees).find(([, account]) => !isPayable(contracts, account)) ?? []
  if (unpayable !== undefined) return { problem: `${unpayable}: what is paid there could not be withdrawn` }
  const isDepositExcluded = userOps === "deposit" && excludeProvider.includes(depositProvider.id)
  if (isDepositExcluded)
    return { problem: `excludeProvider: no other provider than ${depositProvider.id} takes deposits` }
  return { query, origin, destination, input, output, feeBps, userOp: userOps, refundTo }
}

function readEvmQuery(query: QuoteQuery): EvmQuery | Problem {
  const { inputToken, outputToken, userAddress, receiverAddress, refundAddress } = query
  const given = Object.entries({ inputToken, outputToken, userAddress, receiverAddress, refundAddress })
  const [foreign] = given.find(([, address]) => address !== undefined && !isEvmAddress(address)) ?? []
  return foreign === undefined ? (query as EvmQuery) : { problem: `${foreign}: every chain here is an EVM chain` }
}

/** Finds the market's token at an address; WETH for the native token. */
export function tokenAt(contracts: MarketContracts, address: Address): MarketToken | undefined {
  if (address === nativeToken) return "weth"
  return (Object.keys(marketTokens) as MarketToken[]).find((token) => contracts[token] === address)
}

/** The router refuses to pay itself, because it leaves what it has to its next caller, and WETH, which would pay the router back. */
function isPayable({ router, weth }: MarketContracts, account: Address | undefined): boolean {
  return account !== undefined && ![zeroAddress, router, weth].includes(account)
}
