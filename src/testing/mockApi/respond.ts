import type { MockedApi, MockRoute } from "./MockRoute.js"
import type { ErrorStep, StateStep } from "./Step.js"

/** Makes the response of an API for a step of a scenario. Throws what `fetch` throws if the connection is cut. */
export function respond({ api, body, unknown }: MockRoute, step: StateStep<unknown> | ErrorStep): Response {
  if (!("error" in step)) return json(body(step.status, step.fields ?? {}))
  const { error, message = `mocked error ${error}`, retryAfter } = step
  switch (error) {
    case "cut":
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("cut"), { code: "ECONNRESET" }) })
    case "malformed":
      return new Response('{"status": "SUCC', { headers: { "content-type": "application/json" } })
    case "empty":
      return json({})
    case "unknown":
      return unknown === undefined ? refuse(api, 404, "not known yet") : json(unknown)
    default: {
      const seconds = retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1_000))
      return refuse(api, error, message, seconds === undefined ? {} : { "retry-after": seconds })
    }
  }
}

/** Each API has errors of its own form. */
function refuse(api: MockedApi, status: number, message: string, headers: Record<string, string> = {}): Response {
  const forms = {
    messaging: { status: "ERROR", code: status === 404 ? "NOT_FOUND" : "ERROR", message },
    gateway: { error: message },
    swap: { success: false, statusCode: status, message },
  }
  return json(forms[api], { status, headers })
}

/** JSON with amounts as decimal digits. */
function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const text = JSON.stringify(value, (_, field: unknown) => (typeof field === "bigint" ? String(field) : field))
  return new Response(text, { status, headers: { ...headers, "content-type": "application/json" } })
}
