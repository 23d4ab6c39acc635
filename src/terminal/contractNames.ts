/** What the project calls its own contracts. */
export type ContractNames = {
  /** The slug of the chain that app gateways are on. */
  readonly gatewaySlug: number
  /** Returns `undefined` for a contract that is none of the project's. */
  nameOf(slug: number, address: string): string | undefined
}

/**
 * Shows an address with the name that the project has for it.
 *
 * @param slug the chain of the contract; `null` if it is not known
 * @example
 * showContract("0x5aAe…", 41002, names) // "0x5aAe… (Greeter)"
 */
export function showContract(address: string, slug: number | null, names: ContractNames | undefined): string {
  const name = slug === null ? undefined : names?.nameOf(slug, address)
  return name === undefined ? address : `${address} (${name})`
}

/** Shows the address of a contract on the gateway's chain, such as an app gateway. */
export function showGatewayContract(address: string, names: ContractNames | undefined): string {
  return showContract(address, names?.gatewaySlug ?? null, names)
}
