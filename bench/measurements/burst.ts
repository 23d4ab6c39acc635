import type { Measure } from "../measuring/Measure.ts"
import { countDelivered, createSender } from "../measuring/messages.ts"
import { repeat } from "../measuring/repeat.ts"
import { startDevnet } from "#src/devnet/index.js"

const messages = 500

/** Measures how many messages are delivered a second when all are sent at once, each by a transaction with a block of its own. */
export const measure: Measure = async () => {
  await using devnet = await startDevnet()
  const send = await createSender(devnet)
  const { value, cpu } = await repeat(
    5,
    async () => {
      using delivered = countDelivered(devnet)
      await Promise.all(Array.from({ length: messages }, send))
      await delivered.reached(messages)
    },
    { warmupIterations: 1 },
  )
  return { rate: { value: (messages * 1000) / value, cpu } }
}
