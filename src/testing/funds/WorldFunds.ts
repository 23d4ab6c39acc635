import type { Addressed } from "../contracts/WorldContract.js"

/** A token that worlds bring: those of the market, and those that pay for credits of the gateway. */
export type TokenSymbol = "USDC" | "USDT" | "WETH" | "SPARK" | "USDX" | "USD6"

/** Gives accounts and contracts of a world what they need. Amounts are in the smallest unit. */
export type WorldFunds<Chain extends string = string> = {
  /**
   * Gives native tokens to an account or a contract, in addition to what it owns.
   *
   * @param wei how much, on each chain
   * @param options.chains where. Default: on every chain, that of the gateway included
   * @example
   * await world.fund(stranger, parseEther("1"))
   */
  readonly fund: (
    account: Addressed,
    wei: bigint,
    options?: { readonly chains?: readonly (Chain | "gateway")[] | undefined },
  ) => Promise<void>
  /**
   * Mints a token to an account or a contract: a token of the test's own that has `mint(address,uint256)`, called by the first account or,
   * where that may not, by the owner of the token; or one of the world, by its symbol. With a market these are USDC, USDT, WETH and
   * SPARK, and with a gateway USDX and USD6.
   *
   * @throws {InvalidInputError} the chain has no such token, or nobody is known who may mint it
   * @example
   * await world.mintTokens("alpha", "USDC", buyer, 5_000_000n)
   * await world.mintTokens("beta", token, vault, parseEther("3"))
   */
  readonly mintTokens: (chain: Chain, token: Addressed | TokenSymbol, to: Addressed, amount: bigint) => Promise<void>
}

/** What a world with a gateway has besides. */
export type WorldCredits<Chain extends string = string> = {
  /**
   * Deposits the devnet's fee token for credits of an app gateway or an account, and waits until the gateway chain has them. The token
   * is minted for it.
   *
   * @param credits with 18 decimals
   * @param options.chain where to deposit. Default: the first chain
   * @throws {InvalidInputError} the actors are kept from bringing it to the gateway chain
   * @example
   * await world.depositCredits(app, parseEther("1"))
   */
  readonly depositCredits: (
    receiver: Addressed,
    credits: bigint,
    options?: { readonly chain?: Chain | undefined },
  ) => Promise<void>
}
