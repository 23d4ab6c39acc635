import type { Address, Hex } from "viem"
import { getAbiItem, getAddress } from "viem/utils"

import { nativeToken } from "../../../swap/nativeToken.js"
import { marketTokenArtifact } from "../../artifacts/MarketToken.js"
import type { LocalChain } from "../../chain/chains.js"
import { createLogParser } from "../../chain/logs/createLogParser.js"
import { getMinedLogs } from "../../chain/logs/getMinedLogs.js"
import type { MarketContracts } from "../contracts.js"
import { createViewReader } from "../createViewReader.js"
import type { RouteFact } from "../ledger/facts.js"
import type { MarketQuote, Quotes } from "../quoting/quotes.js"

const { abi: tokenAbi } = marketTokenArtifact

/** Reads the balances of a chain's deposit addresses, of those that anything was ever sent to. */
export type DepositReader = (fromBlock: bigint, toBlock: bigint) => Promise<readonly RouteFact[]>

export function createDepositReader(chain: LocalChain, contracts: MarketContracts, quotes: Quotes): DepositReader {
  const { usdc, usdt, weth, spark } = contracts
  /** The tokens that may be at each quote's address. None is ever removed, because a reorg can bring its balance back. */
  const known = new Map<Hex, Set<Address>>()

  function note({ quoteId }: MarketQuote, token: Address): void {
    known.set(quoteId, (known.get(quoteId) ?? new Set<Address>()).add(token))
  }

  async function noteTransfers(open: readonly MarketQuote[], fromBlock: bigint, toBlock: bigint): Promise<void> {
    const byAddress = new Map(open.map((quote) => [quote.depositAddress, quote]))
    const logs = await getMinedLogs(chain, [usdc, usdt, weth, spark], fromBlock, toBlock)
    for (const { address, args } of parseTransfers(logs)) {
      const quote = byAddress.get(getAddress(args.to))
      if (quote !== undefined) note(quote, getAddress(address))
    }
  }

  /** Reads balances of native tokens, because no chain logs their transfers. */
  async function noteNative(open: readonly MarketQuote[]): Promise<void> {
    await Promise.all(
      open.map(async (quote) => {
        if ((await nativeBalanceOf(quote)) > 0n) note(quote, nativeToken)
      }),
    )
  }

  async function nativeBalanceOf({ depositAddress }: MarketQuote): Promise<bigint> {
    if (depositAddress === undefined) return 0n
    const request = { method: "eth_getBalance", params: [depositAddress, "latest"] }
    return BigInt((await chain.provider.request(request)) as Hex)
  }

  return async (fromBlock, toBlock) => {
    const open = quotes.depositsOn(chain.slug)
    if (open.length === 0) return []
    await Promise.all([noteTransfers(open, fromBlock, toBlock), noteNative(open)])
    const read = createViewReader(chain, contracts)
    const balanceOf = async (quote: MarketQuote, token: Address): Promise<bigint> => {
      if (token === nativeToken || quote.depositAddress === undefined) return await nativeBalanceOf(quote)
      return (await read(token, tokenAbi, "balanceOf", [quote.depositAddress])) ?? 0n
    }
    return await Promise.all(
      open
        .filter(({ quoteId }) => known.has(quoteId))
        .map(async (quote): Promise<RouteFact> => {
          const tokens = [...(known.get(quote.quoteId) ?? [])]
          const amounts = await Promise.all(tokens.map((token) => balanceOf(quote, token)))
          const deposited = tokens.map((token, index) => ({ token, amount: amounts[index] ?? 0n }))
          return { quoteId: quote.quoteId, deposited: deposited.filter(({ amount }) => amount > 0n) }
        }),
    )
  }
}

const parseTransfers = createLogParser([getAbiItem({ abi: tokenAbi, name: "Transfer" })])
