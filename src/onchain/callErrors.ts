import { type Abi, type Address, BaseError } from "viem"

import { PlugsError } from "../primitives/PlugsError.js"
import { oneLine, shorten } from "../primitives/quote.js"
import type { DecodedRevert } from "../primitives/revertData.js"
import { decodeRevert } from "./readRevert.js"

/** What was called. */
export type Call = { readonly address: Address; readonly functionName: string }

/** What a protocol's contracts revert with. */
export type RevertGuide = {
  readonly abis: readonly Abi[]
  /** What to do about an error, by its name. */
  readonly advice: ReadonlyMap<string, string>
}

/** For contracts of which nothing is known. */
export const noGuide: RevertGuide = { abis: [], advice: new Map() }

/** A contract refused a call. Nothing was sent. */
export class CallRevertedError extends PlugsError {
  readonly code = "CALL_REVERTED"
  readonly revert: DecodedRevert

  constructor({ address, functionName }: Call, revert: DecodedRevert, advice: RevertGuide["advice"] = noGuide.advice) {
    super(`The contract refused ${functionName}: ${revert.reason}.`, {
      facts: { contract: address, function: functionName, "revert data": shorten(revert.data, 80) },
      next: adviceFor(revert, advice),
    })
    this.revert = revert
  }
}

const generalAdvice = new Map([["OwnableUnauthorizedAccount", "Use the account that owns the contract."]])

function adviceFor({ data, name }: DecodedRevert, advice: RevertGuide["advice"]): string | undefined {
  if (name !== undefined) return advice.get(name) ?? generalAdvice.get(name)
  if (data === "0x") return "Check that the contract has this function, and what it calls in turn."
  return "Decode the revert data with the ABI of the contract that reverted."
}

/** A node didn't answer a call, or answered something else than what was asked. */
export class NodeFailedError extends PlugsError {
  readonly code = "NODE_FAILED"

  constructor({ address, functionName }: Call, reason: string) {
    super(`The node could not answer a call of ${functionName}.`, {
      facts: { contract: address, function: functionName, reason },
      next: "Check that the node runs, and that it is the node of the right chain.",
    })
  }
}

/** At an address there is no contract, or not the contract that was expected, on the chain that was asked. */
export class WrongContractError extends PlugsError {
  readonly code = "WRONG_CONTRACT"

  constructor({ address, expected, next }: { address: Address; expected: string; next: string }) {
    super(`There is no ${expected} at ${address} on this chain.`, { next })
  }
}

/**
 * What a failed viem action on a contract means. A bug stays what it is.
 *
 * viem's errors are read and not passed on as the cause: they hold the URL of the node, which may contain a key.
 */
export function explainCallError(error: unknown, call: Call, { abis, advice }: RevertGuide = noGuide): unknown {
  const revert = decodeRevert(error, abis)
  if (revert !== undefined) return new CallRevertedError(call, revert, advice)
  return error instanceof BaseError ? new NodeFailedError(call, nodeReason(error)) : error
}

/** Whether a contract, or the lack of one, is why a read failed, and not the node: it reverted, or gave back what can't be decoded. */
export function isRefusal(error: unknown): boolean {
  if (decodeRevert(error, []) !== undefined) return true
  return error instanceof BaseError && error.walk((cause) => undecodable.has((cause as Error).name)) !== null
}

const undecodable = new Set([
  "ContractFunctionZeroDataError",
  "AbiDecodingDataSizeTooSmallError",
  "PositionOutOfBoundsError",
  "InvalidBytesBooleanError",
])

/** What a node, a wallet or the way to it says, on one line and without URLs. */
export function nodeReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const innermost =
    error instanceof BaseError ? error.walk((cause) => !((cause as Error).cause instanceof BaseError)) : error
  const { shortMessage, details, message } = (innermost ?? error) as Partial<BaseError> & Error
  const text = [shortMessage ?? message, details].filter((part) => part !== undefined && part !== "").join(" ")
  return shorten(oneLine(text).replace(/\b(?:https?|wss?):\/\/\S+/gi, "the node's URL"), 200)
}
