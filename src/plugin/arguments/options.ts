import { ArgumentType } from "hardhat/types/arguments"

import type { OptionName } from "#src/primitives/commands/taskNames.js"

/** Options of a task that take text, as its action gets them. */
export type Texts<Name extends OptionName> = Readonly<Record<Name, string | undefined>>

/** Options of a task that are there or not. */
export type Flags<Name extends OptionName> = Readonly<Record<Name, boolean>>

// Options that several tasks share.

type OptionalText = { readonly type: ArgumentType.STRING_WITHOUT_DEFAULT; readonly defaultValue: undefined }
type TextOption<Name extends OptionName> = OptionalText & { readonly name: Name; readonly description: string }

/** What every option has that takes text and can be left out. */
export const optionalText: OptionalText = { type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined }

/** Defines an option that takes text and can be left out. */
export function text<Name extends OptionName>(name: Name, description: string): TextOption<Name> {
  return { ...optionalText, name, description }
}

/** Defines an option that takes text, and what counts where it is left out. */
export function textOr<Name extends OptionName>(
  name: Name,
  defaultValue: string,
  description: string,
): Pick<TextOption<Name>, "name" | "description"> & { readonly defaultValue: string } {
  return { name, defaultValue, description }
}

/** Defines a flag, or an argument that is required. */
export function named<Name extends OptionName>(
  name: Name,
  description: string,
): Pick<TextOption<Name>, "name" | "description"> {
  return { name, description }
}

export const json: Pick<TextOption<"json">, "name" | "description"> = named(
  "json",
  "Print JSON on standard output, and nothing else there",
)

export const from: TextOption<"from"> = text("from", "Source chain, by name or slug (default: the chain of --network)")

export const until: TextOption<"until"> = text(
  "until",
  "Stop when every message has reached this state, such as ATTESTED (default: its final state)",
)

export const timeout: TextOption<"timeout"> = text(
  "timeout",
  "Maximum time to wait, such as 30s, 10m or 2h; exit code 3 when it passes",
)

export const source: TextOption<"source"> = text(
  "source",
  "Where states are read: api, chain, or both, which must agree on what was delivered (default: both)",
)

export const finality = {
  name: "finality",
  description: "Which blocks count: latest, safe, finalized, or those with so many blocks above them",
  defaultValue: "latest",
} as const

// An option of every task that explains. Its action hands it on to `showExplanation`.

export const markdown: TextOption<"markdown"> = text(
  "markdown",
  "Write the explanation as Markdown for an issue to this file; - for standard output",
)

// The options of every task that sends transactions.

export const maxGasPrice: TextOption<"maxGasPrice"> = text(
  "maxGasPrice",
  "Gas price to pay at most, in gwei (default: ten times the usual one, and 10 at least)",
)

export const confirmations: TextOption<"confirmations"> = text(
  "confirmations",
  "Wait until there are so many blocks from that of the transaction on (default: 1)",
)

export const safe: TextOption<"safe"> = text(
  "safe",
  "Send nothing: write the transaction for Safe to this file, with the chain's name, such as safe.alpha.json",
)

export const maxGasCost: TextOption<"maxGasCost"> = text(
  "maxGasCost",
  "What all gas may cost on a chain, in its currency (default: that of the chain in the configuration, or 0.05 ETH)",
)
