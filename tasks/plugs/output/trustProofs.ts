import type { Moved } from "../../../src/messaging/trust/proving/readMoved.js"
import { formatDuration } from "../../../src/primitives/duration.js"
import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { escapeLine } from "../../../src/terminal/paint.js"
import { shortenHex } from "../../../src/terminal/shortenHex.js"
import { maxTextWidth, wrap } from "../../../src/terminal/table.js"
import type { Printer } from "../../../src/terminal/terminal.js"
import type { PathProof } from "../trust/proveTrust.js"

/** Lays out what was forged on each path, with which keys, and what moved. */
export function proofReport(proofs: readonly PathProof[], { paint, columns }: Printer): string {
  const line = (text: string, indent: string): string =>
    wrap(escapeLine(text), Math.min(columns, maxTextWidth) - indent.length - 2)
      .map((part, index) => `${indent}${index === 0 ? "" : "  "}${part}`)
      .join("\n")
  const sections = [...Map.groupBy(proofs, ({ path }) => path)].flatMap(([path, own], index) => {
    const [first] = own
    const name = path.plugName ?? shortenHex(path.to.plug)
    const source = first?.messageId ?? null
    const of = source === null ? "" : `, that of message ${shortenHex(source)}`
    return [
      ...(index === 0 ? [] : [""]),
      paint.bold(escapeLine(`${path.srcChain} → ${path.dstChain}, ${name}`)),
      line(`Forged payload: ${shortenHex(first?.payload ?? "0x")}${of}`, "  "),
      ...own.flatMap((proof) => {
        const { power, status, why, waited, moved } = proof
        const painted = status === "proven" ? paint.red : status === "refused" ? paint.magenta : paint.bold
        const time = waited === 0n ? "at once" : `after ${formatDuration(Number(waited) * 1_000)}`
        const says = status === "proven" ? `proven, ${time}` : `${statusText[status]}: ${why ?? ""}`
        return [
          "",
          painted(line(`${power.code}: ${says}`, "  ")),
          ...power.keys.map(({ address, as }) => line(`by ${shortenHex(address)} ${as.join(", ")}`, "    ")),
          ...(moved === null ? [] : movedLines(moved).map((text) => line(text, "    "))),
        ]
      }),
    ]
  })
  const proven = proofs.filter(({ status }) => status === "proven").length
  const answer = `${String(proven)} of ${String(proofs.length)} ways to forge were proven on forks. Nothing was sent to the chains.`
  return [...sections, "", line(answer, "")].join("\n")
}

const statusText = {
  proven: "proven",
  reverted: "the socket let it run, and inbound reverted",
  refused: "NOT REPRODUCED",
  "not tried": "not tried",
} as const

function movedLines({ balances, transfers, values, events, storage }: Moved): string[] {
  const lines = [
    ...values.map(({ name, before, after }) => `${name}: ${before} → ${after}`),
    ...transfers.map(({ token, from, to, amount }) => {
      return `token ${shortenHex(token)}: ${String(amount)} from ${shortenHex(from)} to ${shortenHex(to)}`
    }),
    ...balances.map(({ address, before, after }) => {
      return `native balance of ${shortenHex(address)}: ${formatAmount(before, 18)} → ${formatAmount(after, 18)}`
    }),
    ...events.map((text) => `event ${text}`),
    ...storage.map(
      ({ address, words }) =>
        `${words === 1 ? "1 word" : `${String(words)} words`} of storage of ${shortenHex(address)}`,
    ),
  ]
  return lines.length === 0 ? ["inbound ran, and changed nothing"] : lines
}

/** The fields of a proof, as `--json` prints them. */
export function proofFields({ path, power, moved, ...proof }: PathProof): Readonly<Record<string, unknown>> {
  const { payload, messageId, status, why, waited } = proof
  return {
    ...{ srcChainSlug: path.from.slug, dstChainSlug: path.to.slug, dstPlug: path.to.plug, payload, messageId },
    ...{ code: power.code, keys: power.keys, status, why, waited, moved },
  }
}
