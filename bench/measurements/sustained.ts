import type { Measure } from "../measuring/Measure.ts"
import { countDelivered, createSender } from "../measuring/messages.ts"
import { once } from "../measuring/repeat.ts"
import { residentMemory } from "../measuring/residentMemory.ts"
import { startDevnet } from "#src/devnet/index.js"

const burst = 500
const perPart = 1000

/** Measures whether a devnet delivers as fast after many messages as after few, and how much memory each message takes. */
export const measure: Measure = async ({ messages }) => {
  await using devnet = await startDevnet()
  const send = await createSender(devnet)
  const deliver = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += burst) {
      using delivered = countDelivered(devnet)
      await Promise.all(Array.from({ length: burst }, send))
      await delivered.reached(burst)
    }
  }

  // The code becomes fast while it runs first, which would hide that the devnet becomes slow later.
  await deliver(perPart)
  const before = residentMemory()
  const first = await once(() => deliver(perPart))
  await deliver(Number(messages) - 2 * perPart)
  const last = await once(() => deliver(perPart))
  const memoryPerMessage = ((residentMemory() - before) * 1000) / Number(messages)
  return {
    lastAgainstFirst: { value: first.value / last.value, cpu: last.cpu },
    memoryPerMessage: { value: memoryPerMessage },
  }
}
