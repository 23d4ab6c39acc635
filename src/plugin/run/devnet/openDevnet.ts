import { z } from "zod"

import { type Devnet, PortBusyError, startDevnet, type StartDevnetOptions } from "../../../devnet/index.js"
import { createTransport } from "../../../http/transport.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { devnetUrl } from "../../config/defaults.js"

/** Another devnet, or another program, listens on the devnet's port. */
export class DevnetPortTakenError extends PlugsError {
  readonly code = "PORT_BUSY"

  constructor({ port, chains }: { port: number; chains: readonly string[] | undefined }) {
    const another = `--port ${port + 1}, or plugs: { devnet: { port: ${port + 1} } } in the Hardhat configuration`
    super(
      chains === undefined
        ? `Port ${port} on 127.0.0.1 is taken by another program.`
        : `A devnet with ${chains.join(", ")} runs on port ${port} already.`,
      {
        facts: { url: devnetUrl(port) },
        next:
          chains === undefined
            ? `Choose another port: ${another}.`
            : `Use that devnet, stop it, or choose another port: ${another}.`,
      },
    )
  }
}

/**
 * Starts a devnet on a fixed port.
 *
 * @throws {DevnetPortTakenError} something already listens there; the error names the chains if it is a devnet
 */
export async function openDevnet(options: StartDevnetOptions & { port: number }): Promise<Devnet<string>> {
  try {
    return await startDevnet(options)
  } catch (error) {
    if (!(error instanceof PortBusyError)) throw error
    throw new DevnetPortTakenError({ port: options.port, chains: await readDevnetChains(devnetUrl(options.port)) })
  }
}

const devnetIndex = z.object({
  name: z.literal("hardhat-plugs devnet"),
  chains: z.array(z.object({ name: z.string() })),
})

/** Reads the names of a devnet's chains. Returns `undefined` if what listens at the URL is not a devnet. */
async function readDevnetChains(url: string): Promise<string[] | undefined> {
  const transport = createTransport({ baseUrl: url, timeout: 500, totalTimeout: 500, retries: 0 })
  try {
    const { chains } = await transport.get({ route: "/", query: {}, schema: devnetIndex })
    return chains.map(({ name }) => name)
  } catch {
    return undefined
  }
}
