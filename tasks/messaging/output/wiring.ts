import { type Address, zeroAddress } from "viem"

import { callLines, switchboardLine } from "./connectCall.js"
import { type Forks, sayForks } from "./forkedBlocks.js"
import type { AppliedChange, WiringStep } from "#src/messaging/wiring/apply/WiringStep.js"
import type { HandedCall } from "#src/messaging/wiring/handover/createSafeBatches.js"
import {
  type ExtraConnection,
  pathOf,
  type WiringChange,
  type WiringPlan,
} from "#src/messaging/wiring/plan/WiringPlan.js"
import { paint } from "#src/terminal/paint.js"
import { apart, type Report } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** A file for the transaction builder of Safe. */
export type SafeFile = {
  readonly file: string
  readonly chainName: string
  readonly safe: string
  readonly transactions: number
}

/** The name of a contract in the project, if it has one. */
export type ContractName = (chainSlug: number, address: Address) => string | undefined

/** Narrower windows show shortened addresses. The JSON has them whole. */
const minColumns = 76

/**
 * How the chains differ from a wiring: a block for each plug, a line for each connection.
 *
 * @param columns the width of the window
 */
export function wiringPlan(plan: WiringPlan, columns: number, nameOf: ContractName): Report {
  const { changes, extras, problems, inPlace } = plan
  const shown = (address: Address, slug: number): string => {
    const text = columns < minColumns ? shortenHex(address) : address
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
    for (const line of callLines(change, columns - 6)) add(change, `      ${line}`)
    if (kind === "connect") add(change, `      ${switchboardLine(change, columns)}`)
    if (!change.isShown && status !== "blocked") add(change, `      ${paint.dim("the node cannot show what it does")}`)
    for (const warning of change.warnings) add(change, `      ${paint.magenta(warning)}`)
    if (status !== "ready") add(change, `      ${status}: ${reason ?? "it cannot be sent"}`)
  }
  for (const extra of left) {
    const { siblingChain, siblingChainSlug, sibling } = extra
    add(extra, `  ${paint.cyan("!")} ${siblingChain.padEnd(width)}  ${shown(sibling, siblingChainSlug)}`)
    add(extra, `      ${paint.dim("extra: it is not in the wiring, and --disconnect removes it")}`)
  }
  return apart(
    ...[...lines].map(([title, rows]) => [title, ...rows]),
    problems.length > 0 && problems.map(({ says }) => paint.red(says)),
    planSummary(plan, inPlace.length),
  )
}

/** Changes beyond the sibling itself. */
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
    [count("elsewhere"), "for another account to send"],
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

/** One line for a chain that has not answered yet. */
export function waitLine(chain: string): string {
  return paint.dim(`waiting for the node of ${chain}`)
}

/** One line for a step of a wiring that is being applied. */
export function wiringStepLine(step: WiringStep): string {
  if (step.kind === "resumed") return paint.dim(`${step.chain}: an earlier run sent ${step.hash}; waiting for it`)
  if (step.kind === "sent") return paint.dim(`${pathOf(step.change)}: submitted ${step.hash}`)
  const { change, status, error } = step.result
  const text = `${pathOf(change)}: ${explanations[status](change)}`
  if (status === "done" || status === "in place") return paint.green(text)
  return paint.red(error === undefined ? text : `${text}: ${error.shortMessage}`)
}

/** Summarizes a wiring: a sentence, then the missing changes with their reasons, and what to do. */
export function wiringSummary(results: readonly AppliedChange[], forks: Forks): Report {
  const where = forks.size === 0 ? "" : ` on forks of ${sayForks(forks)}; nothing was sent to the chains`
  if (results.length === 0) return `There was nothing to send${where}.`
  const isDone = ({ status }: AppliedChange): boolean => status === "done" || status === "in place"
  const done = results.filter(isDone).length
  const missing = results.filter((result) => !isDone(result))
  const first = `${done} of ${results.length} ${results.length === 1 ? "change is" : "changes are"} in place${where}.`
  if (missing.length === 0) return paint.green(first)
  const lines = missing.flatMap(({ change, status, error }) => [
    `  ${pathOf(change)}: ${explanations[status](change)}${error === undefined ? "" : `: ${error.shortMessage}`}`,
    ...Object.entries(error?.facts ?? {}).map(([name, value]) => `    ${name}: ${value}`),
  ])
  // Several changes often fail for the same reason.
  const advice = new Set(missing.flatMap(({ error }) => error?.next ?? []))
  return [first, "Missing:", ...lines, ...advice]
}

const explanations: Readonly<Record<AppliedChange["status"], (change: WiringChange) => string>> = {
  done: ({ kind }) => (kind === "connect" ? "connected" : "disconnected"),
  "in place": () => "in place already, nothing was sent",
  changed: () => "changed since the plan was made, nothing was sent; plan again",
  pending: () => "sent, not mined yet; the next run continues with it",
  failed: () => "failed",
  unsent: () => "not sent",
  elsewhere: ({ reason }) => reason ?? "another account must send it",
  blocked: ({ reason }) => `blocked: ${reason ?? "it cannot be sent"}`,
}

/** The calls that accounts without a key here have to send. */
export function calldataList(calls: readonly HandedCall[]): Report {
  return apart(
    ...calls.map(({ change, sender, to, data, call }) => [
      paint.bold(pathOf(change)),
      `  from  ${sender ?? "the plug's owner"}`,
      `  to    ${to}`,
      `  chain ${change.chainId}`,
      `  data  ${data}`,
      ...callLines({ ...change, call }, Infinity).map((line) => `  call  ${line}`),
    ]),
  )
}

/** One line for a file that was written. */
export function safeFileLine({ file, safe, transactions }: Omit<SafeFile, "chainName">): string {
  return `Wrote ${file}: ${transactions} ${transactions === 1 ? "transaction" : "transactions"} for ${safe}.`
}

export const nothingToHandOver = "Nothing to hand over: the account of this network owns every plug that changes."
