import { type Address, zeroAddress } from "viem"

import type { ReadCall } from "#src/messaging/onchain/connection/readCall.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { shorten } from "#src/primitives/text.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { gasText } from "#src/terminal/gasText.js"
import { escapeLine, paint } from "#src/terminal/paint.js"
import { facts, type Report } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** Of an argument that is no address. JSON has it whole. */
const maxLength = 200

type ShownChange = Pick<WiringChange, "call" | "sibling" | "switchboard">

/**
 * The call of a change, as its data has it. The sibling and the switchboard stand beside it and are named; every other value is shown. A call
 * that is wider than the window has a line for each argument.
 */
export function callLines({ call, sibling, switchboard }: ShownChange, columns: number): readonly string[] {
  const name = call.signature.slice(0, call.signature.indexOf("("))
  const values = call.args.map(({ type, text }) => {
    if (type !== "address") return shorten(escapeLine(text), maxLength)
    if (text === zeroAddress) return "zero"
    return text === sibling ? "sibling" : text === switchboard ? "switchboard" : text
  })
  const line = `${name}(${values.join(", ")})`
  return line.length <= columns ? [line] : [`${name}(`, ...values.map((value) => `  ${value},`), ")"]
}

/** Narrower windows show a shortened address. */
const minColumns = 76

/** The switchboard of a change, and its kind if it is a known one. */
export function switchboardLine(
  { switchboard, switchboardKind, chain }: Pick<WiringChange, "switchboard" | "switchboardKind" | "chain">,
  columns: number,
): string {
  const shown = `switchboard ${columns < minColumns ? shortenHex(switchboard) : switchboard}`
  return switchboardKind === undefined
    ? `${paint.red(`unknown ${shown}`)} on ${chain}`
    : `${shown} ${paint.dim(switchboardKind)}`
}

/** The sibling that a connection takes the place of, and whose it is. */
export type Replaced = { readonly plug: Address; readonly name: string | null; readonly owner: Address | null }

/** A plug, the chains of both sides, and what the project calls its contracts. */
type ShownEnds = {
  readonly plug: Address
  readonly source: ChainEntry
  readonly to: ChainEntry
  readonly book: ContractNames
}

/** The sibling that is there now, and whose it is. */
export function replacedLine({ plug, owner }: Replaced, { to, book }: Pick<ShownEnds, "to" | "book">): string {
  const whose = owner === null ? "which does not say who owns it" : `owned by ${owner}`
  return `replaces the sibling ${showContract(plug, to.slug, book)} on ${to.name}, ${whose}`
}

type ConnectionPlan = {
  readonly ends: ShownEnds
  /** The zero address disconnects. */
  readonly sibling: string
  readonly account: string
  readonly cost: Parameters<typeof gasText>[0]
}

/** A connection before its call is sent: which plugs, from which account, and what the gas costs at most. */
export function connectionPlan({ ends, sibling, account, cost }: ConnectionPlan): Report {
  const { plug, source, to, book } = ends
  return facts([
    [`plug on ${source.name}`, showContract(plug, source.slug, book)],
    [`sibling on ${to.name}`, sibling === zeroAddress ? "none" : showContract(sibling, to.slug, book)],
    ["account", account],
    ["gas", gasText(cost)],
  ])
}

/** A call with the fields that it has in JSON. */
export function callFields({ signature, args }: ReadCall): Record<string, unknown> {
  return { signature, args: args.map(({ name, type, text }) => ({ name: name ?? null, type, text })) }
}
