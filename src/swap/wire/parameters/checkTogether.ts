import type { Address } from "viem"

import type { Checked } from "../../../primitives/checks.js"
import { isEvmAddress, type OrForeign } from "../../../primitives/foreign.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { nativeToken } from "../../nativeToken.js"
import type { UserOps } from "../../types.js"
import type { quoteChecks } from "./quoteChecks.js"

/** The parameters of a quote, parsed. */
export type QuoteQuery = Checked<typeof quoteChecks>

const needs: Readonly<Record<UserOps, readonly (keyof QuoteQuery)[]>> = {
  tx: ["userAddress", "originChainId"],
  deposit: ["refundAddress", "originChainId"],
  "cex-withdraw": [],
}

/** Lists the parameters that `userOps` requires and that are missing. */
export function missingOf(query: QuoteQuery): readonly (keyof QuoteQuery)[] {
  return needs[query.userOps].filter((name) => query[name] === undefined)
}

/**
 * Checks that the parameters of a quote can be combined, and returns them.
 *
 * @throws {InvalidInputError} a parameter that others require is missing, or two contradict each other, or one has no meaning beside another
 */
export function checkTogether<Query extends QuoteQuery>(query: Query): Query {
  const [missing] = missingOf(query)
  if (missing !== undefined) {
    throw new InvalidInputError({
      argument: missing,
      problem: `it is missing, and a quote with userOps ${query.userOps} requires it`,
      fix: "Add it.",
    })
  }
  if (query.userOps === "tx" && query.refundAddress !== undefined) {
    throw new InvalidInputError({
      argument: "refundAddress",
      problem: "a quote with userOps tx has none: a refund goes to the account that sent the transaction",
      fix: "Leave it out, or use userOps deposit.",
    })
  }
  const { userOps, inputToken, outputToken, userAddress, receiverAddress } = query
  checkSameKind({ token: outputToken, account: receiverAddress }, { token: "outputToken", account: "receiverAddress" })
  if (userOps === "tx" && userAddress !== undefined) {
    checkSameKind({ token: inputToken, account: userAddress }, { token: "inputToken", account: "userAddress" })
  }
  const { feeBps, feeTakerAddress, includeProvider = [], excludeProvider = [] } = query
  if ((feeBps === undefined) !== (feeTakerAddress === undefined)) {
    throw new InvalidInputError({
      argument: feeBps === undefined ? "feeBps" : "feeTakerAddress",
      problem: "it is missing, and a fee requires both an amount and a receiver",
      fix: "Give feeBps and feeTakerAddress, or neither.",
    })
  }
  const contradictory = includeProvider.filter((id) => excludeProvider.includes(id))
  if (contradictory.length === 0) return query
  throw new InvalidInputError({
    argument: "excludeProvider",
    problem: `${contradictory.join(", ")} cannot be both included and excluded`,
    fix: "Name each provider in one of the two lists only.",
  })
}

type Side<T> = { readonly token: T; readonly account: T }

/**
 * A token and an account of one chain are addresses of an EVM chain, or neither is. An API may use the address of the native currency on
 * every chain.
 */
function checkSameKind({ token, account }: Side<OrForeign<Address>>, names: Side<string>): void {
  if (token === nativeToken || isEvmAddress(token) === isEvmAddress(account)) return
  throw new InvalidInputError({
    argument: names.account,
    problem: `it is ${isEvmAddress(account) ? "" : "not "}an address of an EVM chain, and ${names.token} is ${isEvmAddress(token) ? "one" : "not"}`,
    fix: `Give the account on the chain of ${names.token}, in the form that this chain has.`,
  })
}
