import type { Abi, Address } from "viem"

import type { DevnetChain } from "../devnet/Devnet.js"
import type { OpenWorld } from "./OpenWorld.js"

/** A call of `send` that has failed. */
export type FailedSend = {
  readonly world: OpenWorld
  readonly chain: DevnetChain<boolean>
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly account?: Address | undefined
  readonly value?: bigint | undefined
  readonly attached?: bigint | undefined
}

const failed = new WeakMap<object, FailedSend>()

/** Remembers which call an error is about, for assertions. Returns the error. */
export function rememberFailedSend(error: unknown, call: FailedSend): unknown {
  if (typeof error === "object" && error !== null) failed.set(error, call)
  return error
}

/** The call of `send` that has failed with an error; `undefined` if the error came from elsewhere. */
export function failedSendOf(error: unknown): FailedSend | undefined {
  return typeof error === "object" && error !== null ? failed.get(error) : undefined
}
