import type { Contract, Frame } from "./syntax/Contract.js"
import type { Node } from "./syntax/nodes.js"
import type { SourceFile } from "./syntax/readSyntax.js"
import { site } from "#src/primitives/PlugsError.js"

/**
 * What `plugs lint` finds. `scsvs` is the requirement of OWASP's Smart Contract Security Verification Standard 0.0.1 that it breaks.
 * To add one: its function in `linting/rules`, named in `finders.ts`, a fixture with the bug and its fix, and a section of `docs/lint.md`.
 */
export const rules = {
  "open-inbound": { says: "anybody may call `inbound`, and so forge messages", scsvs: "S4.1.C4" },
  "open-connect": { says: "anybody may connect the plug as they like", scsvs: "S4.1.C4" },
  "wrong-inbound": { says: "the function that receives is not the one that the socket calls" },
  "unpaid-send": { says: "a message is sent without its price" },
  "fee-from-balance": { says: "strangers make the contract pay fees" },
  "wrong-refund": { says: "the rest of a fee goes to another account than the payer's" },
  "constant-gas": { says: "the gas for `inbound` is a small constant" },
  "growing-loop": { says: "`inbound` loops over state that grows", scsvs: "S8.1.A4" },
  "reverting-inbound": { says: "`inbound` reverts for ever on what a stranger wrote", scsvs: "S8.2.A5" },
  "unchecked-length": { says: "bytes of a message are read without a look at their length" },
  "trusted-order": { says: "`inbound` relies on the order of messages", scsvs: "S8.2.A1" },
  "tx-origin": { says: "`tx.origin` is used", scsvs: "S4.1.C1" },
  "open-callback": { says: "anybody may call a callback of an app gateway", scsvs: "S4.1.C4" },
  "open-async": { says: "anybody may spend the credits of an app gateway", scsvs: "S4.1.C4" },
  "wrong-disable": { says: "a comment that disables a rule has no reason, no such rule, or nothing to disable" },
} as const

export type RuleName = keyof typeof rules

export const ruleNames: readonly RuleName[] = Object.keys(rules) as RuleName[]

/** The requirement of the standard that a rule is about; `null` if none is. */
export function scsvsOf(rule: RuleName): string | null {
  const row = rules[rule]
  return "scsvs" in row ? row.scsvs : null
}

/** The page of the documents on all rules. */
export const rulesPage: string = `${site}/docs/lint.html`

/** The section of the documents on a rule. */
export function docsOf(rule: RuleName): string {
  return `${rulesPage}#${rule}`
}

/** What a rule has found: where, and what is wrong there, as a sentence. */
export type Found = {
  readonly node: Node
  /** The calls that lead there. If the node is in a package, the finding is where the project's own code calls it. */
  readonly frame?: Frame | undefined
  readonly says: string
}

/** Looks for one mistake in a contract, with all that it inherits. */
export type FindInContract = (contract: Contract) => Iterable<Found>

/** Looks for one mistake in a file as a whole. */
export type FindInFile = (file: SourceFile) => Iterable<Found>
