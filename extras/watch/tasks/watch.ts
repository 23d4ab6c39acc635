import { watchRows } from "./index.js"
import { describeWatch } from "./output/describeWatch.js"
import { watchedError } from "./output/watchedError.js"
import { createWatchView } from "./output/watchView.js"
import { openMetrics } from "./watch/openMetrics.js"
import { openWatch, openWatchReader, WatchRunningError } from "./watch/openWatch.js"
import { readWatchSettings } from "./watch/readWatchSettings.js"
import type { WatchRound } from "#extras/watch/src/createWatch.js"
import { createPublisher } from "#extras/watch/src/publishing/createPublisher.js"
import { readWatch } from "#extras/watch/src/readWatch.js"
import { runWatch, type RunWatchOptions, type WatchTerm } from "#extras/watch/src/runWatch.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { exitCodeOf, exitCodes } from "#src/plugin/run/runTask.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

export default actionOf(watchRows, async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const settings = readWatchSettings(args)
  const chainName = nameChains(chainsOf(hre.config.plugs))
  if (args.status) {
    await using reader = await openWatchReader(hre, settings, io)
    return describeWatch(await readWatch(reader), { ...args, chainName, now: clock.now() })
  }
  await using opened = await openWatch(hre, settings, io)
  const { store, book, listeners, wanted, begin } = opened
  let holds = false as boolean
  const measured = { chainName, chains: wanted, listeners, holds: () => holds }
  await using metrics = await openMetrics({ ...settings, store, ...measured })
  using view = createWatchView(terminal, { ...args, store, clock, names: book, chainName })
  let nextPrune = 0
  const { publish } = args
  const publisher =
    publish === undefined
      ? undefined
      : createPublisher(publish, { store, clock, chainName: nameForAll(hre.config.plugs) })
  const look = async (term: WatchTerm): Promise<WatchRound> => {
    holds = true
    const round = await term.round(signal)
    await view.show(round.chains)
    await metrics.count()
    const failures = await term.tell(signal, metrics.fail)
    const unwritten = (await publisher?.write()) ?? []
    view.trouble([...round.problems, ...failures.map(({ message }) => message), ...unwritten])
    if (clock.now() >= nextPrune) {
      await store.prune(clock.now(), settings.kept)
      nextPrune = clock.now() + pruneEvery
    }
    return round
  }
  if (args.once || args.import !== undefined) {
    const hold = await store.hold()
    if (!hold.isOurs) throw new WatchRunningError({ holder: hold.holder ?? "another process" })
    if (args.import !== undefined) {
      const imported = await store.importFile(args.import, recordsKeyOf(hre.config))
      const counts = Object.entries(imported).map(([table, count]) => `${count} ${table}`)
      return { document: { imported }, report: () => [`Imported: ${counts.join(", ")}.`] }
    }
    const round = await look(await begin())
    const error = watchedError(await store.alerts(), round)
    await view.end(error)
    return exitCodeOf(error)
  }
  let waited = false
  const onIdle: RunWatchOptions["onIdle"] = (why) => {
    holds = false
    waited = true
    view.trouble(["error" in why ? why.error.message : waitsFor(why.holder)])
  }
  try {
    return await runWatch({
      ...{ store, begin, onIdle, clock, signal, interval: settings.interval },
      look: async (term) => {
        if (waited) view.takeover()
        waited = false
        await look(term)
      },
    })
  } catch (error) {
    // Ctrl-C is how a watch ends. All that it knows is written down.
    if (!isPlugsError(error) || error.code !== "ABORTED") throw error
    if (holds) await publisher?.write({ isLast: true })
    await view.end(undefined)
    return exitCodes.success
  }
})

/** Names chains as the configuration publishes them, and all others by their slugs. */
function nameForAll(config: PlugsConfig): (slug: number) => string {
  const { published } = config.watch
  const shown = chainsOf(config).filter(({ name }) => Object.hasOwn(published, name))
  const names = new Map(shown.map(({ slug, name }) => [slug, published[name]]))
  return (slug) => names.get(slug) ?? `chain ${slug}`
}

function waitsFor(holder = "Another process"): string {
  return `${holder} holds this watch. This process takes over when it ends.`
}

/** Milliseconds between two looks at what is not needed any more. */
const pruneEvery = 60 * 60_000
