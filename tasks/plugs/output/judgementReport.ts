import { type DecodedCall, listCalls } from "../../../src/messaging/judging/decodeCalls.js"
import type { JudgedBatch, Judgement } from "../../../src/messaging/judging/judgeBatches.js"
import { shorten } from "../../../src/primitives/text.js"
import { escapeLine } from "../../../src/terminal/paint.js"
import { formatFacts, maxTextWidth, wrap } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"
import { sayForks } from "../../messaging/output/forkedBlocks.js"
import type { Fork } from "../../messaging/wire/forkChain.js"

/** Lays out a judgement: the verdict, what was found, then each call with what became of it, and the hashes to compare. */
export function judgementReport(
  judgement: Judgement,
  forks: ReadonlyMap<string, Fork>,
  { paint, columns }: Printer,
): string {
  const { findings, notJudged, batches, steps, wiring } = judgement
  const width = Math.min(columns, maxTextWidth)
  const prose = (text: string, indent = ""): string =>
    wrap(escapeLine(text), width - indent.length - 2)
      .map((line, index) => `${indent}${index === 0 ? "" : "  "}${line}`)
      .join("\n")
  const outcomes = new Map(steps.map(({ number, status, reason }) => [number, sayOutcome(status, reason)]))
  const messages = steps.filter(({ number }) => number.startsWith("message"))
  return [
    paint.bold((judgement.verdict === "as wired" ? paint.green : paint.red)(prose(sayVerdict(judgement)))),
    ...findings.map(({ name, number, chain, says }) => {
      const place = [number === null ? "" : number.replace(/^(?=\d)/, "call "), chain].filter(Boolean).join(" on ")
      return paint.red(prose(`${name}${place === "" ? "" : `, ${place}`}: ${says}`, "  "))
    }),
    ...notJudged.map(({ name, why }) => paint.magenta(prose(`Not judged: ${name}, because ${why}.`, "  "))),
    `Changes of the wiring: ${wiring.done} made, ${wiring.left} left.`,
    ...(forks.size === 0 ? [] : [prose(`Tried on forks of ${sayForks(forks)}.`)]),
    ...batches.flatMap((batch) => ["", ...batchLines(batch)]),
    ...messages.map((step) =>
      prose(`${step.number} to ${step.to} on ${step.chain.name}: ${sayOutcome(step.status, step.reason)}`),
    ),
  ].join("\n")

  function batchLines({ chain, from, notes, calls, hashes }: JudgedBatch): string[] {
    const shown = listCalls(calls).map((call) => {
      const outcome = outcomes.get(call.number)
      return prose(`${call.number} ${sayCall(call)}${outcome === undefined ? "" : `: ${outcome}`}`, "  ")
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

function sayOutcome(status: string, reason: string | undefined): string {
  return reason === undefined ? status : `${status}: ${reason}`
}

/** Of an argument. JSON has it whole. */
const maxLength = 70

function sayCall({ to, value, data, operation, name, call, isKnown }: DecodedCall): string {
  const target = name === undefined ? to : `${name} ${to}`
  const undecoded = data === "0x" ? "no data" : `undecoded ${shorten(data, maxLength)}`
  const what = call === undefined ? undecoded : sayFunction(call)
  const notes = [call !== undefined && !isKnown ? "by its selector" : "", value === 0n ? "" : `with ${value} wei`]
  return [operation === 1 ? "DELEGATECALL" : "", target, what, ...notes].filter((part) => part !== "").join(" ")
}

function sayFunction({ signature, args }: NonNullable<DecodedCall["call"]>): string {
  return `${signature.split("(")[0] ?? ""}(${args.map(({ text }) => shorten(text, maxLength)).join(", ")})`
}
