import { createHash } from "node:crypto"

import { z } from "zod"

import type { QuoteRoute } from "../../types.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import { quoteRouteSchema } from "../../wire/quoteSchemas.js"
import { requestSchema } from "./journalEntrySchema.js"
import { checked } from "#src/http/schemas.js"
import { checkUint256 } from "#src/primitives/checks.js"
import { type Inspected, openRecordFolder } from "#src/primitives/files/recordFolder.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"

/** A deposit as it was shown to whoever pays it. */
export type DepositRecord = {
  /** The parameters that `getQuote` was called with. */
  readonly request: GetQuoteParameters
  readonly route: QuoteRoute
  /** Dollars that the API gave as the worth of the input, if it gave any. */
  readonly inputValueInUsd?: number | null | undefined
  /** The newest block of the origin chain when it was opened. A transfer that pays it is in a later one. */
  readonly fromBlock: bigint
  /** What was seen of its swap once it was paid: its state, or the transaction that paid it. */
  readonly paid?: string | undefined
}

/** Records the deposits that were opened, so that what is paid later is what was shown, whatever the API says by then. */
export type DepositRecords = {
  /**
   * Returns the deposit of a quote; `undefined` if none was opened.
   *
   * @throws {JournalForeignError} `JournalDamagedError` this user did not write the record
   */
  read(quoteId: string): Promise<DepositRecord | undefined>
  write(record: DepositRecord): Promise<void>
  inspect(): Promise<Inspected<DepositRecord>>
}

/** Keeps records in a folder, with one file for each quote. */
export function createDepositRecords(folder: string, key: RecordsKey): DepositRecords {
  const records = openRecordFolder(folder, {
    ...{ purpose: "deposit", schema: () => recordSchema, maxBytes: maxRecordBytes, names: /^[0-9a-f]{40}$/, key },
  })
  return {
    read: async (quoteId) => await records.read(fileOf(checkQuoteId(quoteId, "quoteId"))),
    write: (record) => records.write(fileOf(record.route.quoteId), record),
    inspect: records.inspect,
  }
}

const maxRecordBytes = 256 * 1024

const recordSchema: z.ZodType<DepositRecord> = z.object({
  request: requestSchema,
  route: quoteRouteSchema,
  inputValueInUsd: z.number().nullish(),
  fromBlock: checked(checkUint256, "a block number"),
  paid: z.string().max(200).optional(),
})

/** A quote's id may have characters that no file name can have. */
function fileOf(quoteId: string): string {
  return createHash("sha256").update(quoteId.toLowerCase()).digest("hex").slice(0, 40)
}
