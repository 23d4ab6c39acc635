import { isPlugsError } from "../../primitives/PlugsError.js"
import type { Printer } from "../../terminal/core/terminal.js"
import type { SentRecords } from "./createSentRecords.js"
import type { SentRecord } from "./SentRecord.js"

/** Remembers one transaction. A folder that cannot be written is said once, and stops nothing: the money has moved. */
export type Remembering = {
  /** Writes the record, once what was written before is on disk. */
  readonly note: (record: SentRecord) => void
  /** Resolves when everything that was noted is on disk, or could not be written. */
  readonly settled: () => Promise<void>
}

/** Starts to remember a transaction. */
export function rememberSent(records: Pick<SentRecords, "write">, err: Printer): Remembering {
  let writing: Promise<void> = Promise.resolve()
  let hasFailed = false
  return {
    note: (record) => {
      writing = writing
        .then(() => records.write(record))
        .catch((error: unknown) => {
          if (!isPlugsError(error)) throw error
          if (!hasFailed)
            err.line(
              err.paint.magenta(`This transaction is not remembered: ${error.facts["reason"] ?? error.shortMessage}`),
            )
          hasFailed = true
        })
    },
    settled: () => writing,
  }
}
