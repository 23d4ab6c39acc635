import type { Abi } from "viem"
import { isHex, size } from "viem/utils"

import { forwarderMistakes, hasReached, isPayloadDone } from "./states.js"
import type { Payload, Timeout, Trigger } from "./types.js"
import { type DecodedRevert, decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { oneLine, shorten } from "#src/primitives/text.js"

/** Why a payload or its callback reverts. */
export type Revert = {
  readonly payloadId: string
  /** `execute`: the call on the payload's chain. `callback`: the function of the app gateway that handles the result. */
  readonly stage: "execute" | "callback"
  /** One line for people. */
  readonly reason: string
  /** Present if the API returned revert data that could be decoded. */
  readonly decoded?: DecodedRevert
  /** Present if it is tried no more. */
  readonly isGivenUp?: true
}

/**
 * Lists what reverts in a payload now. Payloads are retried and can recover; a past revert is left out, even if the API still shows
 * it.
 *
 * @param abis ABIs of contracts that may have reverted, to decode their errors
 * @example
 * for (const { stage, reason } of revertsOf(payload, [counterAbi])) console.error(stage, reason)
 */
export function revertsOf(
  payload: Pick<Payload, "payloadId" | "status" | "simulationDetails" | "isGivenUp">,
  abis: readonly Abi[] = [],
): Revert[] {
  const { payloadId, status, simulationDetails: simulation } = payload
  const tries = payload.isGivenUp === true ? ({ isGivenUp: true } as const) : {}
  const stages = [
    {
      stage: "execute",
      isOver: hasReached(status, "EXECUTED"),
      simulated: simulation.executeSimulationStatus,
      text: simulation.executeRevertString,
    },
    {
      stage: "callback",
      isOver: isPayloadDone(status),
      simulated: simulation.callbackSimulationStatus,
      text: simulation.callbackRevertString,
    },
  ] as const
  return stages.flatMap(({ stage, isOver, simulated, text }) =>
    text === null || text.trim() === "" || isOver || simulated === "SIMULATION_SUCCESS"
      ? []
      : [
          {
            payloadId,
            stage,
            ...(stage === "callback" ? decodeAppGatewayRevert : decodeRevertString)(text, abis),
            ...tries,
          },
        ],
  )
}

/** The reason of a revert of an app gateway that gives none. */
export const silentAppGateway: string = `it gave no reason. ${forwarderMistakes}`

/** Decodes a revert string as `decodeRevertString` does. The code that reverted is an app gateway's. */
function decodeAppGatewayRevert(text: string, abis: readonly Abi[]): ReturnType<typeof decodeRevertString> {
  return isSilent(text) ? { reason: silentAppGateway } : decodeRevertString(text, abis)
}

/** Recognizes no revert data, and how nodes put that into words. */
function isSilent(text: string): boolean {
  return /^(0x|(transaction|execution|call)? ?reverted( without a reason( string)?)?\.?)$/i.test(text.trim())
}

/** Explains why a timeout's call reverts now, with ABIs to decode errors; `undefined` if it does not revert or has run. */
export function revertOfTimeout(
  { revertString, isResolved, simulationStatus }: Timeout,
  abis: readonly Abi[] = [],
): ReturnType<typeof decodeRevertString> | undefined {
  if (revertString === null || revertString.trim() === "" || isResolved) return undefined
  return simulationStatus === "SIMULATION_SUCCESS" ? undefined : decodeAppGatewayRevert(revertString, abis)
}

/**
 * Explains why an app gateway refuses a trigger now.
 *
 * @param abis ABIs of contracts that may have reverted, to decode their errors
 * @returns `undefined` if it does not refuse it or has been called
 */
export function revertOfTrigger(
  { status, ExecutionDetails: { revertString, simulationStatus } }: Trigger,
  abis: readonly Abi[] = [],
): ReturnType<typeof decodeRevertString> | undefined {
  if (revertString === null || revertString.trim() === "" || status === "Executed") return undefined
  return simulationStatus === "SIMULATION_SUCCESS" ? undefined : decodeAppGatewayRevert(revertString, abis)
}

/**
 * Decodes a revert string of the API, which is revert data, text that contains revert data, or plain text.
 *
 * @returns the reason on one line, and the decoded revert if there was revert data
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
    // Revert data is a selector and whole words. Addresses and hashes in a text are not.
    if (!isHex(data) || data.length % 2 === 1 || size(data) % 32 !== 4) continue
    const decoded = decodeRevertData(data, abis)
    if (decoded.name !== undefined || data === bare) return { reason: decoded.reason, decoded }
  }
  return { reason: shorten(oneLine(bare), 300) }
}
