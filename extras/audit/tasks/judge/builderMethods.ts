import { type AbiFunction, BaseError } from "viem"
import { encodeFunctionData } from "viem/utils"

import type { BatchReading } from "#extras/audit/src/judging/parseBatches.js"
import { parseSignature } from "#src/messaging/onchain/plugCall.js"
import { parseAbiItems } from "#src/plugin/contracts/BookEntry.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { exactJson, excerpt } from "#src/primitives/text.js"
import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"

/** Methods as Safe's transaction builder keeps them, with the text of their arguments, and signatures as Foundry writes them. */
export const builderMethods: Pick<BatchReading, "methodOf" | "encode"> = {
  methodOf(method, argument) {
    if (typeof method === "string") return parseSignature(method)
    if (!isRecord(method)) return undefined
    const { name = "", inputs } = method
    const hasInputs = Array.isArray(inputs) && inputs.length > 0
    if (["", "fallback", "receive"].includes(name as string) && !hasInputs) return undefined
    const item = { ...method, inputs: inputs ?? [], type: "function", outputs: [] }
    const [read] = (parseAbiItems([item]) ?? []) as AbiFunction[]
    if (read === undefined) throw refuse(argument, "it is no method")
    return read
  },
  encode(item, values, argument) {
    const args = item.inputs.map((input, index) => {
      // A parameter without a name has its place for one.
      const name = [input.name ?? "", String(index)].find((key) => isRecord(values) && Object.hasOwn(values, key))
      const value = Array.isArray(values)
        ? (values as unknown[])[index]
        : isRecord(values) && name !== undefined
          ? values[name]
          : undefined
      if (value === undefined || value === null)
        throw refuse(argument, `it has no value of ${excerpt(input.name || String(index))}`)
      const text = typeof value === "string" ? value : exactJson(value)
      const isList = input.type.endsWith("]") || input.type === "tuple"
      const written = isList ? quoteWords(text) : input.type === "string" ? text : text.trim()
      return parseAbiValue(written, input, { argument, chains: undefined })
    })
    try {
      return encodeFunctionData({ abi: [item], args })
    } catch (error) {
      if (error instanceof BaseError) throw refuse(argument, excerpt(error.shortMessage))
      throw error
    }
  },
}

function refuse(argument: string, problem: string): InvalidInputError {
  return new InvalidInputError({
    argument,
    problem,
    fix: "Have the file written again, with data for each transaction.",
  })
}

/** Writes a list as JSON that the builder takes without quotes in it, with single ones or with round brackets. What is in double quotes stays. */
function quoteWords(list: string): string {
  const tokens = /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|[()]|[^\s[\]{}(),:"'][^[\]{}(),"']*/gs
  return list.replace(tokens, (token, single?: string) => {
    if (token.startsWith('"')) return token
    if (token === "(" || token === ")") return token === "(" ? "[" : "]"
    return JSON.stringify(single?.replaceAll(/\\(.)/gs, "$1") ?? token.trim())
  })
}

/** Parses JSON in which a number that JavaScript would round stays the text of its digits. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) ? source : value) as (
    key: string,
    value: unknown,
  ) => unknown)
}
