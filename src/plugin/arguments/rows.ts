import { task } from "hardhat/config"
import { ArgumentType } from "hardhat/types/arguments"
import type { NewTaskActionFunction, TaskDefinition } from "hardhat/types/tasks"
import type { Address, Hex } from "viem"

import { importFile } from "../importFile.js"
import type { PayloadStatus } from "#src/gateway/states.js"
import type { MessageStatus } from "#src/messaging/states.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"

/** The type of a value, by the kind of its argument. `kinds.ts` has a reader for each. */
export type Kinds = {
  text: string
  /** Texts with commas between them. */
  list: readonly string[]
  address: Address
  addresses: readonly Address[]
  transaction: Hex
  messageId: Hex
  /** Of which `called` says more. */
  bytes32: Hex
  /** An amount of native currency, in wei. */
  amount: bigint
  gasPrice: bigint
  percent: number
  count: number
  whole: bigint
  /** Milliseconds. */
  duration: number
  messageState: MessageStatus
  payloadState: PayloadStatus
  timeoutId: string
  finality: Finality
}

/** An argument of a task: how a command line gives it, its meaning, and its rules. Data only, because every command loads it. */
export type Row<Name extends string = string> = {
  readonly says: string
  /** Default: an option. An optional argument has its place, and can be left out; `rest` takes all words that are left. */
  readonly as?: "argument" | "optional" | "rest" | "flag"
  readonly kind?: keyof Kinds | "choice"
  /** The names to choose from, in lower case. */
  readonly of?: readonly string[]
  /** The noun for what is read, in refusals. */
  readonly called?: string
  readonly least?: number
  readonly most?: number
  /** The text that counts where it is left out; `--help` shows it. */
  readonly default?: string
  /** The same, where the sentence says it. */
  readonly otherwise?: string
  /** How to give it, where it must be: Hardhat has no required options. */
  readonly required?: string
  /** The argument without which it has no effect, and after a space the value that this must have; or several, of which one is enough. */
  readonly needs?: Name | `${Name} ${string}` | readonly Name[]
  /** The arguments that it contradicts. */
  readonly not?: readonly Name[]
}

export type Rows = Readonly<Record<string, Row>>

type IsThere = { as: "argument" } | { default: string } | { otherwise: string } | { required: string }

/** The values of a task's arguments, by their names. */
export type Values<R extends Rows> = {
  readonly [Name in keyof R]: R[Name] extends { as: "flag" }
    ? boolean
    : R[Name] extends { as: "rest" }
      ? readonly string[]
      : ValueOf<R[Name]> | (R[Name] extends IsThere ? never : undefined)
}

type ValueOf<One extends Row> = One extends { of: readonly (infer Choice)[] }
  ? Choice
  : One extends { kind: keyof Kinds }
    ? Kinds[One["kind"]]
    : string

/** The arguments of a task as Hardhat hands them over. */
export type Given<R extends Rows> = {
  readonly [Name in keyof R as R[Name] extends { as: "argument" } ? Name : never]: string
} & {
  readonly [Name in keyof R as R[Name] extends { as: "argument" } ? never : Name]?: R[Name] extends { as: "flag" }
    ? boolean
    : R[Name] extends { as: "rest" }
      ? readonly string[]
      : string | undefined
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name

/** The arguments of rows, as a command line has them. */
export type ArgumentOf<R extends Rows> = {
  [Name in keyof R & string]: R[Name] extends { as: "argument" | "optional" | "rest" } ? Name : `--${Kebab<Name>}`
}[keyof R & string]

/** An argument that is there or not, without a rule. */
export function flag(says: string): { readonly as: "flag"; readonly says: string } {
  return { as: "flag", says }
}

/** Checks that rows refer to one another by names that are theirs. */
export function rows<const R extends { readonly [Name in keyof R]: Row<Extract<keyof R, string>> }>(own: R): R {
  return own
}

/**
 * Defines a task by its rows.
 *
 * @param action the file of its action, from the folder that has `src` and `tasks`: its default export reads the same rows
 * @example
 * const explain = defineTask("gateway explain", "Explain why …", explainRows, "tasks/gateway/explain.js")
 */
export function defineTask(id: string, says: string, own: Rows, action: string): TaskDefinition {
  const builder = task(id.split(" "), says)
  for (const [name, { as, says: description, default: defaultValue }] of Object.entries<Row>(own)) {
    const named = { name, description }
    const optional = { ...named, type: ArgumentType.STRING_WITHOUT_DEFAULT, defaultValue: undefined } as const
    if (as === "flag") builder.addFlag(named)
    else if (as === "rest") builder.addVariadicArgument({ ...named, defaultValue: [] })
    else if (as === "argument") builder.addPositionalArgument(named)
    else if (as === "optional") builder.addPositionalArgument(optional)
    else if (defaultValue === undefined) builder.addOption(optional)
    else builder.addOption({ ...named, defaultValue })
  }
  const load = () => importFile<{ readonly default: NewTaskActionFunction }>(action)
  return builder.setAction(load).build()
}
