import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { isOnItsChain } from "./findLastSent.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import type { Printer } from "#src/terminal/terminal.js"

/** Reads what the tasks of a project remember of what they have sent, the newest first, without local chains that are gone. */
export async function readRemembered(
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  opened: Pick<Chains, "find">,
  err: Printer,
): Promise<readonly SentRecord[]> {
  const isThere = isOnItsChain(opened)
  const remembered: SentRecord[] = []
  for (const record of await openSentRecords(config, err).latest()) {
    if (await isThere(record)) remembered.push(record)
  }
  return remembered
}
