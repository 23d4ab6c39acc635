import type { Address, Hex } from "viem"
import { encodeAbiParameters, keccak256, parseAbiParameters } from "viem/utils"

import type { PayloadRecord } from "../ledger/types.js"
import { zeroAddress } from "#src/primitives/address.js"

/** The parameters of a payload's execution, which the watcher signs and the socket of the payload's chain checks. */
export type ExecuteParams = Pick<PayloadRecord, "payloadId" | "appGateway" | "target" | "callData"> & {
  readonly value: bigint
  readonly gasLimit: bigint
}

export function executeParams({ payloadId, appGateway, target, callData, options }: PayloadRecord): ExecuteParams {
  return { payloadId, appGateway, target, callData, value: options.value, gasLimit: options.gasLimit }
}

/** What the watcher signs. What makes no transaction is signed for no socket, so that none executes it as a write. */
export function payloadDigest(payload: PayloadRecord, sockets: ReadonlyMap<number, Address>): Hex {
  const { chainSlug, callType } = payload
  const socket = callType === "READ" || callType === "SCHEDULE" ? zeroAddress : sockets.get(chainSlug)
  if (socket === undefined) throw new Error(`the gateway does not serve the chain ${chainSlug}`)
  return digestOf(executeParams(payload), { chainSlug, socket })
}

/** Computes the digest of a payload's execution, as the socket of its chain does. */
export function digestOf(
  { payloadId, appGateway, target, value, gasLimit, callData }: ExecuteParams,
  { chainSlug, socket }: { chainSlug: number; socket: Address },
): Hex {
  return keccak256(
    encodeAbiParameters(digestTypes, [
      socket,
      chainSlug,
      payloadId,
      appGateway,
      target,
      value,
      gasLimit,
      keccak256(callData),
    ]),
  )
}

const digestTypes = parseAbiParameters(
  "address socket, uint32 chainSlug, bytes32 payloadId, address appGateway, address target, uint256 value, uint256 gasLimit, bytes32 callDataHash",
)
