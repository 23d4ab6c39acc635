import { createClient, http } from "viem"

import type { Measure, Sample } from "../measuring/Measure.ts"
import { medianSample } from "../measuring/median.ts"
import { createProject } from "../measuring/Project.ts"
import { repeat } from "../measuring/repeat.ts"
import { runHardhat } from "../measuring/runHardhat.ts"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { startDevnet } from "#src/devnet/index.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import { createMessagingClient } from "#src/messaging/index.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

const runs = 5

/**
 * Measures the explanation of a message that waits to be executed, over HTTP: by the helper, and by the task in a process of its own.
 */
export const measure: Measure = async () => {
  await using devnet = await startDevnet({ gateway: false, market: false })
  const { alpha, beta } = devnet.chains
  const counters = await deployConnected(devnet, counterArtifact)
  devnet.relay.pause()
  const address = counters["alpha"]
  if (address === undefined) throw new Error("the counter was not deployed")
  const call = { address, abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] }
  const srcTxHash = await send(alpha, call)
  for (let steps = 0; steps < 3; steps += 1) await devnet.relay.step()

  let requests = 0
  const chains = Object.values(devnet.chains).map(({ name, slug, rpcUrl, contracts }): ReadableChain => {
    const transport = http(rpcUrl, { onFetchRequest: () => void (requests += 1) })
    return { client: createClient({ transport }), socket: contracts.socket, slug, name }
  })
  const chainOf = (slug: number) => Promise.resolve(chains.find((chain) => chain.slug === slug))
  const [src] = chains
  if (src === undefined) throw new Error("the devnet has no chain")
  const api = createMessagingClient(devnet.messaging)
  const time = await repeat(30, async () => {
    requests = 0
    await explainMessage({ src, srcTxHash, chainOf, api })
  })

  await using project = await createProject({ devnetPort: Number(new URL(devnet.url).port) })
  const tasks: Required<Sample>[] = []
  for (let run = 0; run <= runs; run += 1) {
    const args = ["messaging", "explain", srcTxHash, "--from", "alpha", "--json"]
    // A paused devnet keeps the message for longer than a message takes.
    const { value, cpu, stdout } = await runHardhat(args, { cwd: project.path, exitCodes: [0, 2] })
    const { verdict } = JSON.parse(stdout) as { verdict?: string }
    if (verdict !== "waiting" && verdict !== "stuck") throw new Error(`not explained: ${stdout}`)
    // The first run fills caches.
    if (run > 0) tasks.push({ value, cpu })
  }
  return { time, requests: { value: requests }, task: medianSample(tasks) }
}
