import { type Devnet, PortBusyError, startDevnet, type StartDevnetOptions } from "../../../devnet/index.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { devnetUrl } from "../../config/defaults.js"
import { whoListens } from "./whoListens.js"

/** The port is taken, and by whom. */
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
            : `Use that one, stop it, or choose another port: ${another}.`,
      },
    )
  }
}

/**
 * Starts a devnet on a port that others rely on.
 *
 * @throws {DevnetPortTakenError} something listens there; when it is a devnet, the error says which
 */
export async function openDevnet(options: StartDevnetOptions & { port: number }): Promise<Devnet> {
  try {
    return await startDevnet(options)
  } catch (error) {
    if (!(error instanceof PortBusyError)) throw error
    const devnet = await whoListens(devnetUrl(options.port))
    throw new DevnetPortTakenError({ port: options.port, chains: devnet?.chains })
  }
}
