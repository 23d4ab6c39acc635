import type { HardhatConfig } from "hardhat/types/config"
import type { Address } from "viem"

import { tokensRows } from "./index.js"
import { tokenTable } from "./output/listTables.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains, readSwapChain } from "#extras/swap/src/plugin/swapChains.js"
import type { TokenList } from "#extras/swap/src/types.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { NothingFoundError } from "#src/plugin/run/shownErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

export default actionOf(tokensRows, async (args, hre, { terminal: { err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const { search, chainIds, list, userAddress } = readTokenQuery(args, hre.config)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  const byChain =
    search === undefined
      ? await client.listTokens({ chainIds, list, userAddress, signal })
      : (await client.searchTokens({ q: search, userAddress, signal })).tokens
  const found = Object.values(byChain)
    .flat()
    .filter(({ chainId }) => chainIds === undefined || chainIds.includes(chainId))
  const tableOptions = { chainName: nameSwapChains(hre.config), hasBalances: userAddress !== undefined }
  const error =
    found.length === 0
      ? new NothingFoundError({
          message: "There is no such token.",
          next: "Search for a part of its name or symbol, or for its address, on other chains.",
        })
      : undefined
  return { document: { tokens: found }, report: () => tokenTable(found, tableOptions), error }
})

/** Which tokens to show. Without `chainIds`, those of all chains. */
type TokenQuery = {
  readonly search: string | undefined
  readonly chainIds: readonly number[] | undefined
  readonly list: TokenList | undefined
  readonly userAddress: Address | undefined
}

/**
 * Reads which tokens to show.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readTokenQuery(
  { search, chains, list, account }: Omit<Values<typeof tokensRows>, "json">,
  config: Pick<HardhatConfig, "networks" | "plugs">,
): TokenQuery {
  if (search !== undefined && list !== undefined) {
    throw new InvalidInputError({
      argument: "--list",
      problem: "it cannot be combined with a search, which covers all tokens",
      fix: "Give either a list or something to search for.",
    })
  }
  return {
    search: search === undefined ? undefined : readSearch(search),
    chainIds: chains && [...new Set(chains.map((name) => readSwapChain(name, "--chains", config).chainId))],
    list,
    userAddress: account,
  }
}

function readSearch(text: string): string {
  if (text.trim() !== "") return text.trim()
  throw new InvalidInputError({
    argument: "search",
    problem: "there is nothing to search for",
    fix: "Give a token's address, or a part of its name or symbol.",
  })
}
