import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { encodeFunctionData, type Hex } from "viem"

import { counterArtifact } from "../src/devnet/artifacts/Counter.js"
import { startDevnet } from "../src/devnet/index.js"
import { deployConnected } from "../test/fixtures/worlds/plugs.js"
import { watchDevnet } from "../test/fixtures/worlds/watchDevnet.js"

// Prints how much memory a devnet takes while it delivers messages, each sent by a transaction of its own.
//
//   npx hardhat run --no-compile bench/memory.ts
//   MESSAGES=100000 npx hardhat run --no-compile bench/memory.ts

const messages = Number(process.env["MESSAGES"] ?? 10_000)
const burst = 500
const mebibyte = 1024 * 1024

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

await using devnet = await startDevnet()
const { alpha, beta } = devnet.chains
const counters = await deployConnected(devnet, counterArtifact)
const from = alpha.accounts[0]
const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
const transaction = { from, to: counters["alpha"], data, value: "0x16345785d8a0000" as Hex, gas: "0x493e0" as Hex }
const add = () => alpha.provider.request({ method: "eth_sendTransaction", params: [transaction] })

console.log("messages   resident MiB   of JavaScript   a message kB   of JavaScript   messages a second")
const start = measure()
let before = performance.now()
for (let sent = burst; sent <= messages; sent += burst) {
  const watch = watchDevnet(devnet)
  await Promise.all(Array.from({ length: burst }, add))
  await watch.reached("EXECUTION_SUCCESS", burst)
  watch.stop()
  if (sent % Math.max(burst, messages / 10) !== 0) continue
  const elapsed = performance.now() - before
  const now = measure()
  const perMessage = (bytes: number) => (bytes / sent / 1000).toFixed(1).padStart(12)
  console.log(
    String(sent).padStart(8),
    (now.resident / mebibyte).toFixed(0).padStart(14),
    (now.ours / mebibyte).toFixed(1).padStart(15),
    perMessage(now.resident - start.resident).padStart(14),
    perMessage(now.ours - start.ours).padStart(15),
    ((Math.max(burst, messages / 10) * 1000) / elapsed).toFixed(0).padStart(19),
  )
  before = performance.now()
}

/** Bytes, after everything that is no longer needed has gone. */
function measure(): { resident: number; ours: number } {
  collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { resident: rss, ours: heapUsed + external }
}
