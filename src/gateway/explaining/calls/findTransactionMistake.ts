import type { GatewayCase, GatewayCause } from "../types.js"

/**
 * Finds the mistake of an app gateway's author because of which the transaction reverted, such as a call outside `async`.
 *
 * @returns `undefined` if it is none of the known ones
 */
export function findTransactionMistake(_: GatewayCase): Promise<GatewayCause | undefined> {
  return Promise.resolve(undefined)
}
