import { type Hex, isHex } from "viem"

import { checkAmount, describeArgument, invalid } from "../arguments.js"
import { chainsOf } from "../world/findInWorld.js"
import type { FaultyWorld } from "../world/OpenWorld.js"
import { type Actor, everyPart } from "./parts.js"
import type { Stage } from "#src/devnet/stages.js"
import { payloadStates, type PayloadStatus } from "#src/gateway/states.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { inQuotes } from "#src/primitives/text.js"

const apis = ["messaging", "gateway", "swap"] as const

/** The three APIs of a world. */
export type ApiName = (typeof apis)[number]

/** The types of options of faults, in a world whose chains have these names. */
export type OptionValue<Name extends string = string> = {
  /** A chain that the protocol connects. */
  readonly servedChain: Name
  /** Such a chain, or the gateway's. */
  readonly anyChain: Name | "gateway"
  readonly sourceOfPath: Name
  readonly part: Stage | Actor
  readonly state: MessageStatus | PayloadStatus
  readonly tripped: "everything" | "path" | "proposals"
  readonly forgery: "unsent" | "altered" | "doubled"
  readonly api: ApiName
  readonly blocks: number
  readonly percent: number
  readonly seconds: number
  readonly shift: number
  readonly wholeSeconds: number
  readonly seed: number
  readonly status: number
  readonly times: number
  readonly watchers: number
  readonly amount: bigint
  readonly boolean: boolean
  readonly string: string
  readonly hex: Hex
}

export type OptionType = keyof OptionValue

/** From what `explore` chooses an option: from a list, a range, or what there is of something in the world. */
export type ExploredValues =
  | readonly (string | boolean | number)[]
  | { readonly min: number; readonly max: number }
  | "chains"
  | "stages"
  | "percents"
  | "seconds"

type NamesIn = (world: FaultyWorld) => readonly string[]

/** The names that an option can have in a world, if it takes one of several. */
export const optionNames: Readonly<Partial<Record<OptionType, NamesIn>>> = {
  servedChain: chainNames,
  anyChain: (world) => [...chainsOf(world).keys()],
  sourceOfPath: chainNames,
  part: () => everyPart,
  state: ({ gateway }) => [...Object.keys(messageStates), ...(gateway === undefined ? [] : Object.keys(payloadStates))],
  tripped: () => ["everything", "path", "proposals"],
  forgery: () => ["unsent", "altered", "doubled"],
  api: ({ devnet }) => apis.filter((api) => devnet[api] !== undefined),
}

function chainNames({ devnet }: FaultyWorld): readonly string[] {
  return Object.keys(devnet.chains)
}

/** Refuses a value, which is `undefined` if a required option is missing. */
type Check = (value: unknown, argument: string, fault: Readonly<Record<string, unknown>>, world: FaultyWorld) => void

export const optionChecks: Readonly<Record<OptionType, Check>> = {
  servedChain: oneOf("servedChain"),
  anyChain: oneOf("anyChain"),
  sourceOfPath(value, argument, fault, world) {
    const others = chainNames(world).filter((chain) => chain !== fault["chain"])
    requireOneOf(argument, value, others)
    if (fault["what"] === "path") return
    const problem = `${String(fault["what"])} has no source chain`
    throw invalid(argument, problem, "Leave it out, or trip the path.")
  },
  part: oneOf("part"),
  state: oneOf("state"),
  tripped: oneOf("tripped"),
  forgery: oneOf("forgery"),
  api(value, argument, _fault, { devnet }) {
    requireOneOf(argument, value, apis)
    if (devnet[value as ApiName] !== undefined) return
    const fix = `Create it with { ${value === "swap" ? "market" : "gateway"}: true }.`
    throw invalid(argument, `this world has no ${String(value)} API`, fix)
  },
  // Each block is mined again, and as many are mined before if the chain is too young.
  blocks: integer({ min: 1, max: 1_000 }),
  percent: number({ min: 0 }),
  seconds: number({ min: 0 }),
  shift: number({}),
  wholeSeconds: integer({ min: 0 }),
  seed: integer({}),
  status: integer({ min: 400 }),
  times: integer({ min: 1 }),
  watchers(value, argument, fault, world) {
    integer({ min: 1 })(value, argument, fault, world)
    const { length } = world.accounts.watchers
    if (Number(value) <= length) return
    const fix = `Create it with { watchers: ${String(value)} }.`
    throw invalid(argument, `this world has ${length}`, fix)
  },
  amount(value, argument) {
    checkAmount(argument, value)
  },
  boolean: typed("boolean"),
  string: typed("string"),
  hex(value, argument) {
    if (isHex(value) && value.length % 2 === 0) return
    throw invalid(argument, `${write(value)} is not bytes`, "Give 0x and an even number of hex digits.")
  },
}

export function requireOneOf(argument: string, value: unknown, names: readonly string[]): void {
  if (typeof value === "string" && names.includes(value)) return
  throw invalid(
    argument,
    value === undefined ? "it is required" : `there is no ${inQuotes(write(value))}`,
    `Give one of ${names.join(", ")}.${didYouMean(value, names)}`,
  )
}

function oneOf(type: OptionType): Check {
  return (value, argument, _fault, world) => {
    requireOneOf(argument, value, optionNames[type]?.(world) ?? [])
  }
}

type Range = { readonly min?: number; readonly max?: number }

function number(range: Range): Check {
  return numberIn(range, "a number", Number.isFinite)
}

function integer(range: Range): Check {
  return numberIn(range, "an integer", Number.isInteger)
}

function numberIn(
  { min = -Infinity, max = Infinity }: Range,
  kind: string,
  isOfKind: (value: unknown) => boolean,
): Check {
  const range = max === Infinity ? ` of at least ${min}` : ` from ${min} to ${max}`
  return (value, argument, { fault }) => {
    if (isOfKind(value) && Number(value) >= min && Number(value) <= max) return
    throw invalid(
      argument,
      value === undefined ? `${String(fault)} requires it` : `${write(value)} is out of range`,
      `Give ${kind}${min === -Infinity ? "" : range}.`,
    )
  }
}

function typed(type: "boolean" | "string"): Check {
  return (value, argument) => {
    if (typeof value === type) return
    const problem = `${describeArgument(value)} is no ${type}`
    throw invalid(argument, problem, `Give a ${type}.`)
  }
}

function write(value: unknown): string {
  return typeof value === "string" ? value : describeArgument(value)
}
