import { timingSafeEqual } from "node:crypto"

import type { Context, MiddlewareHandler } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { z } from "zod"

/**
 * Parses the query string of a request, or returns what is wrong with it: an unknown parameter too, and one that is repeated and is no
 * list. `chains` is the parameter that names a chain, and the known slugs.
 */
export function readQuery<T extends object>(
  schema: z.ZodType<T>,
  { req }: Context,
  chains?: { readonly argument: keyof T & string; readonly slugs: readonly number[] },
): T | { problem: string } {
  const given = Object.entries(req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]])
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    // What is unknown first: it may be why another one is missing.
    const issues = parsed.error.issues.toSorted((one, other) => one.path.length - other.path.length)
    return { problem: issues.map(describe).join("; ") }
  }
  if (chains === undefined) return parsed.data
  const slug = parsed.data[chains.argument] as number
  if (chains.slugs.includes(slug)) return parsed.data
  return { problem: `${chains.argument}: no chain ${slug} here, only ${chains.slugs.join(", ")}` }
}

function describe({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 || message.startsWith("missing field") ? message : `${path.join(".")}: ${message}`
}

/** Checks what a request gives for a secret. The time that it takes does not reveal how much of a guess is right. */
export function isSecret(given: string | undefined, secret: string): boolean {
  const [actual, expected] = [Buffer.from(given ?? ""), Buffer.from(secret)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Whether a request may pass: public hosts take requests without a key, so only another one is refused. */
export function isAllowed({ req }: Context, headers: readonly string[], secret: string): boolean {
  const given = headers.map((name) => req.header(name)).find((value) => value !== undefined)
  return given === undefined || isSecret(given, secret)
}

/** Refuses a request that no route answers, as the API says it that the path begins with. */
export function refuse(context: Context, status: ContentfulStatusCode, message: string): Response {
  const [, api = ""] = context.req.path.split("/")
  const bodies: Readonly<Record<string, object>> = {
    rpc: { message, jsonrpc: "2.0", id: null, error: { code: invalidRequest, message } },
    messaging: { status: "ERROR", code: codes[status] ?? "BAD_REQUEST", message },
    gateway: { error: message },
    swap: { success: false, statusCode: status, message },
  }
  return context.json(Object.hasOwn(bodies, api) ? bodies[api] : { message }, status)
}

const invalidRequest = -32600
const codes: Partial<Record<ContentfulStatusCode, string>> = { 404: "NOT_FOUND", 500: "INTERNAL_SERVER_ERROR" }

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
