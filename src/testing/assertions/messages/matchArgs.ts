/** Whether values are the expected ones: equal in depth, addresses in any case, or accepted by the function in their place. */
export function matchArgs(values: readonly unknown[], expected: readonly unknown[]): boolean {
  return values.length === expected.length && expected.every((wanted, index) => matches(values[index], wanted))
}

function matches(value: unknown, expected: unknown): boolean {
  if (typeof expected === "function") return (expected as (value: unknown) => unknown)(value) === true
  if (typeof value === "string" && typeof expected === "string") {
    return value.startsWith("0x") ? value.toLowerCase() === expected.toLowerCase() : value === expected
  }
  // The same number can be of two types: a small one of Solidity is a number in TypeScript, and a large one a bigint.
  if (typeof value === "bigint" || typeof value === "number") {
    return (typeof expected === "bigint" || typeof expected === "number") && BigInt(value) === toBigInt(expected)
  }
  if (Array.isArray(value)) return Array.isArray(expected) && matchArgs(value, expected)
  if (typeof value === "object" && value !== null && typeof expected === "object" && expected !== null) {
    const names = Object.keys(value)
    return (
      names.length === Object.keys(expected).length &&
      names.every((name) => matches(value[name as never], expected[name as never]))
    )
  }
  return value === expected
}

function toBigInt(value: bigint | number): bigint | undefined {
  return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : undefined
}

/** Formats arguments as they would stand in Solidity. */
export function formatArgs(values: readonly unknown[]): string {
  return values.map(formatArg).join(", ")
}

function formatArg(value: unknown): string {
  if (typeof value === "function") return "a value that the function accepts"
  if (typeof value === "string") return value.startsWith("0x") ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${formatArgs(value)}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${formatArg(inner)}`)
      .join(", ")}}`
  }
  return String(value)
}
