import { isRecord } from "../../primitives/isRecord.js"
import { type ConfigCheck, contractName, keyed, listOf, object, wholeNumber } from "./configChecks.js"

/** A router of `plugs.swap.routers`: its ABI, and paths into the arguments of its functions, which the ABI must have. */
export const knownRouter: ConfigCheck = (value, path, report) => {
  const abi = isRecord(value) && Array.isArray(value["abi"]) ? (value["abi"] as unknown[]) : []
  const functions = abi.filter(isRecord).filter(({ type }) => type === "function")
  const functionName: ConfigCheck = (given, place, tell) => {
    if (functions.every(({ name }) => name !== given)) tell(place, "must be the name of a function of the ABI.")
  }
  const argument: ConfigCheck = (text, place, tell) => {
    const inputsOf = functions.filter(({ name }) => name === place.at(-2)).map(({ inputs }) => inputs)
    // A function that is not there was reported.
    if (inputsOf.length === 0) return
    if (typeof text !== "string" || !inputsOf.some((inputs) => hasPath(inputs, text.split(".")))) {
      tell(place, 'must be the path of an argument, such as "request.to".')
    }
  }
  const orNull: ConfigCheck = (text, ...place) => {
    if (text !== null) argument(text, ...place)
  }
  const fields = { receiver: argument, outputToken: argument, leastOut: orNull, destinationChain: orNull }
  const required = ["receiver", "outputToken", "leastOut"]
  object(
    {
      abi: listOf(abiItem, "the items of an ABI"),
      functions: keyed("function", all(contractName, functionName), object(fields, required)),
      chainIds: keyed("chain number", chainNumber, wholeNumber(1)),
    },
    ["abi", "functions"],
  )(value, path, report)
}

const abiItem: ConfigCheck = (value, path, report) => {
  if (!isRecord(value) || typeof value["type"] !== "string") report(path, "must be an item of an ABI, as JSON.")
}

const chainNumber: ConfigCheck = (value, path, report) => {
  if (!/^\d{1,16}$/.test(String(value))) report(path, "must be the number of a chain.")
}

function all(...checks: readonly ConfigCheck[]): ConfigCheck {
  return (value, path, report) => {
    for (const check of checks) check(value, path, report)
  }
}

/** Whether inputs of an ABI have a path. What bytes contain is decided by what is sent. */
function hasPath(inputs: unknown, [name, ...rest]: readonly string[]): boolean {
  const input = (Array.isArray(inputs) ? inputs : []).find(
    (each: unknown) => isRecord(each) && each["name"] === name,
  ) as Readonly<Record<string, unknown>> | undefined
  if (input === undefined) return false
  const { type, components } = input
  // The place in an array is a number.
  const depth = String(type).split("[").length - 1
  const [inArray, below] = [rest.slice(0, depth), rest.slice(depth)]
  if (inArray.length < depth || inArray.some((step) => !/^\d+$/.test(step))) return false
  if (String(type).startsWith("tuple")) return hasPath(components, below)
  return below.length === 0 || type === "bytes"
}
