import type { Abi, AbiFunction, AbiParameter, Address, Hex } from "viem"
import { decodeAbiParameters, encodeAbiParameters, getAbiItem, getAddress, isHex, size, slice } from "viem/utils"

import {
  type ArgumentRole,
  type DescribedArgument,
  type DescribedArguments,
  type HarmlessValues,
  hasRole,
  type InnerCall,
  type KnownRouter,
  type KnownRouters,
  nameOf,
  routerAt,
} from "./KnownRouter.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** An argument and what it means. Arguments of one tuple have one `tuple`. */
export type ReadArgument = {
  readonly role: ArgumentRole
  readonly value: unknown
  readonly path: string
  readonly tuple: object
  /** The description that it was read by. */
  readonly router: KnownRouter
}

/** Every word of a call: read by the description of its contract, or named. */
export type ReadCalldata = {
  /** The function that is called, and those that it calls in turn; by its selector, and an inner one by its contract, where no description has it. */
  readonly functions: readonly string[]
  readonly read: readonly ReadArgument[]
  /** The paths of arguments that no description has, and calls with their contracts. */
  readonly undecoded: readonly string[]
  /** The contracts that the function which is called first passes its calls on to. */
  readonly passedTo: readonly Address[]
}

/**
 * Reads calldata by what describes its contract. The arguments are those of the ABI, so that one which the description lacks is named and
 * cannot be overlooked. Encodings that the ABI's own encoder would not make have room for words that nobody reads, and are malformed.
 *
 * @param malformed called if the calldata does not fit a function that is described
 */
export function readCalldata(
  call: { readonly to: Address; readonly data: Hex },
  routers: KnownRouters,
  malformed: () => never,
): ReadCalldata {
  const functions: string[] = []
  const read: ReadArgument[] = []
  const undecoded: string[] = []
  const passedTo: Address[] = []

  function readCall({ to, data }: typeof call, path: string): void {
    const router = routerAt(routers, to)
    const called = router && functionOf(router.abi, data)
    const described = called && partOf(router.functions, called.name)
    if (router === undefined || called === undefined || described === undefined) {
      const name = size(data) < 4 ? data : slice(data, 0, 4)
      // Another contract may do anything else by a function of the same name. The one that is called first is compared by itself.
      const says = path === "" ? name : `${path}${name} of ${to}`
      functions.push(says)
      undecoded.push(says)
      return
    }
    functions.push(path + called.name)
    const values = argumentsOf(called, data) ?? malformed()
    readTuple(called.inputs, values, described, {
      ...{ router, to, path: path + called.name, tuples: [], isFirst: path === "" },
    })
  }

  type Place = {
    readonly router: KnownRouter
    readonly to: Address
    readonly path: string
    /** Whether it is an argument of the function that is called first. */
    readonly isFirst: boolean
    /** The tuples around an argument, the nearest first, and the function's arguments last. */
    readonly tuples: readonly Readonly<Record<string, unknown>>[]
  }

  function readTuple(
    inputs: readonly AbiParameter[],
    values: readonly unknown[],
    described: DescribedArguments,
    place: Place,
  ): void {
    const tuple = Object.fromEntries(inputs.map((input, index) => [nameOf(input.name, index), values[index]]))
    const tuples = [tuple, ...place.tuples]
    for (const [index, input] of inputs.entries()) {
      const name = nameOf(input.name, index)
      readArgument(input, values[index], partOf(described, name), { ...place, tuples, path: `${place.path}.${name}` })
    }
  }

  function readArgument(
    input: AbiParameter,
    value: unknown,
    described: DescribedArgument | undefined,
    place: Place,
  ): void {
    const { path, router, tuples } = place
    if (described === "ignored") return
    if (described !== undefined && Array.isArray(value) && input.type.endsWith("]")) {
      const element = { ...input, type: input.type.slice(0, input.type.lastIndexOf("[")) }
      for (const [index, each] of (value as readonly unknown[]).entries()) {
        readArgument(element, each, described, { ...place, path: `${path}.${index}` })
      }
    } else if (isHarmless(described)) {
      const said = String(value).toLowerCase()
      if (!described.is.some((each) => String(each).toLowerCase() === said)) undecoded.push(`${path} ${said}`)
    } else if (hasRole(described, input.type)) {
      read.push({ role: described, value, path, tuple: tuples[0] ?? {}, router })
    } else if (input.type === "tuple" && isRecord(described)) {
      const parts = "components" in input ? input.components : []
      // The parts of a tuple have names, or numbers where one of them has none.
      const values = Array.isArray(value) ? value : parts.map(({ name }) => partOf(Object(value) as object, name ?? ""))
      readTuple(parts, values, described as DescribedArguments, place)
    } else if (input.type === "bytes" && isHex(value) && isRecord(described)) {
      const { call: named } = described as InnerCall
      const target = named === "this" ? place.to : addressIn(findIn(tuples, named))
      if (target === undefined) undecoded.push(path)
      else {
        // Only what comes right after the first function: whatever is called in turn is its contract's affair.
        if (place.isFirst) passedTo.push(target)
        readCall({ to: target, data: value }, `${path}.`)
      }
    } else undecoded.push(path)
  }

  readCall(call, "")
  return { functions, read, undecoded, passedTo }
}

function functionOf(abi: Abi, data: Hex): AbiFunction | undefined {
  const item = size(data) < 4 ? undefined : getAbiItem({ abi, name: slice(data, 0, 4) })
  return item?.type === "function" ? item : undefined
}

/** Decodes the arguments of a call. `undefined` if they are not encoded as the ABI's own encoder does it. */
function argumentsOf({ inputs }: AbiFunction, data: Hex): readonly unknown[] | undefined {
  const encoded = size(data) === 4 ? "0x" : slice(data, 4)
  try {
    const values: readonly unknown[] = inputs.length === 0 ? [] : decodeAbiParameters(inputs, encoded)
    return encodeAbiParameters(inputs, values) === encoded.toLowerCase() ? values : undefined
  } catch {
    return undefined
  }
}

function findIn(tuples: readonly Readonly<Record<string, unknown>>[], path: string): unknown {
  const steps = path.split(".")
  return tuples
    .map((tuple) => steps.reduce<unknown>((value, name) => partOf(Object(value) as object, name), tuple))
    .find((value) => value !== undefined)
}

function partOf<Value>(whole: Readonly<Record<string, Value>>, name: string): Value | undefined
function partOf(whole: object, name: string): unknown
function partOf(whole: object, name: string): unknown {
  return Object.hasOwn(whole, name) ? (whole as Readonly<Record<string, unknown>>)[name] : undefined
}

function isHarmless(described: unknown): described is HarmlessValues {
  return isRecord(described) && Array.isArray(described["is"])
}

export function addressIn(value: unknown): Address | undefined {
  if (typeof value !== "string" || !/^0x(0{24})?[0-9a-f]{40}$/i.test(value)) return undefined
  return getAddress(`0x${value.slice(-40)}`)
}
