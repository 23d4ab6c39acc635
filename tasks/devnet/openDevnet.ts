import { z } from "zod"

import type { Devnet, StartDevnetOptions } from "../../src/devnet/index.js"
import { PortBusyError } from "../../src/devnet/server/listen.js"
import { startDevnet } from "../../src/devnet/startDevnet.js"
import { AbortedError } from "../../src/http/errors.js"
import { createTransport } from "../../src/http/transport.js"
import { devnetUrl } from "../../src/plugin/config/resolvePlugs.js"
import { PlugsError } from "../../src/primitives/PlugsError.js"

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
 * Starts a devnet on a fixed port. A devnet whose start is interrupted is stopped in the background as soon as it has started.
 *
 * @throws {DevnetPortTakenError} something already listens there; the error names the chains if it is a devnet
 * @throws {AbortedError} the signal was aborted before the devnet had started
 */
export async function openDevnet(
  options: StartDevnetOptions & { port: number },
  signal: AbortSignal,
): Promise<Devnet<string>> {
  if (signal.aborted) throw new AbortedError()
  const starting = startDevnet(options)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => {
    reject(new AbortedError())
    starting.then((devnet) => devnet.stop()).catch(() => undefined)
  }
  signal.addEventListener("abort", abort, { once: true })
  try {
    return await Promise.race([starting, aborted])
  } catch (error) {
    if (!(error instanceof PortBusyError)) throw error
    throw new DevnetPortTakenError({ port: options.port, chains: await readDevnetChains(devnetUrl(options.port)) })
  } finally {
    signal.removeEventListener("abort", abort)
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
