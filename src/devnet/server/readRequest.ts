import { timingSafeEqual } from "node:crypto"

import type { Context, MiddlewareHandler } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { z } from "zod"

/** Parses a query string, or returns what is wrong with it. `chains` is the parameter that names a chain, and the known slugs. */
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

/** Checks what a request gives for a secret. The time that it takes does not reveal how much of a guess is right. */
export function isSecret(given: string | undefined, secret: string): boolean {
  const [actual, expected] = [Buffer.from(given ?? ""), Buffer.from(secret)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Refuses a request before it reaches a route. JSON-RPC clients show `error.message`, clients of the APIs `message`. */
export function refuse(context: Context, status: ContentfulStatusCode, message: string): Response {
  return context.json({ message, jsonrpc: "2.0", id: null, error: { code: invalidRequest, message } }, status)
}

const invalidRequest = -32600

/** Lets no page load an answer as a script or an image either. */
export const onlyAsData: MiddlewareHandler = async (context, next) => {
  context.header("cross-origin-resource-policy", "same-origin")
  context.header("x-content-type-options", "nosniff")
  await next()
}

/** What Node says about the connection of a request; `undefined` in tests, which have none. */
export function socketOf({ env }: Context): { readonly localPort?: number; destroy(): unknown } | undefined {
  return ((env ?? {}) as { incoming?: { socket?: ReturnType<typeof socketOf> } }).incoming?.socket
}
