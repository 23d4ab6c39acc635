import type { wireRows } from "../index.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { requireConsent, type TextInput } from "#src/terminal/askYes.js"

export type WireArguments = Values<typeof wireRows>

/** What `messaging wire` does. */
export type WireMode = "plan" | "apply" | "check" | "dry run"

export type WireOptions = {
  readonly mode: WireMode
  /** Whether files or calls are made for other owners. */
  readonly isHandedOver: boolean
}

/**
 * Reads what to do. Without a mode it is to plan, which sends nothing.
 *
 * @throws {InvalidInputError} the options contradict each other, or nobody could confirm what is to be sent
 */
export function readWireMode(args: WireArguments, input: Pick<TextInput, "isTTY">): WireOptions {
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
  if (args.dryRun) return { mode: "dry run", isHandedOver }
  if (mode === "apply") requireConsent(args.yes, input)
  return { mode, isHandedOver }
}

function refuse(argument: string, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix })
}
