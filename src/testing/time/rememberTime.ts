import type { ChainTime } from "./createChainTime.js"
import type { WorldClock } from "./createWorldClock.js"

/** Remembers the time of a world. Returns a function that goes back to it. */
export function rememberTime(clock: WorldClock, chainTime: ChainTime): () => void {
  const [restoreChains, restoreClock] = [chainTime.remember(), clock.remember()]
  return () => {
    restoreChains()
    restoreClock()
  }
}
