import type { Measure } from "../measuring/Measure.ts"
import { track } from "../measuring/track.ts"

const messages = { transactions: 100, messagesPerTransaction: 100 }

/**
 * Measures tracking 10,000 messages of 100 transactions in one process: by a watch for each transaction, and by a watch for each message.
 * Both should send the same requests.
 */
export const measure: Measure = async () => {
  const few = await track({ ...messages, watchersPerTransaction: 1, watchersPerMessage: 0 })
  const many = await track({ ...messages, watchersPerTransaction: 0, watchersPerMessage: 1 })
  return {
    requests: { value: many.requests / few.requests },
    memory: { value: few.memory, cpu: few.time.cpu },
    memoryOfWatches: { value: many.memory, cpu: many.time.cpu },
  }
}
