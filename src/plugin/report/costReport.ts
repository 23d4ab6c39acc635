import type { Spread, WorldCosts } from "../../testing/costs/WorldCosts.js"

type SavedSpread = { min: string; median: string; max: string; count: number }
type Named = { contract: string; functionName: string }

/** The costs of a test run in JSON. Amounts are decimal digits. */
export type CostReport = {
  schemaVersion: 1
  messages: (Named & {
    fee: SavedSpread
    outboundGas: SavedSpread | null
    inboundGas: SavedSpread | null
    inboundAtMost: { gasUsed: string; gasLimit: string; share: number } | null
  })[]
  requests: (Named & { credits: SavedSpread })[]
}

/** The option that names the file of a report, and how such a file begins: no other file is replaced. */
export const costFile = {
  argument: "--plugs-report-json",
  start: '{\n  "schemaVersion": 1,\n  "messages": [',
} as const

/** Converts costs to JSON. */
export function toCostReport({ messages, requests }: WorldCosts): CostReport {
  return {
    schemaVersion: 1,
    messages: messages.map(({ contract, functionName, fee, outboundGas, inboundGas, inboundAtMost: use }) => ({
      contract,
      functionName,
      fee: save(fee),
      outboundGas: outboundGas === undefined ? null : save(outboundGas),
      inboundGas: inboundGas === undefined ? null : save(inboundGas),
      inboundAtMost:
        use === undefined ? null : { gasUsed: String(use.gasUsed), gasLimit: String(use.gasLimit), share: use.share },
    })),
    requests: requests.map((row) => ({ ...row, credits: save(row.credits) })),
  }
}

/** Converts JSON back to costs. */
export function toCosts({ messages, requests }: CostReport): WorldCosts {
  return {
    messages: messages.map(({ fee, outboundGas, inboundGas, inboundAtMost: use, ...name }) => ({
      ...name,
      fee: restore(fee),
      outboundGas: outboundGas === null ? undefined : restore(outboundGas),
      inboundGas: inboundGas === null ? undefined : restore(inboundGas),
      inboundAtMost:
        use === null ? undefined : { gasUsed: BigInt(use.gasUsed), gasLimit: BigInt(use.gasLimit), share: use.share },
    })),
    requests: requests.map((row) => ({ ...row, credits: restore(row.credits) })),
  }
}

function save({ min, median, max, count }: Spread): SavedSpread {
  return { min: String(min), median: String(median), max: String(max), count }
}

function restore({ min, median, max, count }: SavedSpread): Spread {
  return { min: BigInt(min), median: BigInt(median), max: BigInt(max), count }
}
