import path from "node:path"

import type { SafeFile } from "../output/wiring.js"
import {
  type ChainBatch,
  createSafeBatch,
  type CreateSafeBatchParameters,
} from "#src/messaging/wiring/handover/createSafeBatches.js"
import { writeOwnFile } from "#src/primitives/files/writeOwnFile.js"

/**
 * Writes one file for each chain and each owner: `wiring.json` becomes `wiring.alpha.json`, with the owner's address if a chain has several
 * owners. A file for another Safe or chain is not replaced.
 *
 * @throws {InvalidInputError} a file cannot be written, or another one is in its place
 */
export async function writeSafeFiles(file: string, batches: readonly ChainBatch[]): Promise<readonly SafeFile[]> {
  const { dir, name, ext } = path.parse(file)
  const base = path.join(dir, ext === ".json" ? name : `${name}${ext}`)
  const written: SafeFile[] = []
  for (const { chain, safe, batch } of batches) {
    const isAlone = batches.filter((other) => other.chain === chain).length === 1
    const target = `${base}.${chain}${isAlone ? "" : `.${safe}`}.json`
    const { version, chainId, meta, ...rest } = batch
    const { createdFromSafeAddress, ...more } = meta
    // What a file is for comes first, so that one for another Safe is recognized.
    const owned = { version, chainId, meta: { createdFromSafeAddress, ...more }, ...rest }
    const start = asText({ version, chainId, meta: { createdFromSafeAddress } }).replace(/\n  \}\n\}\n$/, "")
    await writeOwnFile(target, { argument: "--safe", text: asText(owned), start })
    written.push({ file: target, chainName: chain, safe, transactions: batch.transactions.length })
  }
  return written
}

/** The calls of one Safe on a chain. */
export type SafeFileParameters = CreateSafeBatchParameters & { readonly chain: string }

/** Writes the file for the calls of one Safe on one chain, such as `safe.alpha.json` for `safe.json`. */
export async function writeSafeFile(file: string, { chain, ...batch }: SafeFileParameters): Promise<SafeFile> {
  const [written] = await writeSafeFiles(file, [{ chain, safe: batch.safe, batch: createSafeBatch(batch) }])
  return written as SafeFile
}

function asText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
