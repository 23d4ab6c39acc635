import { z } from "zod"

import type { WorldCosts } from "./WorldCosts.js"
import { readDataFile } from "#src/http/parsing/dataFiles.js"
import { DataFileError, type FileProblem } from "#src/primitives/files/fileErrors.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

const figure = z
  .string()
  .regex(/^\d{1,78}$/, "expected decimal digits")
  .meta({ description: "Decimal digits: wei, gas, or credits with 18 decimals." })
  .transform(BigInt)

const spread = z.strictObject({ min: figure, median: figure, max: figure, count: z.int().positive() }).meta({
  id: "Spread",
  description: "The smallest, the middle and the largest of some figures, and how many there are.",
})

const named = { contract: z.string(), functionName: z.string() }

const use = z.strictObject({ gasUsed: figure, gasLimit: figure, share: z.number().nonnegative() })

const orNull = <Value>(schema: z.ZodType<Value>, description: string) =>
  schema
    .nullable()
    .meta({ description })
    .transform((value) => value ?? undefined)

const messageCosts = z.strictObject({
  ...named,
  fee: spread.meta({ description: "Of each message, in wei." }),
  outboundGas: orNull(spread, "Of each transaction that sent messages; null if inbound or a Solidity test sent them."),
  inboundGas: orNull(spread, "Of the call of inbound itself; null if no message was delivered."),
  inboundAtMost: orNull(use, "The delivery that used the largest part of its gas limit: a share of 0.24 is 24 %."),
})

const requestCosts = z.strictObject({
  ...named,
  credits: spread.meta({ description: "Charged for each completed request." }),
})

/** The file that `--plugs-report-json` writes and `--plugs-report-compare` reads. */
export const costReportSchema: z.ZodType<WorldCosts> = z
  .strictObject({ schemaVersion: z.literal(1), messages: z.array(messageCosts), requests: z.array(requestCosts) })
  .transform(({ messages, requests }) => ({ messages, requests }))

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
    return await readDataFile(file, costReportSchema, "costs")
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    throw new SavedCostsInvalidError({ file, problem: error.problems[0] as FileProblem })
  }
}

/** Writes costs as the file has them: amounts as decimal digits, and null where there is nothing. */
export function writeCosts(costs: WorldCosts): string {
  const withText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : (value ?? null))
  return `${JSON.stringify({ schemaVersion: 1, ...costs }, withText, 2)}\n`
}
