import { z } from "zod"

import { readDataFile } from "../http/parsing/dataFiles.js"
import { DataFileError, type FileProblem } from "../primitives/files/fileErrors.js"
import { PlugsError } from "../primitives/PlugsError.js"
import type { Spread, WorldCosts } from "./WorldCosts.js"

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

const figure = z
  .string()
  .regex(/^\d{1,78}$/, "expected decimal digits")
  .meta({ description: "Decimal digits: wei, gas, or credits with 18 decimals." })

const spread = z.strictObject({ min: figure, median: figure, max: figure, count: z.int().positive() }).meta({
  id: "Spread",
  description: "The smallest, the middle and the largest of some figures, and how many there are.",
})

const named = { contract: z.string(), functionName: z.string() }

/** The file that `--plugs-report-json` writes and `--plugs-report-compare` reads. */
export const costReportSchema: z.ZodType<CostReport> = z.strictObject({
  schemaVersion: z.literal(1),
  messages: z.array(
    z.strictObject({
      ...named,
      fee: spread.meta({ description: "Of each message, in wei." }),
      outboundGas: spread
        .nullable()
        .meta({ description: "Of each transaction that sent messages; null if inbound or a Solidity test sent them." }),
      inboundGas: spread
        .nullable()
        .meta({ description: "Of the call of inbound itself; null if no message was delivered." }),
      inboundAtMost: z
        .strictObject({ gasUsed: figure, gasLimit: figure, share: z.number().nonnegative() })
        .nullable()
        .meta({ description: "The delivery that used the largest part of its gas limit: a share of 0.24 is 24 %." }),
    }),
  ),
  requests: z.array(
    z.strictObject({ ...named, credits: spread.meta({ description: "Charged for each completed request." }) }),
  ),
})

/** The option that names the file of a report, and how such a file begins: no other file is replaced. */
export const costFile = {
  argument: "--plugs-report-json",
  start: '{\n  "schemaVersion": 1,\n  "messages": [',
} as const

/** The file that `--plugs-report-compare` names is missing, or is no saved report. */
export class SavedCostsInvalidError extends PlugsError {
  readonly code = "SAVED_COSTS_INVALID"
  constructor({ file, problem: { path, reason } }: { file: string; problem: FileProblem }) {
    super("There are no costs of an earlier test run to compare with.", {
      facts: { file, problem: path === "" ? reason : `${path}: ${reason}` },
      next: `Save them first: npx hardhat test --plugs-report-json ${file}. No test has run.`,
    })
  }
}

/** Reads the costs of an earlier test run. Throws a SavedCostsInvalidError if the file is missing, or is no saved report. */
export async function readSavedCosts(file: string): Promise<WorldCosts> {
  try {
    return toCosts(await readDataFile(file, costReportSchema, "costs"))
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    throw new SavedCostsInvalidError({ file, problem: error.problems[0] as FileProblem })
  }
}

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
