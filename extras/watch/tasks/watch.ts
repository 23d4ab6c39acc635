import { createWatchView } from "./output/watchView.js"
import { openMetrics } from "./watch/openMetrics.js"
import { openWatch } from "./watch/openWatch.js"
import { readWatchSettings, timeUntilLook, type WatchArguments } from "./watch/readWatchSettings.js"
import { watchedError } from "./watch/watchedError.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { type BoundTask, exitCodeOf, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

const watch: BoundTask<WatchArguments> = runTask(async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const settings = readWatchSettings(args)
  await using opened = await openWatch(hre, settings, io)
  const { store, book, listeners, wanted } = opened
  const chainName = nameChains(chainsOf(hre.config.plugs))
  await using metrics = await openMetrics({
    ...settings,
    store,
    chainName,
    chains: wanted,
    listeners: listeners.names,
  })
  using view = createWatchView(terminal, { ...args, store, clock, names: book, chainName })
  let nextPrune = 0
  try {
    for (;;) {
      const { chains, problems } = await opened.watch.round(signal)
      view.show(chains)
      await metrics.count()
      const failures = await listeners.tell(signal, metrics.fail)
      view.trouble([...problems, ...failures.map(({ message }) => message)])
      if (clock.now() >= nextPrune) {
        store.prune(clock.now())
        nextPrune = clock.now() + pruneEvery
      }
      if (args.once) {
        const error = watchedError(store.alerts(), { chains, problems })
        view.end(error)
        return exitCodeOf(error)
      }
      await delay(timeUntilLook(settings.interval, Math.random), { clock, signal })
    }
  } catch (error) {
    // Ctrl-C is how a watch ends. All that it knows is written down.
    if (args.once || !isPlugsError(error) || error.code !== "ABORTED") throw error
    view.end(undefined)
    return exitCodes.success
  }
})

/** Milliseconds between two looks at what is not needed any more. */
const pruneEvery = 60 * 60_000

export default watch
