import path from "node:path"

import { createSafeBatches } from "../../../src/messaging/wiring/handover/createSafeBatches.js"
import type { WiringChange, WiringPlan } from "../../../src/messaging/wiring/plan/WiringPlan.js"
import { writeOwnFile } from "../../../src/primitives/files/writeOwnFile.js"
import type { Printer } from "../../../src/terminal/terminal.js"
import { calldataList, nothingToHandOver, safeFileLine } from "../output/wiring.js"

/**
 * Hands over what another account must send: as files for Safe, or as the calls themselves.
 *
 * @returns what JSON says of it; the calls are in the plan
 * @throws {InvalidInputError} a file cannot be written
 */
export async function handOver(
  plan: WiringPlan,
  { safe, calldata }: { readonly safe: string | undefined; readonly calldata: boolean },
  { out, isJson, now }: { out: Printer; isJson: boolean; now: number },
): Promise<{ safeFiles?: readonly SafeFile[] }> {
  if (safe === undefined && !calldata) return {}
  const changes = plan.changes.filter(({ status }) => status === "elsewhere")
  const files = safe === undefined ? [] : await writeSafeFiles(safe, changes, now)
  if (!isJson) {
    if (changes.length === 0) out.line(nothingToHandOver)
    else if (calldata) out.line(calldataList(changes, out))
    for (const file of files) out.line(safeFileLine(file))
  }
  return safe === undefined ? {} : { safeFiles: files }
}

/** A file for the transaction builder of Safe. */
export type SafeFile = {
  readonly file: string
  readonly chainName: string
  readonly safe: string
  readonly transactions: number
}

/**
 * Writes one file for each chain and each owner: `wiring.json` becomes `wiring.alpha.json`, with the owner's address if a chain has several
 * owners. A file for another Safe or chain is not replaced.
 *
 * @throws {InvalidInputError} a file cannot be written, or another one is in its place
 */
export async function writeSafeFiles(
  file: string,
  changes: readonly WiringChange[],
  createdAt: number,
): Promise<readonly SafeFile[]> {
  const batches = createSafeBatches(changes, createdAt)
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

function asText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
