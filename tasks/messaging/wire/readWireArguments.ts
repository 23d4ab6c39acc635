import type { Address } from "viem"

import { readAllowedSwitchboards } from "../call/requireSwitchboard.js"
import type { Flags, Texts } from "#src/plugin/arguments/options.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { requireConsent, type TextInput } from "#src/terminal/askYes.js"

/** The arguments of `messaging wire` as Hardhat reads them. */
export type WireArguments = Texts<"file" | "allowSwitchboard" | "maxGasPrice" | "maxGasCost" | "safe" | "timelock"> &
  Flags<"plan" | "apply" | "check" | "dryRun" | "disconnect" | "yes" | "calldata" | "json">

/** What `messaging wire` does. */
export type WireMode = "plan" | "apply" | "check" | "dry run"

/** What to do, and what is agreed to in advance. */
export type WireOptions = {
  readonly mode: WireMode
  /** Whether files or calls are made for other owners. */
  readonly isHandedOver: boolean
  /** Switchboards to use that are not known on their chains. */
  readonly allowed: readonly Address[]
}

/**
 * Reads what to do. Without a mode it is to plan, which sends nothing.
 *
 * @throws {InvalidInputError} the options contradict each other, or nobody could confirm what is to be sent
 */
export function readWireArguments(args: WireArguments, input: Pick<TextInput, "isTTY">): WireOptions {
  const given = (["plan", "apply", "check"] as const).filter((mode) => args[mode])
  const [mode = args.dryRun ? "apply" : "plan", another] = given
  if (another !== undefined)
    throw refuse(`--${another}`, `it contradicts --${mode}`, "Give one of --plan, --apply and --check.")
  if (args.dryRun && mode !== "apply") throw refuse("--dry-run", `it contradicts --${mode}`, "Give --apply --dry-run.")
  const isHandedOver = args.safe !== undefined || args.calldata
  if (isHandedOver && (mode === "check" || args.dryRun)) {
    const problem = `it contradicts --${args.dryRun ? "dry-run" : "check"}`
    throw refuse(args.calldata ? "--calldata" : "--safe", problem, "Give it with --plan or --apply.")
  }
  if (args.timelock !== undefined && !isHandedOver)
    throw refuse("--timelock", "nothing is handed over", "Give it with --safe or --calldata.")
  const allowed = readAllowedSwitchboards(args.allowSwitchboard)
  if (args.dryRun) return { mode: "dry run", isHandedOver, allowed }
  if (mode === "apply") requireConsent(args.yes, input)
  return { mode, isHandedOver, allowed }
}

function refuse(argument: string, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix })
}
