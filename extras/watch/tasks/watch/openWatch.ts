import { createHash } from "node:crypto"
import { hostname } from "node:os"
import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { findWatchedPlugs, type WatchedPlug } from "./findWatchedPlugs.js"
import { openWatchedChains, type WatchedChains } from "./openWatchedChains.js"
import type { WatchSettings } from "./readWatchSettings.js"
import { type AlertKind, isFailure } from "#extras/watch/src/alerts/Alert.js"
import type { ExplainedMessage } from "#extras/watch/src/alerts/findLateMessages.js"
import { createWatch } from "#extras/watch/src/createWatch.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import type { WatchTerm } from "#extras/watch/src/keepLooking.js"
import { createAlertQueue, type Listener } from "#extras/watch/src/notifying/createAlertQueue.js"
import { createCommand } from "#extras/watch/src/notifying/createCommand.js"
import { createWebhook, isAlert } from "#extras/watch/src/notifying/createWebhook.js"
import {
  createSharedStore,
  createWatchStore,
  openSharedReader,
  openWatchFile,
  type WatchReader,
} from "#extras/watch/src/store/createWatchStore.js"
import type { EventFields, KnownMessage, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { canKeepBack } from "#src/messaging/reading/execution/readOutcome.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { openRecordsFolder } from "#src/plugin/records/openRecordsFolder.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { Clock } from "#src/primitives/clock.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { recordsFolder } from "#src/primitives/files/refuseLinks.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { isPlugsError, PlugsError } from "#src/primitives/PlugsError.js"

/** Another process watches the same plugs of this project. */
export class WatchRunningError extends PlugsError {
  readonly code = "WATCH_RUNNING"

  constructor({ holder, file }: { readonly holder: string; readonly file?: string }) {
    const remove = file === undefined ? "" : " If it is gone, remove the lock."
    super("These plugs are watched already.", {
      facts: { "watched by": holder, lock: file },
      next: `Use what that process tells, or end it first.${remove}`,
    })
  }
}

export type OpenWatch = AsyncDisposable & {
  /** Begins to look, once this process holds the store. */
  readonly begin: () => Promise<WatchTerm>
  readonly store: WatchStore
  /** Says that a file was in its place that is not believed, and where it is now. */
  readonly putAside: string | undefined
  /** The chains that are watched, as far as they are known by now. */
  readonly wanted: WatchedChains["wanted"]
  readonly book: ContractBook
  /** The names of all that are told of alerts. */
  readonly listeners: readonly string[]
}

/** Opens what is known of the plugs from earlier, and whom to tell. The first look opens their chains. */
export async function openWatch(
  hre: HardhatRuntimeEnvironment,
  {
    plugs: named,
    blocks,
    finality,
    reconciles,
    store: shared,
    ...limits
  }: Omit<WatchSettings, "kept" | "port" | "otlp">,
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): Promise<OpenWatch> {
  await using opening = new Disposables()
  const { watch: own } = hre.config.plugs
  const book = await openContractBook(hre)
  const plugs = await findWatchedPlugs(hre, named, book)
  const opened = opening.use(openWatchedChains(hre, plugs, { blocks, clock, signal, patience: limits.patience }))
  const { folder, name, file, url, suffix } = await findPlace(hre.config, named && plugs, shared)
  const openShared = async (url: string): Promise<WatchStore> => {
    const options = { suffix, clock, patience: limits.interval, name: `${hostname()} ${process.pid}` }
    return await createSharedStore(url, options)
  }
  const openOwn = async (): Promise<WatchStore> => {
    await openRecordsFolder(hre.config.paths.root)
    await makeFolder(folder)
    const lock = await takeFileLock(folder, name)
    if (!("release" in lock)) throw new WatchRunningError(lock)
    opening.defer(() => lock.release())
    return await createWatchStore(file, { key: recordsKeyOf(hre.config) })
  }
  const store = opening.use(url === undefined ? await openOwn() : await openShared(url))
  const { chains, wanted } = opened
  const usual = (src: number): number | undefined => chains.find(({ slug }) => slug === src)?.usual
  const lateAfter = (src: number): number => own.lateAfter ?? usual(src) ?? Number.POSITIVE_INFINITY
  const explain = createLateExplainer(hre, chains, { clock, signal })
  const abis = await readProjectAbis(hre.artifacts)
  const reconciled = reconciles ? { invariants: own.invariants } : undefined
  const known = { chains, opening: opened, store, finality, clock, lateAfter, explain, reconciled, ...limits }
  const listeners = await openListeners(hre.config, clock)
  const aside = "The database of this watch was not what you wrote there. All chains are read again from the start"
  return {
    begin: async () => ({
      ...createWatch({ ...known, abis: canKeepBack(abis) ? abis : undefined }),
      tell: await tellListeners(listeners, { store, clock }),
    }),
    putAside: store.putAside && `${aside}; it is now ${store.putAside}.`,
    ...{ store, wanted, book, listeners: listeners.map(({ name }) => name) },
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}

/** Where is written down what a watch knows. Each set of named plugs is a watch of its own. A wiring stays one when it grows. */
async function findPlace({ paths, plugs }: HardhatConfig, named: readonly WatchedPlug[] | undefined, shared?: string) {
  const folder = path.join(paths.root, recordsFolder, "watch")
  const key = named?.map(({ chain, address }) => `${chain.slug} ${address}`).sort()
  const hash = key && createHash("sha256").update(key.join()).digest("hex").slice(0, 16)
  const [name, suffix] = hash === undefined ? ["wiring", ""] : [hash, `_${hash}`]
  return {
    folder,
    name,
    suffix,
    file: path.join(folder, `${name}.sqlite`),
    url: shared ?? (await plugs.watch.store?.get()),
  }
}

/** Opens what a watch of these plugs knows, to read it beside whoever holds it. No chain is asked. With the key, a file is made sure of. */
export async function openWatchReader(
  hre: HardhatRuntimeEnvironment,
  { plugs, store, key }: Partial<Pick<WatchSettings, "plugs" | "store">> & { readonly key?: RecordsKey },
  { clock }: Pick<TaskIo, "clock">,
): Promise<WatchReader> {
  const named = plugs && (await findWatchedPlugs(hre, plugs, await openContractBook(hre)))
  const { file, url, suffix } = await findPlace(hre.config, named, store)
  return await (url === undefined ? openWatchFile(file, key) : openSharedReader(url, { suffix, clock }))
}

/** Explains late messages as `messaging explain` does, with the chains that are watched. One that cannot be explained now is only late. */
export function createLateExplainer(
  hre: HardhatRuntimeEnvironment,
  opened: readonly FollowedChain[],
  { clock, signal }: Pick<TaskIo, "clock" | "signal">,
): (message: KnownMessage) => Promise<ExplainedMessage | undefined> {
  const chains = chainsOf(hre.config.plugs)
  const find = (slug: number) => Promise.resolve(opened.find((chain) => chain.slug === slug))
  return async ({ id: messageId, src, tx: srcTxHash }) => {
    const [source, chain] = [chains.find(({ slug }) => slug === src), await find(src)]
    if (source === undefined || chain === undefined) return undefined
    const { explainOnChains } = await import("#src/plugin/connection/explaining/explainOnChains.js")
    try {
      const subject = { source, srcTxHash, messageId, record: undefined }
      const reading = { chains, opened: { find, require: () => Promise.resolve(chain) }, clock, signal }
      const { verdict, causes } = await explainOnChains(hre, subject, reading)
      const [first] = causes
      const next = first?.mend?.command ?? first?.mend?.who
      return { verdict, cause: first && { name: first.name, says: first.says, next } }
    } catch (error) {
      if (isPlugsError(error) && error.code !== "ABORTED") return undefined
      throw error
    }
  }
}

/** Opens whom the configuration wants told of alerts: a webhook, a command, and one that stops what goes wrong. */
export async function openListeners(
  { plugs: { watch } }: Pick<HardhatConfig, "plugs">,
  clock: Clock,
): Promise<readonly Listener[]> {
  const { webhook, command, alarmCommand } = watch
  const posted = webhook && { url: await webhook.url.get(), secret: await webhook.secret?.get(), shape: webhook.shape }
  const configured = [
    posted && createWebhook({ ...posted, clock }),
    command && createCommand({ name: "command", wants: isAlert, command, clock }),
    alarmCommand && createCommand({ name: "alarm", wants: isAlarm, command: alarmCommand, clock }),
  ]
  return configured.filter((listener) => listener !== undefined)
}

/** Tells all of them what is new since now. */
export async function tellListeners(
  listeners: readonly Listener[],
  known: { readonly store: WatchStore; readonly clock: Clock },
): Promise<WatchTerm["tell"]> {
  const queues = await Promise.all(listeners.map((listener) => createAlertQueue(listener, known)))
  return async (signal, onFailure) => {
    // The one that stops what goes wrong does not wait for a server.
    const failures = await Promise.all(queues.map((tell) => tell(signal, onFailure)))
    return failures.filter((failure) => failure !== undefined)
  }
}

/** What was delivered wrongly, and sums that do not hold. A message that fails or is late is no reason to stop anything. */
function isAlarm({ event, kind }: EventFields): boolean {
  return event === "alert" && isFailure(kind as AlertKind) && kind !== "failed"
}
