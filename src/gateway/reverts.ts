import type { Abi } from "viem"

import { isHex, size } from "viem/utils"

import { oneLine, shorten } from "../primitives/quote.js"
import { type DecodedRevert, decodeRevertData } from "../primitives/revertData.js"
import type { Payload } from "./types.js"
import type { Timeout } from "./types.js"
import { hasReached } from "./states.js"

/** Why a payload does not go on. */
export type Revert = {
  readonly payloadId: string
  /** `execute`: the call on the payload's chain. `callback`: what the app gateway does with its result. */
  readonly stage: "execute" | "callback"
  /** For people, on one line. */
  readonly reason: string
  /** Present when the API gave revert data that could be decoded. */
  readonly decoded?: DecodedRevert
}

/**
 * Tells what reverts in a payload at the moment. A revert that was overcome is left out, even where the API still shows its text: a
 * payload is tried again, and can recover.
 *
 * @param abis of the contracts that may have reverted, for their own errors
 * @example
 * for (const { stage, reason } of revertsOf(payload, [counterAbi])) console.error(stage, reason)
 */
export function revertsOf(payload: Payload, abis: readonly Abi[] = []): Revert[] {
  const { payloadId, status, simulationDetails: simulation } = payload
  const stages = [
    {
      stage: "execute",
      isOver: hasReached(status, "EXECUTED"),
      simulated: simulation.executeSimulationStatus,
      text: simulation.executeRevertString,
    },
    {
      stage: "callback",
      isOver: hasReached(status, "PROMISE_RESOLVED"),
      simulated: simulation.callbackSimulationStatus,
      text: simulation.callbackRevertString,
    },
  ] as const
  return stages.flatMap(({ stage, isOver, simulated, text }) =>
    text === null || text.trim() === "" || isOver || simulated === "SIMULATION_SUCCESS"
      ? []
      : [{ payloadId, stage, ...decodeRevertString(text, abis) }],
  )
}

/**
 * Tells why a timeout's call reverts at the moment.
 *
 * @param abis of the contracts that may have reverted, for their own errors
 * @returns `undefined` when it doesn't, or has run
 */
export function revertOfTimeout(
  { revertString, isResolved, simulationStatus }: Timeout,
  abis: readonly Abi[] = [],
): ReturnType<typeof decodeRevertString> | undefined {
  if (revertString === null || revertString.trim() === "" || isResolved) return undefined
  return simulationStatus === "SIMULATION_SUCCESS" ? undefined : decodeRevertString(revertString, abis)
}

/**
 * Makes a reason of what the API has as a revert string: revert data, a text with revert data in it, or a text.
 *
 * @example
 * decodeRevertString("execution reverted: 0x8d53e553", [parseAbi(["error InsufficientFees()"])]).reason // "InsufficientFees()"
 */
export function decodeRevertString(
  text: string,
  abis: readonly Abi[] = [],
): { reason: string; decoded?: DecodedRevert } {
  const bare = text.trim()
  if (bare === "0x") return { reason: "it gave no reason" }
  for (const data of bare.match(/0x[0-9a-fA-F]+/g) ?? []) {
    // A selector and whole words: an address or a hash in a text is neither.
    if (!isHex(data) || data.length % 2 === 1 || size(data) % 32 !== 4) continue
    const decoded = decodeRevertData(data, abis)
    if (decoded.name !== undefined || data === bare) return { reason: decoded.reason, decoded }
  }
  return { reason: shorten(oneLine(bare), 300) }
}
