import type { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { cors } from "hono/cors"

import { originGuard } from "./originGuard.js"
import { onlyAsData, refuse } from "./readRequest.js"
import { maxBodyBytes, mebibyte } from "./webSockets.js"

/** Lets programs of this machine and pages of its own and the allowed origins use an app, and limits what it reads. */
export function guardApp(app: Hono, { allowedOrigins, report }: Parameters<typeof originGuard>[0]): void {
  app.use(originGuard({ allowedOrigins, report }))
  app.use(onlyAsData, async (context, next) => {
    // Browsers ask for this where a page of a public address is to reach a private one.
    if (context.req.header("access-control-request-private-network") === "true") {
      context.header("access-control-allow-private-network", "true")
    }
    await next()
  })
  app.use(cors({ origin: (origin) => origin, exposeHeaders: ["server-req-id"] }))
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: (context) => refuse(context, 413, bodyTooLarge) }))
}

const bodyTooLarge = `the body is too large: the devnet reads at most ${maxBodyBytes / mebibyte} MiB`
