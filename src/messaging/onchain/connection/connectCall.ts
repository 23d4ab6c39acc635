import type { Abi, AbiParameter, Address } from "viem"

import { encodeCall, findFunction } from "../plugCall.js"
import type { ContractCall } from "#src/onchain/transact.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** The function that connects a plug. Default: `connect(uint32,address,address)` of `Plug.sol`. */
export type ConnectFunction = {
  /** Such as `setSocketConfig(uint32 siblingSlug, address siblingPlug, address switchboard)`. */
  signature?: string | undefined
  /** A name in `abi`. Without an ABI, a function with the parameters of `Plug.sol`: slug, sibling, switchboard. */
  functionName?: string | undefined
  abi?: Abi | undefined
  /**
   * The arguments: `"siblingChainSlug"`, `"sibling"` and `"switchboard"` stand for those of the connection, and `"siblingChainId"` for the id
   * of the sibling's chain. Default: a whole number is the sibling's slug, of two the one that is called a chain id is that, and an address is
   * what its parameter is called, the switchboard or the sibling; where parameters have no names, the first address is the sibling and those
   * after it are the switchboard. A plug whose slug is fixed when it is deployed takes none.
   */
  args?: readonly unknown[] | undefined
}

export type Connection = { readonly siblingChainSlug: number; readonly sibling: Address; readonly switchboard: Address }

type ConnectValues = Connection & {
  /** What `block.chainid` is on the sibling's chain; `undefined` if that is not known. */
  readonly siblingChainId?: number | undefined
}

/** Makes the call that connects a plug. Throws an InvalidInputError where it cannot be told which argument goes where. */
export function connectCall(
  { signature, functionName = "connect", abi, args }: ConnectFunction,
  connection: ConnectValues,
): Pick<ContractCall, "abi" | "functionName" | "args"> {
  const named = { signature: signature ?? `${functionName}(uint32,address,address)` }
  const item = findFunction(signature === undefined && abi !== undefined ? { abi, functionName } : named, args)
  if (item === undefined) {
    throw new InvalidInputError({
      argument: "functionName",
      problem: `${inQuotes(functionName)} is not a function of the ABI`,
      fix: "Use the function of the plug that calls connect of the socket.",
    })
  }
  const values =
    args?.map((value) => (isRole(value) ? connection[value] : value)) ?? argumentsFor(item.inputs, connection)
  if (values.includes(undefined)) {
    throw new InvalidInputError({
      argument: "args",
      problem: "the function takes the id of the sibling's chain, which is not known here",
      fix: "Pass the arguments as args, with the chain id as a number.",
    })
  }
  const call = { abi: [item], functionName: item.name, args: values }
  encodeCall(call)
  return call
}

type Role = keyof ConnectValues

const roles: Readonly<Record<Role, true>> = {
  siblingChainSlug: true,
  sibling: true,
  switchboard: true,
  siblingChainId: true,
}

function isRole(value: unknown): value is Role {
  return typeof value === "string" && Object.hasOwn(roles, value)
}

function argumentsFor(inputs: readonly AbiParameter[], connection: ConnectValues): unknown[] {
  const plain = inputs.map((input, index) => roleOf(input, inputs.slice(0, index)))
  // Most plugs call the slug what they like, so a name alone does not make it a chain id.
  const hasId = count(plain, "siblingChainSlug") === 2
  const found = plain.map((role, index) =>
    hasId && role === "siblingChainSlug" && /chain_?id/i.test(inputs[index]?.name ?? "") ? "siblingChainId" : role,
  )
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

function roleOf({ type, name = "" }: AbiParameter, before: readonly AbiParameter[]): Role | undefined {
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
