import type { faults } from "./faults.js"
import type { OptionType, OptionValue } from "./options.js"

type Faults = typeof faults

/** The name of a fault. */
export type FaultName = keyof Faults

type OptionsOf<Kind extends FaultName, Need extends "required" | "optional"> = Faults[Kind] extends {
  readonly [Key in Need]: infer Options
}
  ? Options
  : unknown

type Values<Options, Name extends string> = {
  readonly [Key in keyof Options]: Options[Key] extends OptionType ? OptionValue<Name>[Options[Key]] : never
}

type PartialValues<Options, Name extends string> = {
  readonly [Key in keyof Options]?: Values<Options, Name>[Key] | undefined
}

/** The data of one kind of fault. */
export type DataOf<Kind extends FaultName, Name extends string = string> = { readonly fault: Kind } & Values<
  OptionsOf<Kind, "required">,
  Name
> &
  PartialValues<OptionsOf<Kind, "optional">, Name>

/**
 * What can go wrong in a world, by name, with its options as plain data. `world.faults.apply` takes it, and for each `fault` there is a
 * function of that name.
 *
 * @example
 * const fault: FaultData<"alpha" | "beta"> = { fault: "reorg", chain: "alpha", blocks: 2, at: "SEALED" }
 */
export type FaultData<Name extends string = string> = { [Kind in FaultName]: DataOf<Kind, Name> }[FaultName]

/** A fault that `explore` can generate: one that ends when it is cleared and leaves nothing behind. */
export type ExploredFault = { [Kind in FaultName]: Faults[Kind] extends { explored: object } ? Kind : never }[FaultName]

/** A fault of a world, from the moment it was asked for. */
export type Fault<Name extends string = string> = {
  readonly data: FaultData<Name>
  /** How often it has shown so far: transactions, answers or blocks that it has changed. */
  readonly happened: number
  /** Ends it, and what it has blocked continues. Does nothing if it has ended. */
  readonly end: () => Promise<void>
  /** The fault in words, for failure texts. */
  readonly toString: () => string
}

/** The subject of a fault, if it has one, and then its other options. */
type Parameters<Kind extends FaultName, Name extends string> = Faults[Kind] extends {
  readonly subject: infer Subject extends string & keyof DataOf<Kind, Name>
}
  ? [subject: DataOf<Kind, Name>[Subject], ...Rest<Omit<DataOf<Kind, Name>, "fault" | Subject>>]
  : Rest<Omit<DataOf<Kind, Name>, "fault">>

type Rest<Options> = keyof Options extends never
  ? []
  : object extends Options
    ? [options?: Options]
    : [options: Options]

/**
 * What can be made to go wrong, each by name. A fault lasts until it is ended, until `clear`, or until the world goes back to a snapshot
 * from before it.
 *
 * Those that return a promise send transactions when they begin, with the rights that an operator would have.
 */
export type WorldFaults<Name extends string = string> = {
  readonly [Kind in keyof Faults]: (
    ...parameters: Parameters<Kind, Name>
  ) => Faults[Kind] extends { readonly sendsTransactions: true } ? Promise<Fault<Name>> : Fault<Name>
} & {
  /** Begins a fault that is given as plain data. Resolves once it is in force. */
  readonly apply: (data: FaultData<Name>) => Promise<Fault<Name>>
  /** The faults that have not ended, oldest first. */
  readonly active: () => readonly Fault<Name>[]
  /** Ends all faults. */
  readonly clear: () => Promise<void>
}
