import { cpuTime } from "../measuring/cpuTime.ts"
import type { Measure } from "../measuring/Measure.ts"
import { residentMemory } from "../measuring/residentMemory.ts"

/**
 * Measures how long a devnet takes to start in a process that has loaded Hardhat and nothing else, the import included, and how much
 * memory the process takes then.
 */
export const measure: Measure = async ({ chains, everything }) => {
  const names = Array.from({ length: Number(chains) }, (_, index) => `chain${index}`)
  const [began, cpu] = [performance.now(), cpuTime()]
  const { startDevnet } = await import("#src/devnet/index.js")
  const devnet = await startDevnet({ chains: names, gateway: everything === true, market: everything === true })
  const time = { value: performance.now() - began, cpu: cpuTime() - cpu }
  const memory = { value: residentMemory() }
  await devnet.stop()
  return { time, memory }
}
