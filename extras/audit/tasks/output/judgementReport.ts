import { type DecodedCall, listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import type { JudgedBatch, Judgement } from "#extras/audit/src/judging/judgeBatches.js"
import { shorten } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import { apart, facts, prose, type Report } from "#src/terminal/report.js"
import { deliveryLines } from "#tasks/messaging/output/deliveries.js"
import { type Forks, sayForks } from "#tasks/messaging/output/forkedBlocks.js"

/** A judgement: what the batch lacks, the verdict, what was found, then each call with what became of it, and the hashes to compare. */
export function judgementReport(judgement: Judgement, forks: Forks): Report {
  const { findings, notJudged, batches, steps, deliveries, wiring } = judgement
  const following = steps.filter(({ number }) => !/^\d/.test(number))
  const color = judgement.verdict === "as wired" ? paint.green : paint.red
  const parts = apart(
    [
      wiring.left > 0 && prose(paint.bold(paint.magenta(sayLack(judgement)))),
      prose(paint.bold(color(sayVerdict(judgement)))),
      ...findings.map(({ name, number, chain, says }) => {
        const place = [number === null ? "" : number.replace(/^(?=\d)/, "call "), chain].filter(Boolean).join(" on ")
        return prose(paint.red(`${name}${place === "" ? "" : `, ${place}`}: ${says}`), "  ")
      }),
      ...notJudged.map(({ name, why }) => prose(paint.magenta(`Not judged: ${name}, because ${why}.`), "  ")),
      `Changes of the wiring: ${wiring.done} made, ${wiring.left} left.`,
      deliveries.length > 0 && deliveryLines(deliveries),
      forks.size > 0 && prose(`Tried on forks of ${sayForks(forks)}.`),
    ],
    ...batches.map((batch) => batchReport(batch, judgement)),
  )
  return [
    parts,
    ...following.map(({ number, to, chain, status, reason }) =>
      prose(`${number} to ${to} on ${chain.name}: ${sayOutcome(status, reason)}`),
    ),
  ]
}

function batchReport({ chain, from, notes, calls, hashes }: JudgedBatch, { names, steps }: Judgement): Report {
  const named = (text: string): string =>
    text.replaceAll(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) => {
      const known = names.find((one) => one.chain === chain.name && one.address === address)
      return known === undefined ? address : `${known.name} ${address}`
    })
  return [
    prose(paint.bold(`${chain.name}, from ${from}`)),
    ...notes.map((note) => prose(note, "  ")),
    ...listCalls(calls).map((call) => {
      const step = steps.findLast(({ number }) => number === call.number)
      const outcome = step === undefined ? "" : `: ${sayOutcome(step.status, step.reason)}`
      return prose(`${call.number} ${sayCall(call, named)}${outcome}`, "  ")
    }),
    hashReport(hashes),
  ]
}

function hashReport(hashes: JudgedBatch["hashes"]): Report {
  if ("why" in hashes) return prose(`No hashes of a Safe, because ${hashes.why}.`, "  ")
  const { version, nonce, to, domainHash: domain, messageHash: message, safeTxHash } = hashes
  return [
    prose(`On the device, for version ${version} and nonce ${nonce}, to ${to}:`, "  "),
    facts(Object.entries({ domain, message, safeTxHash })),
  ]
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
