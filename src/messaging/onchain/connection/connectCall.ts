import type { Abi, AbiParameter, Address } from "viem"

import type { ContractCall } from "../../../onchain/transact.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { inQuotes } from "../../../primitives/text.js"
import { encodeCall, findFunction } from "../plugCall.js"

/** The function that connects a plug. Default: `connect(uint32,address,address)` of `Plug.sol`. */
export type ConnectFunction = {
  /** Such as `setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard)`. */
  signature?: string | undefined
  /** A name in `abi`. Without an ABI, a function with the parameters of `Plug.sol`: slug, sibling, switchboard. */
  functionName?: string | undefined
  abi?: Abi | undefined
  /**
   * The arguments: `"siblingChainSlug"`, `"sibling"` and `"switchboard"` stand for those of the connection. Default: a whole number is the
   * sibling's slug, and an address is what its parameter is called, the switchboard or the sibling; where parameters have no names, the first
   * address is the sibling and those after it are the switchboard. A plug whose slug is fixed when it is deployed takes none.
   */
  args?: readonly unknown[] | undefined
}

/** What a plug is connected to. */
export type Connection = { readonly siblingChainSlug: number; readonly sibling: Address; readonly switchboard: Address }

/**
 * Makes the call that connects a plug.
 *
 * @throws {InvalidInputError} the function is not there, or its parameters do not say which argument goes where
 */
export function connectCall(
  { signature, functionName = "connect", abi, args }: ConnectFunction,
  connection: Connection,
): Pick<ContractCall, "abi" | "functionName" | "args"> {
  const wanted =
    signature === undefined && abi !== undefined
      ? { abi, functionName }
      : { signature: signature ?? `${functionName}(uint32,address,address)` }
  const item = findFunction(wanted, args)
  if (item === undefined) {
    throw new InvalidInputError({
      argument: "functionName",
      problem: `${inQuotes(functionName)} is not a function of the ABI`,
      fix: "Use the function of the plug that calls connect of the socket.",
    })
  }
  const values = args?.map((value) => (isRole(value) ? connection[value] : value))
  const call = { abi: [item], functionName: item.name, args: values ?? argumentsFor(item.inputs, connection) }
  encodeCall(call)
  return call
}

const roles: Readonly<Record<keyof Connection, true>> = { siblingChainSlug: true, sibling: true, switchboard: true }

function isRole(value: unknown): value is keyof Connection {
  return typeof value === "string" && Object.hasOwn(roles, value)
}

function argumentsFor(inputs: readonly AbiParameter[], connection: Connection): unknown[] {
  const found = inputs.map((input, index) => roleOf(input, inputs.slice(0, index)))
  const isClear = found.includes("switchboard") && count(found, "siblingChainSlug") <= 1
  if (!isClear || found.includes(undefined) || count(found, "sibling") !== 1) {
    throw new InvalidInputError({
      argument: "args",
      problem: "the function's parameters do not say where slug, sibling and switchboard go",
      fix: "Pass the arguments as args, or a signature with names, such as setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard).",
    })
  }
  return found.map((role, index) => {
    const value = connection[role ?? "switchboard"]
    // As viem has it: integers of up to 48 bits are numbers.
    return typeof value === "number" && bits(inputs[index]?.type) > 48 ? BigInt(value) : value
  })
}

function roleOf({ type, name = "" }: AbiParameter, before: readonly AbiParameter[]): keyof Connection | undefined {
  if (/^uint\d*$/.test(type)) return "siblingChainSlug"
  if (type !== "address") return undefined
  if (/switchboard/i.test(name)) return "switchboard"
  if (/plug|sibling|remote|peer/i.test(name)) return "sibling"
  if (name !== "") return undefined
  return before.some((parameter) => parameter.type === "address") ? "switchboard" : "sibling"
}

function count<T>(values: readonly T[], value: T): number {
  return values.filter((other) => other === value).length
}

function bits(type = ""): number {
  return Number(/(?<!\d)\d+$/.exec(type)?.[0] ?? 256)
}
