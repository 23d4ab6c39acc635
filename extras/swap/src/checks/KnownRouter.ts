import type { Abi, Address } from "viem"

/** What an argument of a router's function can mean, in the order in which they are compared. */
export const argumentRoles = {
  receiver: { type: "address", says: "the account that is paid" },
  outputToken: { type: "address", says: "the token that it is paid; the zero address is the native currency, too" },
  destinationChain: { type: "number", says: "the number of the chain that pays; 0 is the origin chain" },
  leastOut: { type: "number", says: "the least amount with which the route does not fail, in the smallest unit" },
  inputToken: { type: "address", says: "the token that is swapped" },
  inputAmount: { type: "number", says: "how much of it, with the fees or without them" },
  user: { type: "address", says: "the account that swaps" },
  refund: { type: "address", says: "the account that gets back what could not be delivered" },
  deadline: { type: "number", says: "the last second at which the call can be made" },
  fee: { type: "number", says: "an amount of the input token for the fee taker beside it" },
  feeTaker: { type: "address", says: "the account that gets the fee beside it" },
  payload: { type: "bytes", says: "what the receiver is called with, or its hash" },
  contract: { type: "address", says: "a contract that is described too, or the router itself" },
  ignored: { type: "any", says: "nothing that the swap can lose by, whatever it is" },
} as const

/** What an argument of a router means, by which it is compared with the request. */
export type ArgumentRole = keyof typeof argumentRoles

/** Bytes that are passed on as a call, and read by the description of the contract that they are for. */
export type InnerCall = {
  /** The argument that has the contract, as a path of names such as `step.target`, from the nearest tuple or the function. `this`: the router. */
  readonly call: string
}

/** Values of which nothing comes, such as flags under which the router holds what it promises. Any other is not decoded. */
export type HarmlessValues = { readonly is: readonly (string | number)[] }

/**
 * What an argument means: a tuple by the names of its parts, those without a name by their number; an array by that of its elements.
 */
export type DescribedArgument = ArgumentRole | InnerCall | HarmlessValues | DescribedArguments

/** The arguments of a function, or the parts of a tuple. What is left out is not decoded, and is named to those who are asked. */
export type DescribedArguments = { readonly [name: string]: DescribedArgument }

/** A router whose calldata can be decoded. Any other function than those listed is not decoded. */
export type KnownRouter = {
  readonly abi: Abi
  /** By name. */
  readonly functions: Readonly<Record<string, DescribedArguments>>
  /** Chain ids by the router's own numbers of chains. A number that is not listed is a chain id. */
  readonly chainIds?: Readonly<Record<number, number>>
  /** Accounts that may keep a share of what is swapped although none of their code runs in the call, such as a vault of a bridge. */
  readonly keepers?: readonly Address[]
}

/**
 * Routers of one chain, by address.
 *
 * @example
 * const routers: KnownRouters = {
 *   "0x…": { abi, functions: { swap: { request: { to: "receiver", token: "outputToken", minOut: "leastOut", id: "ignored" } } } },
 * }
 */
export type KnownRouters = Readonly<Record<Address, KnownRouter>>

/** The name by which a description calls an argument: its number, if it has none. */
export function nameOf(name: string | undefined, index: number): string {
  return name === undefined || name === "" ? String(index) : name
}

/** Whether an argument of an ABI type can have a role. Some bridges write an address as 32 bytes. */
export function hasRole(role: unknown, type: string): role is ArgumentRole {
  if (typeof role !== "string" || !Object.hasOwn(argumentRoles, role)) return false
  const expected = argumentRoles[role as ArgumentRole].type
  return expected === "any" || typesOf[expected].test(type)
}

const typesOf = { number: /^u?int\d*$/, address: /^(address|bytes32)$/, bytes: /^bytes(32)?$/ } as const

/** Returns the description of the contract at an address, in whatever case it is written. */
export function routerAt(routers: KnownRouters, address: Address): KnownRouter | undefined {
  return Object.entries(routers).find(([key]) => key.toLowerCase() === address.toLowerCase())?.[1]
}
