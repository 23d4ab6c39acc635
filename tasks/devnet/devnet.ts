import { once } from "node:events"

import { describeDevnet } from "./describeDevnet.js"
import { followDevnet } from "./followDevnet.js"
import { openDevnet } from "./openDevnet.js"
import { createDevnetPrinter, printToAll } from "./output/createDevnetPrinter.js"
import { type DevnetArguments, readDevnetArguments, readPageArguments } from "./readDevnetArguments.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { extras } from "#src/plugin/extras.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"

/** Milliseconds that a busy devnet has to stop. */
const patience = 30_000

const runDevnet: BoundTask<DevnetArguments> = runTask(
  async ({ json, ...args }, hre, io) => {
    const { terminal, signal } = io
    const config = hre.config.plugs.devnet
    const options = readDevnetArguments(args, config)
    const pageOptions = readPageArguments(args)
    const page =
      pageOptions && (await extras.page()).openDevnetPage({ ...pageOptions, ...options, port: args.port }, hre, io)
    const faults =
      (page ?? args.state) === undefined
        ? undefined
        : (await extras.faults()).openDevnetFaults(page ?? { wrapFetch: (fetch) => fetch })
    const opened = await openDevnet(options, signal, faults?.parts)
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
      printer: printToAll(feed === undefined ? [printer] : [feed, printer]),
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

export default runDevnet
