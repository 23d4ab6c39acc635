import { readDevnetIndex } from "./findDevnet.js"
import type { StartDevnetOptions } from "#src/devnet/index.js"
import { type DevnetParts, type OpenDevnet, openDevnet as open } from "#src/devnet/openDevnet.js"
import { PortBusyError } from "#src/devnet/server/listen.js"
import { AbortedError } from "#src/http/errors.js"
import { devnetUrl } from "#src/plugin/config/resolvePlugs.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

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
  parts: DevnetParts = {},
): Promise<OpenDevnet<string, true, true>> {
  if (signal.aborted) throw new AbortedError()
  const starting = open<string>(options, parts)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => {
    reject(new AbortedError())
    starting.then(({ devnet }) => devnet.stop()).catch(() => undefined)
  }
  signal.addEventListener("abort", abort, { once: true })
  try {
    return await Promise.race([starting, aborted])
  } catch (error) {
    if (!(error instanceof PortBusyError)) throw error
    const index = await readDevnetIndex(devnetUrl(options.port)).catch(() => undefined)
    throw new DevnetPortTakenError({ port: options.port, chains: index?.chains.map(({ name }) => name) })
  } finally {
    signal.removeEventListener("abort", abort)
  }
}
