import { once } from "node:events"

import { describeDevnet } from "./describeDevnet.js"
import { readDevnetIndex } from "./findDevnet.js"
import { followDevnet } from "./followDevnet.js"
import { devnetRows } from "./index.js"
import { createDevnetPrinter } from "./output/createDevnetPrinter.js"
import { optionsOn, readDevnetArguments, readPageArguments } from "./readDevnetArguments.js"
import type { StartDevnetOptions } from "#src/devnet/index.js"
import { type DevnetParts, type OpenDevnet, openDevnet as open } from "#src/devnet/openDevnet.js"
import { PortBusyError } from "#src/devnet/server/listen.js"
import { AbortedError } from "#src/http/errors.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { devnetUrl } from "#src/plugin/config/resolvePlugs.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { extras } from "#src/plugin/extras.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Milliseconds that a busy devnet has to stop. */
const patience = 30_000

export default actionOf(
  devnetRows,
  async ({ json, fork, on, ...args }, hre, io, given) => {
    const { terminal, signal } = io
    const config = hre.config.plugs.devnet
    const asked = readDevnetArguments(args, config)
    const nodes = on && (await extras.ownNodes())
    const chains = fork
      ? await (await extras.worldForks()).readForks(hre.config, fork)
      : await nodes?.identifyNodes(hre, on ?? [])
    const options = chains ? optionsOn(chains, asked) : asked
    const openChains = nodes?.openNodes(hre)
    const pageOptions = readPageArguments(args)
    const page =
      pageOptions && (await extras.page()).openDevnetPage({ ...pageOptions, ...options, port: given.port }, hre, io)
    const faults =
      (page ?? args.state) === undefined
        ? undefined
        : (await extras.faults()).openDevnetFaults(page ?? { wrapFetch: (fetch) => fetch }, openChains)
    const opened = await openDevnet(options, signal, {
      ...(faults?.parts ?? { openChains }),
      project: hre.config.paths.root,
    })
    await using devnet = opened.devnet
    const pageFaults = await faults?.open(opened)
    const feed = pageFaults && page?.show(opened, pageFaults)
    // Nobody could end those that last without the page.
    if (page === undefined) for (const { id } of pageFaults?.active() ?? []) await pageFaults?.end(id)
    const printer = createDevnetPrinter({
      out: terminal.out,
      json,
      facts: await describeDevnet(devnet, {
        ...{ config, ownKey: args.apiKey !== undefined, state: args.state },
        page: page?.link(devnet.url),
      }),
    })
    printer.ready()
    const changes = followDevnet(devnet, {
      readErrorAbis: () => readErrorAbis(hre.artifacts),
      printers: feed === undefined ? [printer] : [feed, printer],
      describe: (error) => describeForTask(error, hre),
    })
    if (!signal.aborted) await once(signal, "abort")
    await devnet.stop()
    await changes.settled()
    printer.stopped()
    return exitCodes.success
  },
  { patience },
)

/** Another devnet, or another program, listens on the devnet's port. */
class DevnetPortTakenError extends PlugsError {
  readonly code = "PORT_BUSY"

  constructor({ port, index }: { port: number; index: Awaited<ReturnType<typeof readDevnetIndex>> | undefined }) {
    const another = `--port ${port + 1}, or plugs: { devnet: { port: ${port + 1} } } in the Hardhat configuration`
    super(
      index === undefined
        ? `Port ${port} on 127.0.0.1 is taken by another program.`
        : `A devnet with ${index.chains.map(({ name }) => name).join(", ")} runs on port ${port} already.`,
      {
        facts: { url: devnetUrl(port), "project's folder": index?.project },
        next:
          index === undefined
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
  options: StartDevnetOptions<string, boolean, boolean> & { port: number },
  signal: AbortSignal,
  parts: DevnetParts = {},
): Promise<OpenDevnet<string, boolean, boolean>> {
  if (signal.aborted) throw new AbortedError()
  const starting = open<string, boolean, boolean>(options, parts)
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
    throw new DevnetPortTakenError({ port: options.port, index })
  } finally {
    signal.removeEventListener("abort", abort)
  }
}
