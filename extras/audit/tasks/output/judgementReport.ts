import { type DecodedCall, listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import type { JudgedBatch, Judgement, Verdict } from "#extras/audit/src/judging/judgeBatches.js"
import { shorten } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import { apart, facts, prose, type Report, right, table } from "#src/terminal/report.js"
import { deliveryLines } from "#tasks/messaging/output/deliveries.js"
import { type Forks, sayForks } from "#tasks/messaging/output/forkedBlocks.js"

/** A judgement: of several batches a table, what they lack, the verdict, what was found, then each call with what became of it, and the hashes to compare. */
export function judgementReport(judgement: Judgement, forks: Forks): Report {
  const { findings, notJudged, batches, steps, deliveries, wiring } = judgement
  const following = steps.filter(({ number }) => !/^\d/.test(number))
  const color = judgement.verdict === "as wired" ? paint.green : paint.red
  const parts = apart(
    batches.length > 1 && batchTable(batches),
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

/** The hashes are whole, to compare them with a device. */
function batchTable(batches: readonly JudgedBatch[]): Report {
  const hashesOf = ({ hashes }: JudgedBatch) => ("why" in hashes ? undefined : hashes)
  return table(batches, {
    chain: ({ chain }) => chain.name,
    Safe: ({ from }) => from,
    nonce: right((batch) => hashesOf(batch)?.nonce),
    domain: (batch) => hashesOf(batch)?.domainHash,
    message: (batch) => hashesOf(batch)?.messageHash,
    calls: ({ calls }) => [...new Set([calls[0]?.number, calls.at(-1)?.number])].join("–"),
    verdict: ({ verdict }) => shownVerdicts[verdict],
    file: ({ file }) => file,
  })
}

const shownVerdicts: Readonly<Record<Verdict, string>> = {
  ...{ "as wired": paint.green("as wired"), beyond: paint.red("do not sign"), unknown: paint.magenta("unknown") },
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

function sayVerdict({ verdict, findings, batches }: Judgement): string {
  const what = batches.length > 1 ? "The batches do" : "The batch does"
  if (verdict === "as wired") return `${what} what the wiring says, and nothing else.`
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
  { to, value, data, operation, name, call, isKnown, isClaimed, creates }: DecodedCall,
  named: (text: string) => string,
): string {
  const target = name === undefined ? to : `${name} ${to}`
  if (creates === true) return `creates ${target} with ${(data.length - 2) / 2} bytes of code`
  const undecoded = data === "0x" ? "no data" : `undecoded ${shorten(data, maxLength)}`
  const what = call === undefined ? undecoded : sayFunction(call, named)
  const whose = isClaimed ? "as the file says" : "by its selector"
  const notes = [call !== undefined && !isKnown ? whose : "", value === 0n ? "" : `with ${value} wei`]
  return [operation === 1 ? "DELEGATECALL" : "", target, what, ...notes].filter((part) => part !== "").join(" ")
}

function sayFunction({ signature, args }: NonNullable<DecodedCall["call"]>, named: (text: string) => string): string {
  return `${signature.split("(")[0] ?? ""}(${args.map(({ text }) => named(shorten(text, maxLength))).join(", ")})`
}
