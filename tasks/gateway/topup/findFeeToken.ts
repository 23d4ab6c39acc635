import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"

import { devnetFeeToken } from "#src/devnet/addresses.js"
import { readToken } from "#src/onchain/tokens.js"
import { pinnedTokens } from "#src/plugin/connection/findToken.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Finds the token that pays for credits. A symbol means what `plugs.swap.tokens` says. Nothing else is asked, because anybody can give a
 * token any symbol.
 *
 * @throws {InvalidInputError} nothing says which token is meant
 */
export async function findFeeToken(
  { config: { plugs } }: HardhatRuntimeEnvironment,
  { text, chain, client, book }: { text: string | undefined; chain: ChainEntry; client: Client; book: ContractBook },
): Promise<Address> {
  const ofDevnet = plugs.gateway.deployment === "devnet" ? devnetFeeToken : undefined
  const wanted = text?.trim().toLowerCase()
  if (text === undefined || wanted === undefined || wanted === "") {
    if (ofDevnet !== undefined) return ofDevnet
    throw new InvalidInputError({
      argument: "--token",
      problem: "it is missing",
      fix: "Add a token that the chain's fees plug accepts, such as --token USDC.",
    })
  }
  if (wanted.startsWith("0x")) return parseAddress(text.trim(), "--token")
  const pins = pinnedTokens(plugs, chain.name)
  const pin = Object.entries(pins).find(([symbol]) => symbol.toLowerCase() === wanted)?.[1]
  if (pin !== undefined) return pin
  if (book.names(chain.slug).some((name) => name.toLowerCase() === wanted)) {
    return (await book.find(text, { chain, argument: "--token" })).address
  }
  if (ofDevnet !== undefined && (await readToken(client, ofDevnet)).symbol?.toLowerCase() === wanted) return ofDevnet
  throw new InvalidInputError({
    argument: "--token",
    problem: `${inQuotes(text)} is not the symbol of a token that this project knows on ${chain.name}`,
    fix: `Give its address, or add it to config.plugs.swap.tokens.${chain.name}.`,
  })
}
