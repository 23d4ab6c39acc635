import type { Client, Hex, Transaction } from "viem"
import { getTransaction } from "viem/actions"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import type { SentMessage, SentRecord } from "#src/plugin/records/SentRecord.js"
import type { SentRecords } from "#src/plugin/records/sentRecords.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { paint } from "#src/terminal/paint.js"
import type { Printer } from "#src/terminal/terminal.js"

/**
 * Remembers one transaction. A folder that cannot be written is said once, and stops nothing: the money has moved. Disposing of it waits
 * until everything is on disk, also where Ctrl-C ends the task.
 */
export type Remembering = AsyncDisposable & {
  /** Writes that the transaction was submitted, and then the nonce that the node gave it. */
  readonly submitted: (hash: Hex) => void
  /** Writes what the transaction sent, and in which block. */
  readonly mined: (hash: Hex, messages: readonly SentMessage[]) => void
}

/** What is known before a transaction is submitted. */
export type BeforeSending = Omit<SentRecord, "hash" | "messages" | "nonce" | "block">

/** Nobody waits longer for a node that does not say where a transaction is. Milliseconds. */
const readingLimit = 2_000

/** Starts to remember a transaction. */
export function rememberSent(
  records: Pick<SentRecords, "write">,
  before: BeforeSending,
  { client, clock, err }: { readonly client: Client; readonly clock: Clock; readonly err: Printer },
): Remembering {
  let writing: Promise<void> = Promise.resolve()
  let hasFailed = false
  let record: Omit<SentRecord, "hash"> = { ...before, messages: [] }
  const write = (hash: Hex): void => {
    const written = { ...record, hash }
    writing = writing
      .then(() => records.write(written))
      .catch((error: unknown) => {
        if (!isPlugsError(error)) throw error
        if (!hasFailed)
          err.line(paint.magenta(`This transaction is not remembered: ${error.facts["reason"] ?? error.shortMessage}`))
        hasFailed = true
      })
  }
  const writePlace = (hash: Hex): void => {
    writing = writing.then(async () => {
      const place = await withTimeLimit(readingLimit, () => readSentPlace(client, hash), { clock })
      if (place.kind !== "done") return
      record = { ...record, ...place.value }
      await records.write({ ...record, hash }).catch(() => undefined)
    })
  }
  return {
    submitted(hash) {
      write(hash)
      writePlace(hash)
    },
    mined(hash, messages) {
      record = { ...record, messages }
      write(hash)
      writePlace(hash)
    },
    [Symbol.asyncDispose]: () => writing,
  }
}

/** Reads the nonce of a transaction, and its block once it is mined. Nothing if the node does not say: nobody waits for it. */
async function readSentPlace(client: Client, hash: Hex): Promise<Pick<SentRecord, "nonce" | "block">> {
  try {
    const transaction: Transaction = await getTransaction(client, { hash })
    const { nonce, blockNumber, blockHash } = transaction
    return blockNumber === null || blockHash === null
      ? { nonce }
      : { nonce, block: { number: Number(blockNumber), hash: blockHash } }
  } catch {
    return {}
  }
}
