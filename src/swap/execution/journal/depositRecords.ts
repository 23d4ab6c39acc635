import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import path from "node:path"

import { z } from "zod"

import { checked } from "../../../http/schemas.js"
import { checkUint256 } from "../../../primitives/checks.js"
import { JournalDamagedError } from "../../../primitives/files/fileErrors.js"
import { openUserFolder } from "../../../primitives/files/openUserFolder.js"
import { createFile, readIfPresent, replaceFile } from "../../../primitives/files/privateFiles.js"
import { exactJson } from "../../../primitives/text.js"
import type { QuoteRoute } from "../../types.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import { quoteRouteSchema } from "../../wire/quoteSchemas.js"
import { requestSchema } from "./journalEntrySchema.js"

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

/** A deposit as its file says. */
export type StoredDeposit = DepositRecord & {
  /** Whether this user wrote the file on this machine, since its temporary files were emptied. A stranger's address is nobody's to pay. */
  readonly isOwn: boolean
}

/** Records the deposits that were opened, so that what is paid later is what was shown, whatever the API says by then. */
export type DepositRecords = {
  /**
   * Returns the deposit of a quote; `undefined` if none was opened.
   *
   * @throws {JournalDamagedError} the record cannot be read
   */
  read(quoteId: string): Promise<StoredDeposit | undefined>
  write(record: DepositRecord): Promise<void>
}

/** Keeps records in a folder, with one file for each quote. */
export function createDepositRecords(folder: string): DepositRecords {
  return {
    async read(given) {
      const quoteId = checkQuoteId(given, "quoteId")
      const name = fileOf(quoteId)
      const text = await readIfPresent(path.join(folder, name), maxRecordBytes)
      // Also the record of another quote in this one's place is no record of it.
      if (text === undefined) return undefined
      const record = parse(text, (found) => fileOf(found) === name, path.join(folder, name))
      const { seal, ...sealed } = JSON.parse(text) as Record<string, unknown>
      return { ...record, isOwn: typeof seal === "string" && (await isSealed(JSON.stringify(sealed), seal)) }
    },
    async write({ request, route, inputValueInUsd, fromBlock, paid }) {
      const name = fileOf(route.quoteId)
      const text = exactJson({ version, request, route, inputValueInUsd, fromBlock, paid })
      const record = { ...(JSON.parse(text) as object), seal: await seal(text) }
      await replaceFile(folder, name, `${JSON.stringify(record)}\n`)
    },
  }
}

/** Of the format on disk. */
const version = 1

const maxRecordBytes = 256 * 1024

const recordSchema = z.object({
  version: z.literal(version),
  request: requestSchema,
  route: quoteRouteSchema,
  inputValueInUsd: z.number().nullish(),
  fromBlock: checked(checkUint256, "a block number"),
  paid: z.string().max(200).optional(),
})

/** Checks that a file in the folder of the records is one of them. Throws a JournalDamagedError if not. */
export async function checkDepositFile(file: string): Promise<void> {
  const text = await readIfPresent(file, maxRecordBytes)
  if (text !== undefined) parse(text, (quoteId) => fileOf(quoteId) === path.basename(file), file)
}

function parse(text: string, isOf: (quoteId: string) => boolean, file: string): DepositRecord {
  try {
    const { request, route, inputValueInUsd, fromBlock, paid } = recordSchema.parse(JSON.parse(text))
    if (isOf(route.quoteId)) return { request, route, inputValueInUsd, fromBlock, paid }
  } catch {
    // Explained below, like the record of another quote.
  }
  throw new JournalDamagedError({ file, reason: "not the record of this deposit" })
}

/** A quote's id may have characters that no file name can have. */
function fileOf(quoteId: string): string {
  return createHash("sha256").update(quoteId.toLowerCase()).digest("hex").slice(0, 40)
}

const keyFile = "seal.key"

/** Of the key, in hexadecimal. */
const keyLength = 64

/**
 * Seals a text with a key that is in no project: whoever only writes into a project cannot make the seal. It says nothing of other
 * processes of the user, which can read the key. The key goes with the user's temporary files, and what it sealed is then a stranger's.
 *
 * @throws {JournalUnusableError} the key can be neither read nor made
 */
export async function seal(text: string): Promise<string> {
  return createHmac("sha256", await readKey())
    .update(text)
    .digest("hex")
}

/** Checks whether {@link seal} made a seal for just this text. */
export async function isSealed(text: string, given: string | undefined): Promise<boolean> {
  const expected = Buffer.from(await seal(text))
  const found = Buffer.from(given ?? "")
  return found.length === expected.length && timingSafeEqual(found, expected)
}

async function readKey(): Promise<string> {
  const folder = await openUserFolder()
  const read = async (): Promise<string | undefined> => {
    const key = await readIfPresent(path.join(folder, keyFile), keyLength)
    return key?.length === keyLength ? key : undefined
  }
  const create = (): string => randomBytes(keyLength / 2).toString("hex")
  const known = await read()
  if (known !== undefined) return known
  // Of two processes, one makes it.
  await createFile(folder, keyFile, create())
  const made = await read()
  if (made !== undefined) return made
  // A crash can leave an empty one where the file system has no hard links, and with that anybody could make a seal.
  const key = create()
  await replaceFile(folder, keyFile, key)
  return key
}
