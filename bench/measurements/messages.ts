import type { Measure } from "../measuring/Measure.ts"
import { countDelivered, createSender } from "../measuring/messages.ts"
import { once } from "../measuring/repeat.ts"
import { startDevnet } from "#src/devnet/index.js"

/** Measures how long a devnet takes to deliver some messages that are sent at once. */
export const measure: Measure = async ({ messages }) => {
  await using devnet = await startDevnet()
  const send = await createSender(devnet)
  const deliver = async (count: number): Promise<void> => {
    using delivered = countDelivered(devnet)
    await Promise.all(Array.from({ length: count }, send))
    await delivered.reached(count)
  }
  // The code becomes fast while it runs first.
  await deliver(500)
  return { time: await once(() => deliver(Number(messages))) }
}
