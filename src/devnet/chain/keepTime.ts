import type { NetworkConnection } from "hardhat/types/network"

import { type Clock, systemClock } from "#src/primitives/clock.js"

type Provider = NetworkConnection["provider"]

/**
 * Lets the time of a chain go on from a snapshot as it went before. EDR adds the time since the snapshot each time that it goes back to it, so
 * that a chain which tests set back often runs minutes ahead of the clock.
 *
 * It corrects the time of the next block as long as nobody sets that. It has to stand between the chain and everything else that uses it.
 */
export function keepTime(provider: Provider, clock: Pick<Clock, "now"> = systemClock): void {
  const request = provider.request.bind(provider)
  /** Seconds that the chain was ahead of the clock, by the snapshot that was taken then. */
  const snapshots = new Map<string, number>()
  /** Seconds that it has to be ahead; `undefined` while it keeps its own time. */
  let ahead: number | undefined
  /** What was set last. */
  let set = 0

  const seconds = (): number => Math.floor(clock.now() / 1_000)
  const readAhead = async (): Promise<number> => {
    const pending: unknown = await request({ method: "eth_getBlockByNumber", params: ["pending", false] })
    return Number((pending as { readonly timestamp: string }).timestamp) - seconds()
  }
  const correct = async (by: number): Promise<void> => {
    const time = seconds() + by
    if (time === set) return
    set = time
    // A chain whose newest block is later takes its time from that.
    await request({ method: "evm_setNextBlockTimestamp", params: [time] }).catch(() => undefined)
  }

  provider.request = async (call) => {
    const [first] = (call.params ?? []) as readonly unknown[]
    if (call.method === "evm_setNextBlockTimestamp") ahead = undefined
    if (ahead !== undefined) await correct(ahead)
    const answer: unknown = await request(call)
    if (call.method === "evm_snapshot") snapshots.set(String(answer), ahead ?? (await readAhead()))
    if (call.method === "evm_increaseTime" && ahead !== undefined) ahead += Number(first)
    if (call.method === "evm_revert" && answer === true) {
      ahead = snapshots.get(String(first))
      set = 0
      if (ahead !== undefined) await correct(ahead)
    }
    return answer
  }
}
