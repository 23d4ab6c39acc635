import { type Address, zeroAddress } from "viem"

import type { ExtraConnection, WiringChange, WiringPlan } from "../../messaging/wiring/plan/WiringPlan.js"
import type { Printer } from "../core/terminal.js"
import { shortenHex } from "../core/shortenHex.js"

/** What a contract is called, if it has a name in the project. */
export type ContractName = (chainSlug: number, address: Address) => string | undefined

/** Below this width, addresses are shortened. Their whole is in the JSON. */
const wideEnough = 76

/** Shows how the chains differ from a wiring: one block for each plug, one line for each connection. */
export function wiringPlan(plan: WiringPlan, { paint, columns }: Printer, nameOf: ContractName): string {
  const { changes, extras, problems, inPlace } = plan
  const shown = (address: Address, slug: number): string => {
    const text = columns < wideEnough ? shortenHex(address) : address
    const name = nameOf(slug, address)
    return name === undefined ? text : `${text} ${paint.dim(name)}`
  }
  const removed = new Set(changes.filter(({ kind }) => kind === "disconnect").map(keyOf))
  const left = extras.filter((extra) => !removed.has(keyOf(extra)))
  const lines = new Map<string, string[]>()
  const add = (connection: WiringChange | ExtraConnection, ...more: string[]): void => {
    const title = `${paint.bold(connection.application)}  ${connection.chain}  ${shown(connection.plug, connection.chainSlug)}`
    lines.set(title, [...(lines.get(title) ?? []), ...more])
  }
  const width = Math.max(0, ...[...changes, ...extras].map(({ siblingChain }) => siblingChain.length))
  for (const change of changes) {
    const { siblingChain, siblingChainSlug, before, status, reason, kind } = change
    const target = kind === "connect" ? change.sibling : before.sibling
    const isNew = before.sibling === zeroAddress
    const [sign, color] = kind === "disconnect" ? ["-", paint.red] : isNew ? ["+", paint.green] : ["~", paint.cyan]
    add(change, `  ${color(sign)} ${siblingChain.padEnd(width)}  ${shown(target, siblingChainSlug)}`)
    for (const note of changeNotes(change, (address) => shown(address, siblingChainSlug)))
      add(change, `      ${paint.dim(note)}`)
    if (status !== "ready") add(change, `      ${status}: ${reason ?? "it cannot be sent"}`)
  }
  for (const extra of left) {
    const { siblingChain, siblingChainSlug, sibling } = extra
    add(extra, `  ${paint.cyan("!")} ${siblingChain.padEnd(width)}  ${shown(sibling, siblingChainSlug)}`)
    add(extra, `      ${paint.dim("extra: it is not in the wiring, and --disconnect removes it")}`)
  }
  const blocks = [...lines].map(([title, rows]) => [title, ...rows].join("\n"))
  const trouble = problems.map(({ says }) => paint.red(says))
  return [...blocks, ...(trouble.length === 0 ? [] : [trouble.join("\n")]), planSummary(plan, inPlace.length)].join(
    "\n\n",
  )
}

/** What the sibling alone does not show. */
function changeNotes(
  { kind, before, sibling, switchboard }: WiringChange,
  shown: (address: Address) => string,
): string[] {
  if (kind === "disconnect" || before.sibling === zeroAddress) return []
  const notes = before.sibling === sibling ? [] : [`instead of ${shown(before.sibling)}`]
  const { inboundSwitchboard, outboundSwitchboard } = before
  if (inboundSwitchboard === switchboard && outboundSwitchboard === switchboard) return notes
  const old =
    inboundSwitchboard === outboundSwitchboard ? [inboundSwitchboard] : [inboundSwitchboard, outboundSwitchboard]
  return [...notes, `by ${shown(switchboard)} instead of ${old.map(shown).join(" and ")}`]
}

function planSummary({ changes, extras, problems }: WiringPlan, inPlace: number): string {
  const count = (status: WiringChange["status"]): number => changes.filter((change) => change.status === status).length
  const kept = extras.length - changes.filter(({ kind }) => kind === "disconnect").length
  const parts: readonly (readonly [number, string])[] = [
    [inPlace, "in place"],
    [count("ready"), "to send"],
    [count("elsewhere"), "for somebody else to send"],
    [count("blocked"), "blocked"],
    [kept, "not in the wiring"],
  ]
  const counted = parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
  const problemCount =
    problems.length === 0 ? [] : [`${problems.length} ${problems.length === 1 ? "problem" : "problems"}`]
  return `Connections: ${[...counted, ...problemCount].join(", ") || "none"}.`
}

function keyOf({ chain, plug, siblingChain }: Pick<WiringChange, "chain" | "plug" | "siblingChain">): string {
  return `${chain} ${plug} ${siblingChain}`
}
