import { z } from "zod"

import { createTransport } from "../../../http/transport.js"

const devnetIndex = z.object({
  name: z.literal("hardhat-plugs devnet"),
  chains: z.array(z.object({ name: z.string() })),
})

/**
 * Asks whether it is another devnet that has a port.
 *
 * @returns its chains, or `undefined` when something else listens there
 */
export async function whoListens(url: string): Promise<{ chains: string[] } | undefined> {
  const transport = createTransport({ baseUrl: url, timeout: 500, totalTimeout: 500, retries: 0 })
  try {
    const { chains } = await transport.get({ route: "/", query: {}, schema: devnetIndex })
    return { chains: chains.map(({ name }) => name) }
  } catch {
    return undefined
  }
}
