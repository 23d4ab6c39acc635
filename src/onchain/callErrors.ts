import { type Abi, type Address, BaseError } from "viem"

import { readRevert } from "./readRevert.js"
import { either, type ErrorText } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { shorten } from "#src/primitives/text.js"

export type Call = {
  readonly address: Address
  readonly functionName: string
  /** The name of the chain, for who reads several. */
  readonly chain?: string | undefined
}

/** The errors of a protocol's contracts, and advice for them. */
export type RevertGuide = {
  readonly abis: readonly Abi[]
  /** What to do about an error, by its name; a function where its arguments say more. */
  readonly advice: ReadonlyMap<string, ErrorText | ((args: readonly unknown[]) => ErrorText)>
}

/** The guide for contracts about which nothing is known. */
export const noGuide: RevertGuide = { abis: [], advice: new Map() }

/** The simulation of a call, or a read, reverted. Nothing was sent. */
export class CallRevertedError extends PlugsError {
  readonly code = "CALL_REVERTED"
  readonly revert: DecodedRevert

  /** @param summary the first line, and the facts before the revert data, where the caller knows better ones */
  constructor(
    { address, functionName }: Call,
    revert: DecodedRevert,
    advice: RevertGuide["advice"] = noGuide.advice,
    summary?: { readonly message: string; readonly facts: Readonly<Record<string, string>>; readonly next?: ErrorText },
  ) {
    super(summary === undefined ? `The call of ${functionName} reverts: ${revert.reason}.` : summary.message, {
      facts: {
        ...(summary === undefined ? { contract: address, function: functionName } : summary.facts),
        "revert data": shorten(revert.data, 80),
      },
      next: summary?.next ?? adviceFor(revert, advice),
    })
    this.revert = revert
  }
}

const generalAdvice = new Map([["OwnableUnauthorizedAccount", "Use the account that owns the contract."]])

function adviceFor({ data, name, args }: DecodedRevert, advice: RevertGuide["advice"]): ErrorText | undefined {
  if (name !== undefined) {
    const found = advice.get(name) ?? generalAdvice.get(name)
    return typeof found === "function" ? found(args) : found
  }
  if (data === "0x")
    return "Check that the contract has this function and does not use up its gas, and check the contracts that it calls."
  return [
    either(
      "Decode the revert data with the ABI of the contract that reverts.",
      "If it is an error of your own contracts, build the project with npx hardhat build, and run this again: the error then has its name.",
    ),
  ]
}

/** A node did not answer a call, or its answer was unusable. */
export class NodeFailedError extends PlugsError {
  readonly code = "NODE_FAILED"

  constructor(
    { address, functionName, chain }: Partial<Pick<Call, "address">> & Omit<Call, "address">,
    reason: string,
  ) {
    super(`The node${chain === undefined ? "" : ` of ${chain}`} could not answer a call of ${functionName}.`, {
      facts: { contract: address, function: functionName, reason },
      next: "Check that the node is running and that it is a node of the right chain.",
    })
  }
}

/** There is no contract, or another contract than expected, at an address. */
export class WrongContractError extends PlugsError {
  readonly code = "WRONG_CONTRACT"

  constructor({ address, expected, next }: { address: Address; expected: string; next: string }) {
    super(`There is no ${expected} at ${address} on this chain.`, { next })
  }
}

/**
 * Turns the error of a viem action on a contract into one of this package. A bug is returned as it is.
 *
 * The errors of viem are not attached as the cause, because they contain the URL of the node, which may contain a key.
 */
export function explainCallError(error: unknown, call: Call, { abis, advice }: RevertGuide = noGuide): unknown {
  const revert = readRevert(error, abis)
  if (revert !== undefined) return new CallRevertedError(call, revert, advice)
  if (!(error instanceof BaseError)) return error
  return error.walk((cause) => cause instanceof NodeFailedError) ?? new NodeFailedError(call, nodeReason(error))
}

/** Throws the error of a viem action as {@link explainCallError} turns it. For `.catch`. */
export function throwExplained(call: Call, guide?: RevertGuide): (error: unknown) => never {
  return (error) => {
    throw explainCallError(error, call, guide)
  }
}

/** The same for a read that every contract of a kind answers, so that a contract that fails is not one. */
export function throwUnless(expected: string, call: Call, next: string): (error: unknown) => never {
  return (error) => {
    if (!isContractFailure(error)) throw explainCallError(error, call)
    throw new WrongContractError({ address: call.address, expected, next })
  }
}

/** Whether the contract and not the node made a read fail: it reverted, gave undecodable data, or does not exist. */
export function isContractFailure(error: unknown): boolean {
  if (readRevert(error, []) !== undefined) return true
  return error instanceof BaseError && error.walk((cause) => undecodable.has((cause as Error).name)) !== null
}

const undecodable = new Set([
  "ContractFunctionZeroDataError",
  "AbiDecodingDataSizeTooSmallError",
  "PositionOutOfBoundsError",
  "InvalidBytesBooleanError",
])

/** Of data that cannot be decoded, and of code that fails without reverting. */
export function isFailureOfCode(error: unknown): boolean {
  return error instanceof BaseError && (error.name.startsWith("AbiDecoding") || howCodeFails(error) !== undefined)
}

export type CodeFailure = "out of gas" | "asserts" | "breaks"

/** How code has ended without revert data, in the words of the nodes; `undefined` if it is not known to. */
export function howCodeFails(error: unknown): CodeFailure | undefined {
  // The message of viem has what was called too, in which anybody can write such words.
  const text = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
  if (/out ?of ?gas|gas required exceeds|gas too low/i.test(text)) return "out of gas"
  if (/invalid ?(?:opcode|fe)/i.test(text)) return "asserts"
  return /invalid ?jump|stack ?(?:over|under)flow/i.test(text) ? "breaks" : undefined
}
