import { createSafeBatches } from "../../../src/messaging/wiring/handover/createSafeBatches.js"
import type { WiringPlan } from "../../../src/messaging/wiring/plan/WiringPlan.js"
import type { Printer } from "../../../src/terminal/terminal.js"
import { type SafeFile, writeSafeFiles } from "../call/writeSafeFiles.js"
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
  const files = safe === undefined ? [] : await writeSafeFiles(safe, createSafeBatches(changes, now))
  if (!isJson) {
    if (changes.length === 0) out.line(nothingToHandOver)
    else if (calldata) out.line(calldataList(changes, out))
    for (const file of files) out.line(safeFileLine(file))
  }
  return safe === undefined ? {} : { safeFiles: files }
}
