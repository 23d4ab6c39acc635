import type { Addressed } from "../../../contracts/WorldContract.js"
import type { TokenSymbol } from "../../../funds/WorldFunds.js"

/** Whose balance it is: of which account, in which token, on which chain. */
export type BalancePlace = {
  /** Name of the chain. Default: that of `token` or `of`, if it is a contract that the world has deployed. */
  readonly chain?: string | undefined
  /** An ERC-20 token, or the symbol of one that the world brings. Default: the chain's native token, in wei. */
  readonly token?: Addressed | TokenSymbol | undefined
  /** An account or a contract. */
  readonly of: Addressed
}

/** A balance, and what it has to change by. */
export type BalanceChange = BalancePlace & {
  /** The change in the smallest unit, or a function that says whether a change is right. */
  readonly by: bigint | ((change: bigint) => boolean)
}

/** Value on a chain, as a part of a sum over chains: a balance, or the supply of a token. */
export type ValuePlace =
  | BalancePlace
  | {
      readonly chain?: string | undefined
      /** An ERC-20 token, or the symbol of one that the world brings. Its whole supply counts. */
      readonly token: Addressed | TokenSymbol
      /** Who holds tokens that do not count, such as a vault that locks those that exist on another chain. Default: nobody. */
      readonly except?: readonly Addressed[] | undefined
    }
