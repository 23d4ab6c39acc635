import type { Address } from "viem"

import type { resumeRows } from "../index.js"
import { readAmount } from "./readAmount.js"
import { checkAcceptLoss } from "#extras/swap/src/checks/checkLimits.js"
import { type WaitOptions, waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import type { GasArguments } from "#src/plugin/config/gasLimits.js"

/** The options that say how far a swap may go. */
export type SwapLimitArguments = Pick<
  Values<typeof resumeRows>,
  "maxGasPrice" | "maxGasCost" | "allowTarget" | "acceptLoss" | "minOut" | "timeout" | "acceptUndecoded" | "yes"
>

/** How far a swap may go. */
export type SwapLimits = {
  readonly waitOptions: WaitOptions<never>
  /** What `--allow-target` names. */
  readonly allowed: readonly Address[]
  /** Percent of the value that may be lost; `undefined` for the default. */
  readonly acceptLoss: number | undefined
  /** The least output that the user accepts, in whole tokens. */
  readonly minOut: string | undefined
  readonly acceptUndecoded: boolean
  /** What gas may cost. */
  readonly gas: GasArguments
  /** Whether the swap is confirmed without a question. */
  readonly yes: boolean
}

/**
 * Reads how far a swap may go.
 *
 * @throws {InvalidInputError} an option is wrong; the error names it
 */
export function readSwapLimits(args: SwapLimitArguments): SwapLimits {
  return {
    waitOptions: waitOptionsOf(args),
    allowed: args.allowTarget ?? [],
    acceptLoss: readAcceptLoss(args.acceptLoss),
    minOut: args.minOut === undefined ? undefined : readAmount(args.minOut, "--min-out"),
    acceptUndecoded: args.acceptUndecoded,
    gas: args,
    yes: args.yes,
  }
}

/** Reads how much of its value a swap may lose, in percent: `20`, as `20 %` does. */
function readAcceptLoss(text: string | undefined): number | undefined {
  return text === undefined ? undefined : checkAcceptLoss(text.trim().replace(/\s?%$/, ""), "--accept-loss")
}
