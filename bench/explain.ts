import { execFile } from "node:child_process"
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

import { createClient, http } from "viem"

import { counterArtifact } from "../src/devnet/artifacts/Counter.js"
import { startDevnet } from "../src/devnet/index.js"
import { createMessagingClient } from "../src/messaging/index.js"
import { explainMessage } from "../src/messaging/explaining/explainMessage.js"
import type { ReadableChain } from "../src/messaging/reading/types.js"
import { deployConnected, send } from "../test/fixtures/worlds/plugs.js"
import { measure, printFigure } from "./measure.js"

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, "..")

/**
 * Measures the explanation of a message that waits to be executed, over HTTP: by the helper, and by the task in a process of its own with
 * the built plugin, which has to be built before. Prints each figure beside its bound.
 */
export async function explainFigures(): Promise<void> {
  await using devnet = await startDevnet({ gateway: false, market: false })
  const { alpha, beta } = devnet.chains
  const counters = await deployConnected(devnet, counterArtifact)
  devnet.relay.pause()
  const call = { address: counters["alpha"]!, abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] }
  const srcTxHash = await send(alpha, call)
  for (let steps = 0; steps < 3; steps += 1) await devnet.relay.step()

  let requests = 0
  const chains = Object.values(devnet.chains).map(({ name, slug, rpcUrl, contracts }): ReadableChain => {
    const transport = http(rpcUrl, { onFetchRequest: () => void (requests += 1) })
    return { client: createClient({ transport }), socket: contracts.socket, slug, name }
  })
  const chainOf = (slug: number) => Promise.resolve(chains.find((chain) => chain.slug === slug))
  const api = createMessagingClient(devnet.messaging)
  const explained = await measure("explain", 30, async () => {
    requests = 0
    await explainMessage({ src: chains[0]!, srcTxHash, chainOf, api })
  })
  printFigure("explain a message over two chains, the helper", {
    value: explained.p50,
    unit: "ms",
    bound: 500,
    atMost: true,
  })
  printFigure("its requests", { value: requests, unit: "", bound: 40, atMost: true })

  const project = await makeProject(Number(new URL(devnet.url).port))
  try {
    const task = await measure("task", 5, () => explainInProcess(project, srcTxHash), { warmupIterations: 1 })
    printFigure("the same, messaging explain in a fresh process", {
      value: task.p50,
      unit: "ms",
      bound: 2000,
      atMost: true,
    })
  } finally {
    await rm(project, { recursive: true })
  }
}

async function makeProject(port: number): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), "hardhat-plugs-bench-"))
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }))
  await writeFile(
    join(project, "hardhat.config.js"),
    `import plugs from "${repository}/dist/src/index.js"\nexport default { plugins: [plugs], plugs: { devnet: { port: ${String(port)} } } }\n`,
  )
  await symlink(join(repository, "node_modules"), join(project, "node_modules"))
  return project
}

async function explainInProcess(cwd: string, srcTxHash: string): Promise<void> {
  const hardhat = join(repository, "node_modules/hardhat/dist/src/cli.js")
  const args = [hardhat, "messaging", "explain", srcTxHash, "--from", "alpha", "--json"]
  const { stdout } = await run(process.execPath, args, { cwd })
  if ((JSON.parse(stdout) as { verdict?: string }).verdict !== "waiting") throw new Error(`not explained: ${stdout}`)
}
