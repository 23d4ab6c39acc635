import { z } from "zod"

import { createTransport } from "#src/http/transport.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"
import { paint } from "#src/terminal/paint.js"

/** Milliseconds. A devnet that is busy answers within them, and nobody waits longer for a link. */
const patience = 2_000

/**
 * Finds the page of the devnet whose messaging API is configured.
 *
 * @returns what gives the link to a message there, by its id or its transaction; `undefined` if it is no devnet, or one without a page
 */
export async function findPageLink(
  { messaging: { baseUrl } }: Pick<PlugsConfig, "messaging">,
  { signal, clock }: Pick<TaskIo, "signal" | "clock">,
): Promise<((id: string) => string) | undefined> {
  if (!isLoopback(baseUrl)) return undefined
  const { origin } = new URL(baseUrl)
  const transport = createTransport({ baseUrl: origin, timeout: patience, totalTimeout: patience, retries: 0, clock })
  const schema = z.object({ page: z.literal("hardhat-plugs devnet") })
  const asked = transport.get({ route: "/page/link", query: {}, schema, signal })
  return await asked.then(
    () => (id) => `${origin}/m/${id}`,
    () => undefined,
  )
}

/** Says where a person can look at a message, if that is on the page of a devnet. */
export async function sayPageLink(
  config: Pick<PlugsConfig, "messaging">,
  id: string,
  io: Pick<TaskIo, "signal" | "clock" | "terminal">,
): Promise<void> {
  const linkTo = await findPageLink(config, io)
  const { err } = io.terminal
  if (linkTo !== undefined) err.line(paint.dim(`on the page of the devnet: ${linkTo(id)}`))
}
