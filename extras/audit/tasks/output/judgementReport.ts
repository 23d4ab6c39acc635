import { type DecodedCall, listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import type { JudgedBatch, Judgement } from "#extras/audit/src/judging/judgeBatches.js"
import { shorten } from "#src/primitives/text.js"
import { escapeLine } from "#src/terminal/paint.js"
import { formatFacts, maxTextWidth, wrap } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"
import { type Forks, sayForks } from "#tasks/messaging/output/forkedBlocks.js"

/** Lays out a judgement: what the batch lacks, the verdict, what was found, then each call with what became of it, and the hashes to compare. */
export function judgementReport(judgement: Judgement, forks: Forks, { paint, columns }: Printer): string {
  const { findings, notJudged, batches, steps, wiring, names } = judgement
  const width = Math.min(columns, maxTextWidth)
  const prose = (text: string, indent = ""): string =>
    wrap(escapeLine(text), width - indent.length - 2)
      .map((line, index) => `${indent}${index === 0 ? "" : "  "}${line}`)
      .join("\n")
  const outcomes = new Map(steps.map(({ number, status, reason }) => [number, sayOutcome(status, reason)]))
  const following = steps.filter(({ number }) => !/^\d/.test(number))
  return [
    ...(wiring.left === 0 ? [] : [paint.bold(paint.magenta(prose(sayLack(judgement))))]),
    paint.bold((judgement.verdict === "as wired" ? paint.green : paint.red)(prose(sayVerdict(judgement)))),
    ...findings.map(({ name, number, chain, says }) => {
      const place = [number === null ? "" : number.replace(/^(?=\d)/, "call "), chain].filter(Boolean).join(" on ")
      return paint.red(prose(`${name}${place === "" ? "" : `, ${place}`}: ${says}`, "  "))
    }),
    ...notJudged.map(({ name, why }) => paint.magenta(prose(`Not judged: ${name}, because ${why}.`, "  "))),
    `Changes of the wiring: ${wiring.done} made, ${wiring.left} left.`,
    ...(forks.size === 0 ? [] : [prose(`Tried on forks of ${sayForks(forks)}.`)]),
    ...batches.flatMap((batch) => ["", ...batchLines(batch)]),
    ...following.map((step) =>
      prose(`${step.number} to ${step.to} on ${step.chain.name}: ${sayOutcome(step.status, step.reason)}`),
    ),
  ].join("\n")

  function batchLines({ chain, from, notes, calls, hashes }: JudgedBatch): string[] {
    const shown = listCalls(calls).map((call) => {
      const outcome = outcomes.get(call.number)
      const named = (text: string): string =>
        text.replaceAll(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) => {
          const known = names.find((one) => one.chain === chain.name && one.address === address)
          return known === undefined ? address : `${known.name} ${address}`
        })
      return prose(`${call.number} ${sayCall(call, named)}${outcome === undefined ? "" : `: ${outcome}`}`, "  ")
    })
    const title = paint.bold(prose(`${chain.name}, from ${from}`))
    const lines = [title, ...notes.map((note) => prose(note, "  ")), ...shown]
    if ("why" in hashes) return [...lines, prose(`No hashes of a Safe, because ${hashes.why}.`, "  ")]
    const { version, nonce, to, domainHash: domain, messageHash: message, safeTxHash } = hashes
    const device = prose(`On the device, for version ${version} and nonce ${nonce}, to ${to}:`, "  ")
    return [...lines, device, formatFacts(Object.entries({ domain, message, safeTxHash }), paint)]
  }
}

function sayVerdict({ verdict, findings }: Judgement): string {
  if (verdict === "as wired") return "The batch does what the wiring says, and nothing else."
  if (verdict === "unknown") return "Nothing was found, and not everything could be judged."
  return `Do not sign: ${findings.length === 1 ? "one thing is" : `${findings.length} things are`} not what the wiring says.`
}

/** How many connections are named. JSON has all. */
const maxNamed = 5

function sayLack({ wiring: { done, left }, lacks }: Judgement): string {
  const named = lacks
    .slice(0, maxNamed)
    .map(({ application, chain, siblingChain }) => `${application} ${chain} → ${siblingChain}`)
  const more = left > maxNamed ? ` and ${left - maxNamed} more` : ""
  return `Not the whole wiring: ${left} of ${done + left} changes ${left === 1 ? "is" : "are"} left: ${named.join(", ")}${more}.`
}

function sayOutcome(status: string, reason: string | undefined): string {
  return reason === undefined ? status : `${status}: ${reason}`
}

/** Of an argument. JSON has it whole. */
const maxLength = 70

function sayCall(
  { to, value, data, operation, name, call, isKnown }: DecodedCall,
  named: (text: string) => string,
): string {
  const target = name === undefined ? to : `${name} ${to}`
  const undecoded = data === "0x" ? "no data" : `undecoded ${shorten(data, maxLength)}`
  const what = call === undefined ? undecoded : sayFunction(call, named)
  const notes = [call !== undefined && !isKnown ? "by its selector" : "", value === 0n ? "" : `with ${value} wei`]
  return [operation === 1 ? "DELEGATECALL" : "", target, what, ...notes].filter((part) => part !== "").join(" ")
}

function sayFunction({ signature, args }: NonNullable<DecodedCall["call"]>, named: (text: string) => string): string {
  return `${signature.split("(")[0] ?? ""}(${args.map(({ text }) => named(shorten(text, maxLength))).join(", ")})`
}
