// The public API of `hardhat-plugs/watch`. Every name is exported explicitly, because each one has to stay.

export type { Alert, AlertKind, RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
export type { WatchedPath, WatchState } from "#extras/watch/src/readWatchState.js"
export type { WatchHolder } from "#extras/watch/src/store/WatchDatabase.js"
export { WatchStoreUnreachableError, WatchStoreUnusableError } from "#extras/watch/src/store/WatchDatabase.js"
export type { WatchedChain } from "#extras/watch/src/store/WatchStore.js"
export type { ReadWatchOptions } from "#extras/watch/tasks/watch/readWatch.js"
export { readWatch } from "#extras/watch/tasks/watch/readWatch.js"
export type { RunWatchOptions, WatchEvent } from "#extras/watch/tasks/watch/runWatch.js"
export { runWatch } from "#extras/watch/tasks/watch/runWatch.js"
export type { Finality } from "#src/onchain/scanning/LogPosition.js"
export type { Clock } from "#src/primitives/clock.js"
