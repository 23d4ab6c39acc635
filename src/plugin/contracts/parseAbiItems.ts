import type { Abi } from "viem"

import { isRecord } from "../../primitives/isRecord.js"

const identifier = /^[A-Za-z_$][\w$]*$/
const solidityType = /^(address|bool|string|bytes\d*|u?int\d*|function|tuple)(\[\d*\])*$/

/**
 * Reads an ABI from a file, and leaves out what is not a function, an event or an error as the compiler writes them.
 *
 * @returns `undefined` if it is no list
 */
export function parseAbiItems(value: unknown): Abi | undefined {
  return Array.isArray(value) ? value.filter(isAbiItem) : undefined
}

function isAbiItem(item: unknown): boolean {
  if (!isRecord(item)) return false
  const { type, name, inputs, outputs } = item
  if (type === "function") return isIdentifier(name) && areParameters(inputs) && areParameters(outputs ?? [])
  return (type === "event" || type === "error") && isIdentifier(name) && areParameters(inputs)
}

function isIdentifier(name: unknown): boolean {
  return typeof name === "string" && identifier.test(name)
}

function areParameters(value: unknown, depth = 0): boolean {
  return Array.isArray(value) && depth < 16 && value.every((parameter) => isParameter(parameter, depth))
}

function isParameter(value: unknown, depth: number): boolean {
  if (!isRecord(value)) return false
  const { type, name, components } = value
  if (typeof type !== "string" || !solidityType.test(type)) return false
  if (name !== undefined && name !== "" && !isIdentifier(name)) return false
  return !type.startsWith("tuple") || areParameters(components, depth + 1)
}
