import type { Address, Client, Hex } from "viem"

import type { LogPosition } from "./LogPosition.js"
import { readLogs } from "./readLogs.js"
import type { Patience } from "./requestWithRetries.js"
import { AbortedError } from "#src/http/errors.js"

export type NewLogsCheck = {
  /**
   * Looks with one request whether there are logs that were not read yet, if there were none for a while. What has to be found out besides,
   * such as a reorg, waits meanwhile: every so many looks are refused.
   *
   * @returns `true` if there are none; `false` if the chain has to be scanned
   */
  isIdle(position: LogPosition | undefined, patience: Patience): Promise<boolean>
  /** Notes how many logs a scan has read. */
  note(logs: number): void
}

/** A scan takes three requests, so that a look takes 1.08 on average. */
const most = 24

/** @param filter the logs that the scan reads */
export function createNewLogsCheck(
  client: Client,
  filter: { readonly address: readonly Address[] | undefined; readonly topics: readonly Hex[] },
): NewLogsCheck {
  /** Scans in a row without logs, and looks since the last of them. */
  let [calm, looks] = [0, 0]
  let allowed = most
  return {
    async isIdle(position, patience) {
      looks += 1
      if (position === undefined || calm < most || looks >= allowed) return false
      try {
        const range = { fromBlock: position.blockNumber + 1n, toBlock: "latest" } as const
        return (await readLogs(client, filter, range, patience)).logs.length === 0
      } catch (error) {
        if (error instanceof AbortedError) throw error
        // So many blocks may be too many for the node.
        allowed = Math.max(1, Math.floor(looks / 2))
        return false
      }
    },
    note(logs) {
      calm = logs === 0 ? calm + 1 : 0
      looks = 0
    },
  }
}
