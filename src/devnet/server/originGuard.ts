import type { Context, MiddlewareHandler } from "hono"

import { refuse, socketOf } from "./readRequest.js"
import { argument, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { parseOrigin } from "#src/primitives/urls/parseOrigin.js"

/** Reported when the devnet first refuses a web page of an origin that is not allowed. The page itself can't read the refusal. */
export class OriginRefusedError extends PlugsError {
  readonly code = "ORIGIN_REFUSED"
  constructor(origin: string) {
    super("The devnet refused a request of a web page or browser extension.", {
      facts: { "page's origin": origin },
      next: text`If the page is yours, allow it with ${argument("allowedOrigins")} ${origin}, or in plugs.devnet.allowedOrigins of the configuration. If it is not, close it: it tried to use the devnet.`,
    })
  }
}

/**
 * Refuses what a web page sends, except pages of the devnet's own origin and of the allowed ones. The devnet signs for
 * every caller, and a browser lets any page reach this machine.
 *
 * Browsers tell where a request comes from by `Origin`, and by `Sec-Fetch-Site` where they leave `Origin` out. Programs
 * such as curl, viem and Hardhat send neither. A body must be declared as JSON, because a browser sends other types to
 * another origin without asking first.
 *
 * @param report called with the first refusal of each origin
 */
export function originGuard({
  allowedOrigins,
  report,
}: {
  allowedOrigins: ReadonlySet<string>
  report: (refusal: OriginRefusedError) => void
}): MiddlewareHandler {
  const reported = new Set<string>()
  const reportOnce = (origin: string): void => {
    if (reported.has(origin) || reported.size === maxReports || parseOrigin(origin) !== origin) return
    reported.add(origin)
    report(new OriginRefusedError(origin))
  }
  return async (context, next) => {
    const own = new URL(context.req.url)
    // A page can point its own host name at this address. Its requests then have that name, here or in the first line.
    const host = URL.parse(`http://${context.req.header("host") ?? own.host}`)
    if (!isOwnName(own.hostname) || !isOwnName(host?.hostname ?? ""))
      return refuse(context, 403, "the devnet answers only to its loopback address")
    const origin = context.req.header("origin")
    if (origin === undefined) {
      if (isFromOtherSite(context)) return refuse(context, 403, "the devnet answers no web pages of other origins")
    } else if (!isOwnOrigin(origin, context) && !allowedOrigins.has(origin)) {
      reportOnce(origin)
      return refuse(context, 403, `the devnet answers no web pages of ${origin}; if it is yours, ${howToAllow(origin)}`)
    }
    if (!bodyless.has(context.req.method) && !isJson(context)) {
      return refuse(context, 415, "send the body as JSON, with the header content-type: application/json")
    }
    await next()
  }
}

/** Reports of origins that are made at most, because a page can be opened under any number of them. */
const maxReports = 20

function howToAllow(origin: string): string {
  if (parseOrigin(origin) === undefined) return "serve it from a URL with a host"
  return `allow it with --allow-origin ${origin}, or with ${origin} in plugs.devnet.allowedOrigins or startDevnet's allowedOrigins`
}

/** The server's port counts, not the one in `Host`, which a development server may leave. Tests have no socket, only `Host`. */
function isOwnOrigin(origin: string, context: Context): boolean {
  const own = new URL(context.req.url)
  const port = socketOf(context)?.localPort
  return origin === own.origin && (port === undefined || own.port === String(port))
}

/** Checks what browsers say of requests without `Origin`: images, scripts, frames. A link that the user follows is allowed. */
function isFromOtherSite({ req }: Context): boolean {
  const site = req.header("sec-fetch-site") ?? "none"
  const isVisit = req.method === "GET" && req.header("sec-fetch-dest") === "document"
  return site !== "none" && site !== "same-origin" && !isVisit
}

const bodyless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

function isJson({ req }: Context): boolean {
  const [type = ""] = (req.header("content-type") ?? "").split(";")
  return type.trim().toLowerCase() === "application/json"
}

/** Checks whether a host name is one of this server's own. Other loopback addresses are not. */
function isOwnName(hostname: string): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]"
}
