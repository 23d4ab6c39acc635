import type { Address, Hex } from "viem"
import { decodeFunctionData } from "viem/utils"

import { swapRouterArtifact } from "../../artifacts/SwapRouter.js"
import type { LocalChain } from "../../chain/chains.js"
import type { RouteFact } from "../ledger/facts.js"
import { quoteIdOf } from "../quoting/orders.js"
import { type Quotes, validity } from "../quoting/quotes.js"

type Transaction = { readonly hash: Hex; readonly to: Address | null; readonly input: Hex }
type Receipt = { readonly status: Hex }
type Block = { readonly timestamp: Hex; readonly transactions: readonly Transaction[] }

/**
 * Finds the quotes whose transaction reverted, which leaves no log. Reads blocks only while a quote is valid that a transaction could
 * use.
 */
export async function readReverted(
  chain: LocalChain,
  router: Address,
  quotes: Quotes,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<readonly RouteFact[]> {
  const facts: RouteFact[] = []
  // Without any quote there is no time to compare with one. A block of a hundred messages is 40 kB, and every block comes here.
  if (!quotes.isAnyOpen(chain.slug, 1)) return facts
  let oldest = 0
  for (let number = toBlock; number >= fromBlock; number -= 1n) {
    const block = await blockAt(number)
    if (block === null) break
    const timestamp = Number(block.timestamp)
    if (number === toBlock) {
      if (!quotes.isAnyOpen(chain.slug, timestamp)) break
      oldest = timestamp - validity
    }
    if (timestamp < oldest) break
    for (const { hash, to, input } of block.transactions) {
      if (to?.toLowerCase() !== router.toLowerCase() || !(await isReverted(hash))) continue
      const quoteId = quoteOf(input)
      if (quoteId === undefined || quotes.get(quoteId) === undefined) continue
      facts.push({ quoteId, reverted: { txHash: hash, timestamp } })
    }
  }
  return facts

  async function blockAt(number: bigint): Promise<Block | null> {
    const params = [`0x${number.toString(16)}`, true]
    return (await chain.provider.request({ method: "eth_getBlockByNumber", params })) as Block | null
  }

  async function isReverted(hash: Hex): Promise<boolean> {
    const params = [hash]
    const receipt = (await chain.provider.request({ method: "eth_getTransactionReceipt", params })) as Receipt | null
    return receipt?.status === "0x0"
  }

  function quoteOf(data: Hex): Hex | undefined {
    try {
      const { functionName, args } = decodeFunctionData({ abi: swapRouterArtifact.abi, data })
      return functionName === "execute" ? quoteIdOf(args[0], { chainId: chain.chainId, router }) : undefined
    } catch {
      return undefined
    }
  }
}
