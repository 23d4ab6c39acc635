import type { HardhatConfig } from "hardhat/types/config"

import { parseRecordsKey, readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { hideInOutput } from "#src/terminal/hiddenKeys.js"

/** Returns what reads the key of a project's records: `plugs.recordsKey`, or else the user's own. */
export function recordsKeyOf({ plugs: { recordsKey } }: Pick<HardhatConfig, "plugs">): RecordsKey {
  if (recordsKey === undefined) return readUserKey
  return async () => {
    const text = await recordsKey.get()
    hideInOutput(text)
    const key = parseRecordsKey(text)
    if (key !== undefined) return key
    throw new InvalidInputError({
      argument: "config.plugs.recordsKey",
      problem: "it is not 32 bytes in hexadecimal",
      fix: "Make a key with: openssl rand -hex 32",
    })
  }
}
