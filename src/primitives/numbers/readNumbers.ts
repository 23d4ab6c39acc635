import { maxUint256 } from "./amount.js"

/** Reads a whole number from 0 to `max`: a number, or its decimal digits. Returns `undefined` for anything else. */
export function readWholeNumber(value: unknown, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= max ? number : undefined
}

/** Reads a `uint256`: a bigint, decimal digits, or a number that is exact. Returns `undefined` for anything else. */
export function readUint256(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value >= 0n && value <= maxUint256 ? value : undefined
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== "string" || !/^\d{1,78}$/.test(value)) return undefined
  const amount = BigInt(value)
  return amount <= maxUint256 ? amount : undefined
}
