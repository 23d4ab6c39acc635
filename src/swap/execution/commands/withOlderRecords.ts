import type { CommandRecords } from "../journal/commandRecords.js"

/** Makes records that also find what older ones have of a command. A newer record of the same command hides the older ones. */
export function withOlderRecords(newest: CommandRecords, older: readonly CommandRecords[]): CommandRecords {
  return {
    ...newest,
    async read(key) {
      for (const records of [newest, ...older]) {
        const record = await records.read(key)
        if (record !== undefined) return record
      }
      return undefined
    },
    async end(quoteId, endedAt) {
      for (const records of [newest, ...older]) await records.end(quoteId, endedAt)
    },
  }
}
