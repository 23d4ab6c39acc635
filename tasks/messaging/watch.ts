import { delay } from "../../src/http/polling/unlessAborted.js"
import { chainsOf,nameChains } from "../../src/plugin/config/chainsOf.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { createWatchView } from "./output/watchView.js"
import { openWatch } from "./watch/openWatch.js"
import { readWatchSettings, type WatchArguments } from "./watch/readWatchSettings.js"

const watch: BoundTask<WatchArguments> = runTask(async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const settings = readWatchSettings(args)
  await using opened = await openWatch(hre, settings, io)
  const { store, book } = opened
  using view = createWatchView(terminal, {
    json: args.json,
    store,
    clock,
    names: book,
    chainName: nameChains(chainsOf(hre.config.plugs)),
  })
  for (;;) {
    const chains = await opened.watch.round(signal)
    view.show(chains)
    store.prune(0)
    if (args.once) break
    await delay(settings.interval, { clock, signal })
  }
  return exitCodes.success
})

export default watch
