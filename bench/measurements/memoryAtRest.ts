import { setTimeout } from "node:timers/promises"

import type { Measure } from "../measuring/Measure.ts"
import { residentMemory } from "../measuring/residentMemory.ts"
import { startDevnet } from "#src/devnet/index.js"

/** Measures the memory of a process with a devnet of two chains, some seconds after its start. Nobody collects its garbage. */
export const measure: Measure = async ({ everything }) => {
  await using devnet = await startDevnet({ gateway: everything === true, market: everything === true })
  await setTimeout(3000)
  if (Object.keys(devnet.chains).length !== 2) throw new Error("The devnet has not two chains")
  return { memory: { value: residentMemory() } }
}
