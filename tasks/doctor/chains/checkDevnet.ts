import { lazySchemas } from "../../../src/http/parsing/lazySchemas.js"
import { createTransport } from "../../../src/http/transport.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { devnetMessagingUrl, devnetUrl } from "../../../src/plugin/config/resolvePlugs.js"
import type { PlugsConfig } from "../../../src/plugin/config/PlugsConfig.js"
import { failed, type Finding, ok, skipped } from "../checks.js"
import type { DoctorChain } from "./DoctorChain.js"

const schemas = lazySchemas(() => import("./devnetSchema.js"))

export type CheckDevnetParameters = {
  readonly config: PlugsConfig
  /** The chains that are checked. */
  readonly chains: readonly DoctorChain[]
  readonly clock: Clock
  /** Milliseconds. */
  readonly timeout: number
}

/** Checks that the devnet runs. A project whose messages go over chains of its own does without. */
export async function checkDevnet({ config, chains, clock, timeout }: CheckDevnetParameters): Promise<Finding> {
  const { messaging, devnet } = config
  const url = devnetUrl(devnet.port)
  const transport = createTransport({ baseUrl: url, clock, timeout, totalTimeout: timeout, retries: 0 })
  try {
    const { chains: running } = await transport.get({
      route: "/",
      query: {},
      schema: schemas((module) => module.devnetSchema),
    })
    return ok(`It runs with ${running.map(({ name }) => name).join(", ")}.`)
  } catch (error) {
    if (!isPlugsError(error)) throw error
    const isNeeded = chains.every(({ isDevnet }) => isDevnet) || messaging.baseUrl === devnetMessagingUrl(devnet.port)
    if (!isNeeded) return skipped("Not checked: the devnet does not run, and this project has chains of its own.")
    if (error.code !== "UNREACHABLE" && error.code !== "TIMEOUT") {
      return failed(
        `What answers at ${url} is no devnet.`,
        `Stop that program, or give plugs.devnet.port another number, and start the devnet: npx hardhat devnet`,
      )
    }
    return failed(
      `The devnet does not run: nothing answers at ${url}.`,
      "Start it in another terminal, and leave it running: npx hardhat devnet",
    )
  }
}
