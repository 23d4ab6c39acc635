import { createHash } from "node:crypto"
import path from "node:path"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { createLateExplainer } from "./explainLate.js"
import { findWatchedPlugs } from "./findWatchedPlugs.js"
import { keepMemorySmall } from "./keepMemorySmall.js"
import { openListeners, type TellListeners } from "./openListeners.js"
import { openWatchedChains, type WatchedChains } from "./openWatchedChains.js"
import type { WatchSettings } from "./readWatchSettings.js"
import { createWatch, type Watch } from "#extras/watch/src/createWatch.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { openRecordsFolder } from "#src/plugin/records/openRecordsFolder.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Another process watches the same plugs of this project. */
export class WatchRunningError extends PlugsError {
  readonly code = "WATCH_RUNNING"

  constructor(held: { readonly holder: string; readonly file: string }) {
    super("These plugs are watched already.", {
      facts: { "watched by": held.holder, lock: held.file },
      next: "Use what that process tells, or end it first. If it is gone, remove the lock.",
    })
  }
}

export type OpenWatch = AsyncDisposable & {
  readonly watch: Watch
  readonly store: WatchStore
  /** The chains that are watched, as far as they are known by now. */
  readonly wanted: WatchedChains["wanted"]
  readonly book: ContractBook
  readonly listeners: TellListeners
}

/** Opens what is known of the plugs from earlier, and whom to tell. The first look opens their chains. */
export async function openWatch(
  hre: HardhatRuntimeEnvironment,
  { plugs: named, blocks, finality, reconciles, ...limits }: WatchSettings,
  { clock, signal, terminal: { err } }: TaskIo,
): Promise<OpenWatch> {
  await using opening = new Disposables()
  opening.use(keepMemorySmall())
  const { watch: own } = hre.config.plugs
  const book = await openContractBook(hre)
  const plugs = await findWatchedPlugs(hre, named, book)
  const opened = opening.use(openWatchedChains(hre, plugs, { blocks, clock, signal, patience: limits.patience }))
  const folder = path.join(await openRecordsFolder(hre.config.paths.root), "watch")
  // Each set of named plugs is a watch of its own. A wiring stays one when it grows.
  const key = plugs.map(({ chain, address }) => `${chain.slug} ${address}`).sort()
  const name = named === undefined ? "wiring" : createHash("sha256").update(key.join()).digest("hex").slice(0, 16)
  await makeFolder(folder)
  const lock = await takeFileLock(folder, name)
  if (!("release" in lock)) throw new WatchRunningError(lock)
  opening.defer(() => lock.release())
  const store = opening.use(
    await createWatchStore(path.join(folder, `${name}.sqlite`), { key: recordsKeyOf(hre.config) }),
  )
  if (store.putAside !== undefined) {
    const says = "The database of this watch was not what you wrote there. All chains are read again from the start"
    err.line(err.paint.magenta(`${says}; it is now ${store.putAside}.`))
  }
  const { chains, wanted } = opened
  const usual = (src: number): number | undefined => chains.find(({ slug }) => slug === src)?.usual
  const lateAfter = (src: number): number => own.lateAfter ?? usual(src) ?? Number.POSITIVE_INFINITY
  const explain = createLateExplainer(hre, chains, { clock, signal })
  const reconciled = reconciles ? { invariants: own.invariants } : undefined
  const watch = createWatch({
    chains,
    opening: opened,
    store,
    finality,
    clock,
    lateAfter,
    explain,
    reconciled,
    ...limits,
  })
  const listeners = await openListeners(hre.config, { store, clock })
  return { watch, store, wanted, book, listeners, [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose] }
}
