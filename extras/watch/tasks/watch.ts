import { watchRows } from "./index.js"
import { describeWatch } from "./output/describeWatch.js"
import { watchedError } from "./output/watchedError.js"
import { createWatchView } from "./output/watchView.js"
import { keepMemorySmall } from "./watch/keepMemorySmall.js"
import { openMetrics } from "./watch/openMetrics.js"
import { openWatch, openWatchReader, WatchRunningError } from "./watch/openWatch.js"
import { readWatchSettings } from "./watch/readWatchSettings.js"
import { createLook } from "#extras/watch/src/createLook.js"
import type { WatchRound } from "#extras/watch/src/createWatch.js"
import { keepLooking, type WatchTerm } from "#extras/watch/src/keepLooking.js"
import { createPublisher } from "#extras/watch/src/publishing/createPublisher.js"
import { readWatchState } from "#extras/watch/src/readWatchState.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { exitCodeOf, exitCodes } from "#src/plugin/run/runTask.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(watchRows, async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const settings = readWatchSettings(args)
  const chainName = nameChains(chainsOf(hre.config.plugs))
  if (args.status) {
    await using reader = await openWatchReader(hre, settings, io)
    return describeWatch(await readWatchState(reader), { ...args, chainName, now: clock.now() })
  }
  await using opening = new Disposables()
  opening.use(keepMemorySmall())
  const opened = opening.use(await openWatch(hre, settings, io))
  const { store, book, listeners, wanted, begin } = opened
  if (opened.putAside !== undefined) terminal.err.line(paint.magenta(opened.putAside))
  let holds = false as boolean
  const measured = { chainName, chains: wanted, listeners, holds: () => holds }
  await using metrics = await openMetrics({ ...settings, store, ...measured })
  using view = createWatchView(terminal, { ...args, store, clock, names: book, chainName })
  const { publish } = args
  const publisher =
    publish === undefined
      ? undefined
      : createPublisher(publish, { store, clock, chainName: nameForAll(hre.config.plugs) })
  const lookOnce = createLook({
    ...{ store, clock, signal, kept: settings.kept, onFailure: metrics.fail },
    show: async ({ chains }) => {
      await view.show(chains)
      await metrics.count()
    },
  })
  const look = async (term: WatchTerm): Promise<WatchRound> => {
    holds = true
    const looked = await lookOnce(term)
    view.trouble([...looked.trouble, ...((await publisher?.write()) ?? [])])
    return looked
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
  await keepLooking({
    ...{ store, begin, clock, signal, interval: settings.interval },
    look: async (term) => {
      if (waited) view.takeover()
      waited = false
      await look(term)
    },
    onIdle: (says) => {
      holds = false
      waited = true
      view.trouble([says])
    },
  })
  // Ctrl-C is how a watch ends.
  if (holds) await publisher?.write({ isLast: true })
  await view.end(undefined)
  return exitCodes.success
})

/** Names chains as the configuration publishes them, and all others by their slugs. */
function nameForAll(config: PlugsConfig): (slug: number) => string {
  const { published } = config.watch
  const shown = chainsOf(config).filter(({ name }) => Object.hasOwn(published, name))
  const names = new Map(shown.map(({ slug, name }) => [slug, published[name]]))
  return (slug) => names.get(slug) ?? `chain ${slug}`
}
