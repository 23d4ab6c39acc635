import type { Measure } from "../measuring/Measure.ts"
import { countDelivered, createSender } from "../measuring/messages.ts"
import { repeat } from "../measuring/repeat.ts"
import { startDevnet } from "#src/devnet/index.js"

/** Measures how long a message takes from its transaction to its delivery, when it is alone. */
export const measure: Measure = async () => {
  await using devnet = await startDevnet()
  const send = await createSender(devnet)
  const time = await repeat(200, async () => {
    using delivered = countDelivered(devnet)
    await send()
    await delivered.reached(1)
  })
  return { time }
}
