import type { Measure } from "../measuring/Measure.ts"
import { countDelivered, createSender } from "../measuring/messages.ts"
import { repeat } from "../measuring/repeat.ts"
import { startDevnet } from "#src/devnet/index.js"

const messages = 5000
/** As many as fit into a block with the gas limit that each transaction has. */
const inBlock = 100

/** Measures how many messages are delivered a second when the source chain mines blocks of many transactions. */
export const measure: Measure = async () => {
  await using devnet = await startDevnet()
  const { testClient } = devnet.chains.alpha
  const send = await createSender(devnet)
  const deliver = async (count: number): Promise<void> => {
    using delivered = countDelivered(devnet)
    await testClient.setAutomine(false)
    for (let sent = 0; sent < count; sent += inBlock) {
      await Promise.all(Array.from({ length: inBlock }, send))
      await testClient.mine({ blocks: 1 })
    }
    await testClient.setAutomine(true)
    // What the devnet's own actors have sent meanwhile waits for a block.
    await testClient.mine({ blocks: 1 })
    await delivered.reached(count)
  }
  // The code becomes fast while it runs first: a tenth is enough for that.
  await deliver(messages / 10)
  const { value, cpu } = await repeat(3, () => deliver(messages), { warmupIterations: 0 })
  return { rate: { value: (messages * 1000) / value, cpu } }
}
