import { argumentRoles, hasRole, nameOf } from "#extras/swap/src/checks/KnownRouter.js"
import {
  address,
  type ConfigCheck,
  contractName,
  keyed,
  listOf,
  object,
  wholeNumber,
} from "#src/plugin/config/configChecks.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** A router of `plugs.swap.routers`: its ABI, and what the arguments of its functions mean, which the ABI must have. */
export const knownRouter: ConfigCheck = (value, path, report) => {
  const abi = isRecord(value) && Array.isArray(value["abi"]) ? (value["abi"] as unknown[]) : []
  const functions = abi.filter(isRecord).filter(({ type }) => type === "function")
  const describedFunction: ConfigCheck = (given, place, tell) => {
    const overloads = functions.filter(({ name }) => name === place.at(-1))
    if (overloads.length === 0) tell(place, "must be the name of a function of the ABI.")
    else describedParts(overloads.flatMap(({ inputs }) => partsOf(inputs)))(given, place, tell)
  }
  object(
    {
      abi: listOf(abiItem, "the items of an ABI"),
      functions: keyed("function", contractName, describedFunction),
      chainIds: keyed("chain number", chainNumber, wholeNumber(1)),
      keepers: listOf(address, "addresses"),
    },
    ["abi", "functions"],
  )(value, path, report)
}

type Part = { readonly name?: unknown; readonly type?: unknown; readonly components?: unknown }

/** The inputs of a function, or the components of a tuple, with their names. */
function partsOf(inputs: unknown): readonly Part[] {
  const parts = (Array.isArray(inputs) ? inputs : []).filter(isRecord)
  return parts.map((part, index) => ({ ...part, name: nameOf(part["name"] as string | undefined, index) }))
}

function describedParts(parts: readonly Part[]): ConfigCheck {
  return (value, path, report) => {
    if (!isRecord(value)) {
      report(path, "must be an object that says of each argument what it means.")
      return
    }
    for (const [name, described] of Object.entries(value)) {
      const own = parts.filter((part) => part.name === name)
      const place = [...path, name]
      if (own.length === 0) report(place, "must be the name of an argument of the ABI.")
      else if (!own.some((part) => fits(described, part))) {
        report(place, `must be what an argument of its type can mean: ${Object.keys(argumentRoles).join(", ")}.`)
      }
    }
  }
}

function fits(described: unknown, { type: given, components }: Part): boolean {
  // One description is for every element of an array.
  const type = String(given).replace(/(\[\d*\])+$/, "")
  if (hasRole(described, type)) return true
  if (!isRecord(described)) return false
  if (type !== "tuple" && Array.isArray(described["is"])) return Object.keys(described).length === 1
  if (type === "bytes") return typeof described["call"] === "string" && Object.keys(described).length === 1
  if (type !== "tuple") return false
  let isRight = true
  describedParts(partsOf(components))(described, [], () => (isRight = false))
  return isRight
}

const abiItem: ConfigCheck = (value, path, report) => {
  if (!isRecord(value) || typeof value["type"] !== "string") report(path, "must be an item of an ABI, as JSON.")
}

const chainNumber: ConfigCheck = (value, path, report) => {
  if (!/^\d{1,16}$/.test(String(value))) report(path, "must be the number of a chain.")
}
