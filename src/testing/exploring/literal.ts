/** Writes plain data as TypeScript. Fields that are undefined are left out, and an object without any is nothing. */
export function literal(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? "" : `{ ${fields.map(([name, field]) => `${name}: ${literal(field)}`).join(", ")} }`
}
