import type { Abi, Hex } from "viem"

import { gatewayErrorsAbi } from "../../src/devnet/server/gateway/requestOnTheWire.js"
import { silentAppGateway } from "../../src/gateway/reverts.js"
import { decodeRevert } from "../../src/messaging/onchain/decodeRevert.js"

/** The attempts at something that reverts, and why. */
export type DescribedRevert = { readonly attempts: number; readonly reason: string }

type FailedAttempt = { readonly attempts: number; readonly revertData: Hex }

/** Decodes a revert with the user's own contracts. */
export async function describeRevert(
  { attempts, revertData }: FailedAttempt,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<DescribedRevert> {
  const reason = decodeRevert(revertData, await readErrorAbis())?.reason ?? "it gave no reason"
  return { attempts, reason }
}

/** Decodes a revert of an app gateway or of the gateway's own contracts. One without a reason is explained. */
export async function describeAppGatewayRevert(
  attempt: FailedAttempt,
  readErrorAbis: () => Promise<Abi[]>,
): Promise<DescribedRevert> {
  if (attempt.revertData === "0x") return { attempts: attempt.attempts, reason: silentAppGateway }
  return await describeRevert(attempt, async () => [...(await readErrorAbis()), gatewayErrorsAbi])
}
