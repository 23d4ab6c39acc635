import type { Address, Client } from "viem"
import { isAddressEqual } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import type { Token } from "../types.js"
import { readNativeCurrency, readToken } from "#src/onchain/tokens.js"
import { describeValue } from "#src/primitives/checks.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** What the swap API says of a token. */
export type TokenClaim = Pick<Token, "chainId" | "address" | "symbol" | "decimals">

type TokenMismatch = {
  token: Address
  chainId: number
  field: "decimals" | "symbol"
  claimed: string
  actual: string
}

/** What the swap API says of a token is not what its chain says. */
export class TokenMismatchError extends PlugsError {
  readonly code = "TOKEN_MISMATCH"
  /** What the API says, for a line about the token: `USDT0` or `8 decimals`. */
  readonly claim: string

  constructor({ token, chainId, field, claimed, actual }: TokenMismatch) {
    super(
      `The swap API has another ${field === "symbol" ? "symbol" : "number of decimals"} for a token than its chain.`,
      {
        facts: {
          token,
          "chain id": String(chainId),
          [`${field} of the API`]: excerpt(claimed),
          [`${field} on the chain`]: excerpt(actual),
        },
        next:
          field === "symbol"
            ? `${symbolHint(claimed, actual)}Make sure that the address is the token you mean. If it is, give the address in place of the symbol, or write it into plugs.swap.tokens under the symbol that you use.`
            : "Do not use this answer: an amount of it is another amount on the chain. Report it to the operator of the API.",
      },
    )
    this.claim = excerpt(field === "symbol" ? claimed : `${claimed} decimals`, 40)
  }
}

/** What a symbol that differs often means. */
function symbolHint(claimed: string, actual: string): string {
  const [one, other] = [claimed, actual].map((symbol) => symbol.toLowerCase().replace(/\.e$/, ""))
  if (one === other && claimed.toLowerCase() !== actual.toLowerCase()) {
    return "The one with .e is a bridged token, which is worth what its bridge holds, and no other token's equal. "
  }
  const odd = [...new Set(`${claimed}${actual}`.match(/[^ -~]/gu) ?? [])].map(
    (letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? ""}`,
  )
  return odd.length === 0 ? "" : `A letter that only looks like another (${odd.join(", ")}) makes another symbol. `
}

type CheckTokenOptions = {
  readonly isPinned?: boolean | undefined
  readonly onMismatch?: ((difference: TokenMismatchError) => void) | undefined
}

/** A token as its chain describes it. */
export type CheckedToken = TokenClaim & { readonly address: Address }

/**
 * Reads the decimals and the symbol of a token from its chain, and compares them with what the swap API says. An API that is wrong
 * about the decimals would turn 10 tokens into 1000.
 *
 * Decimals must be equal. So must symbols, except for their case: `USDC` and `USDC.e` are two tokens. The symbol of a token whose
 * address the user wrote down under a name of their own (`isPinned`) is not compared, so that a token that everybody calls by another
 * name than its contract can be used. The contract of a native currency does not exist: its symbol is compared with that of the
 * client's chain or of viem's list of chains.
 *
 * @param client reads the token's chain
 * @param claim what the API says; it can leave out the decimals and the symbol
 * @param options.onMismatch told of each difference, where the address is the user's own word; the token is the chain's then
 * @throws {TokenMismatchError} they differ, and there is no `onMismatch`; the error has both values
 * @throws {InvalidInputError} the token is on a chain that is not an EVM chain
 * @throws {WrongContractError} there is no token at the address
 * @example
 * const { tokens } = await swap.searchTokens({ q: "0x547CD47c6F9829a396a00b023fb7E330a7687aCC" })
 * const usdc = await checkToken(publicClient, tokens[41001][0])
 * const inputAmount = parseUnits("1000", usdc.decimals)
 */
export async function checkToken(
  client: Client,
  claim: Pick<TokenClaim, "chainId" | "address"> & Partial<TokenClaim>,
  { isPinned = false, onMismatch }: CheckTokenOptions = {},
): Promise<CheckedToken> {
  const { chainId, address } = claim
  if (!isEvmAddress(address)) {
    throw new InvalidInputError({
      argument: "address",
      problem: `${describeValue(address)} is not an address of an EVM chain, so the token cannot be checked`,
      fix: "Do not swap on what the API says of it alone.",
    })
  }
  const actual = isAddressEqual(address, nativeToken)
    ? await readNativeCurrency(client, chainId)
    : await readToken(client, address)
  const refuse = (field: "decimals" | "symbol", claimed: unknown, found: unknown): void => {
    const both = { claimed: String(claimed), actual: String(found) }
    const difference = new TokenMismatchError({ token: address, chainId, field, ...both })
    if (onMismatch === undefined) throw difference
    onMismatch(difference)
  }
  if (claim.decimals !== undefined && claim.decimals !== actual.decimals) {
    refuse("decimals", claim.decimals, actual.decimals)
  }
  const isSameSymbol = claim.symbol?.trim().toLowerCase() === actual.symbol?.toLowerCase()
  if (!isPinned && claim.symbol !== undefined && !isSameSymbol) {
    refuse("symbol", claim.symbol, actual.symbol ?? "none")
  }
  return { chainId, address, symbol: actual.symbol ?? claim.symbol ?? "", decimals: actual.decimals }
}
