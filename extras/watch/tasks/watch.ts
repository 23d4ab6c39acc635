import { watchRows } from "./index.js"
import { createWatchView } from "./output/watchView.js"
import { openMetrics } from "./watch/openMetrics.js"
import { openWatch, WatchRunningError } from "./watch/openWatch.js"
import { readWatchSettings } from "./watch/readWatchSettings.js"
import { isFailure, type RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import type { WatchRound } from "#extras/watch/src/createWatch.js"
import { runWatch, type RunWatchOptions, type WatchTerm } from "#extras/watch/src/runWatch.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { exitCodeOf, exitCodes } from "#src/plugin/run/runTask.js"
import { PartlyReadError, ShownFailureError, ShownLateError } from "#src/plugin/run/shownErrors.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { clauseOf } from "#src/primitives/text.js"

export default actionOf(watchRows, async (args, hre, io) => {
  const { terminal, signal, clock } = io
  const settings = readWatchSettings(args)
  await using opened = await openWatch(hre, settings, io)
  const { store, book, listeners, wanted, begin } = opened
  const chainName = nameChains(chainsOf(hre.config.plugs))
  await using metrics = await openMetrics({ ...settings, store, chainName, chains: wanted, listeners })
  using view = createWatchView(terminal, { ...args, store, clock, names: book, chainName })
  let nextPrune = 0
  const look = async (term: WatchTerm): Promise<WatchRound> => {
    const round = await term.round(signal)
    await view.show(round.chains)
    await metrics.count()
    const failures = await term.tell(signal, metrics.fail)
    view.trouble([...round.problems, ...failures.map(({ message }) => message)])
    if (clock.now() >= nextPrune) {
      await store.prune(clock.now())
      nextPrune = clock.now() + pruneEvery
    }
    return round
  }
  if (args.once) {
    const hold = await store.hold()
    if (!hold.isOurs) throw new WatchRunningError({ holder: hold.holder ?? "another process" })
    const round = await look(await begin())
    const error = watchedError(await store.alerts(), round)
    await view.end(error)
    return exitCodeOf(error)
  }
  const onIdle: RunWatchOptions["onIdle"] = (why) => {
    view.trouble(["error" in why ? why.error.message : waitsFor(why.holder)])
  }
  try {
    return await runWatch({
      ...{ store, begin, onIdle, clock, signal, interval: settings.interval },
      look: async (term) => {
        await look(term)
      },
    })
  } catch (error) {
    // Ctrl-C is how a watch ends. All that it knows is written down.
    if (!isPlugsError(error) || error.code !== "ABORTED") throw error
    await view.end(undefined)
    return exitCodes.success
  }
})

function waitsFor(holder = "Another process"): string {
  return `${holder} holds this watch. This process takes over when it ends.`
}

/** Milliseconds between two looks at what is not needed any more. */
const pruneEvery = 60 * 60_000

/** The error with which a single look ends: the most severe thing that is wrong; `undefined` if all is well. */
export function watchedError(
  alerts: ReadonlyMap<string, RaisedAlert>,
  { chains, problems }: WatchRound,
): PlugsError | undefined {
  const all = [...alerts.values()]
  const failed = all.filter(({ kind }) => isFailure(kind))
  const unread = chains.filter(({ problem }) => problem !== undefined)
  if (failed.length > 0) return new ShownFailureError(describe(failed, all))
  if (unread.length > 0) return new PartlyReadError(unread)
  // What is not about a chain is about a sum.
  if (problems.length > 0) return new PartlyReadError([{ name: "plugs.watch.invariants" }])
  return all.length > 0 ? new ShownLateError(describe(all, all)) : undefined
}

function describe([first]: readonly RaisedAlert[], { length }: readonly RaisedAlert[]) {
  const count = length === 1 ? "There is 1 alert" : `There are ${length} alerts, such as`
  return {
    message: `${count}: ${clauseOf(first?.says ?? "")}.`,
    next: first?.next ?? "Look at each with npx hardhat messaging explain and its message id.",
  }
}
