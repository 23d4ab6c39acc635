import type { z } from "zod"

/**
 * Reads what a query string asks for, or says what is wrong with it.
 *
 * @param chains which parameter names a chain, and the slugs that there are
 */
export function readQuery<T extends object>(
  schema: z.ZodType<T>,
  query: Readonly<Record<string, string>>,
  chains?: { readonly argument: keyof T & string; readonly slugs: readonly number[] },
): T | { problem: string } {
  const parsed = schema.safeParse(query)
  if (!parsed.success) return { problem: parsed.error.issues.map(describe).join("; ") }
  if (chains === undefined) return parsed.data
  const slug = parsed.data[chains.argument] as number
  if (chains.slugs.includes(slug)) return parsed.data
  return { problem: `${chains.argument}: no chain ${slug} here, only ${chains.slugs.join(", ")}` }
}

function describe({ path, message }: z.core.$ZodIssue): string {
  return message.startsWith("missing field") ? message : `${path.join(".")}: ${message}`
}
