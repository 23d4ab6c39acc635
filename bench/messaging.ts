import { encodeFunctionData, type Hex } from "viem"

import { counterArtifact } from "../src/devnet/artifacts/Counter.js"
import { startDevnet } from "../src/devnet/index.js"
import { deployConnected } from "../test/fixtures/worlds/plugs.js"
import { watchDevnet } from "../test/fixtures/worlds/watchDevnet.js"
import { measure, printFigure } from "./measure.js"

/** Measures messaging on local chains, and prints each figure beside its bound. */
export async function messagingFigures(): Promise<void> {
  await using devnet = await startDevnet()
  const { alpha, beta } = devnet.chains
  const counters = await deployConnected(devnet, counterArtifact)
  const from = alpha.accounts[0]
  const add = async (): Promise<void> => {
    const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
    const transaction = { from, to: counters["alpha"], data, value: "0x16345785d8a0000" as Hex, gas: "0x493e0" as Hex }
    await alpha.provider.request({ method: "eth_sendTransaction", params: [transaction] })
  }

  const delivery = await measure("delivery", 100, async () => {
    const watch = watchDevnet(devnet)
    await add()
    await watch.reached("EXECUTION_SUCCESS")
    watch.stop()
  })
  printFigure("send to delivered", { value: delivery.p50, unit: "ms", bound: 30, atMost: true })

  const messages = 500
  const burst = await measure(
    "burst",
    5,
    async () => {
      const watch = watchDevnet(devnet)
      await Promise.all(Array.from({ length: messages }, add))
      await watch.reached("EXECUTION_SUCCESS", messages)
      watch.stop()
    },
    { warmupIterations: 1 },
  )
  printFigure(`${messages} messages, each its own transaction`, {
    value: messages / (burst.p50 / 1000),
    unit: "a second",
    bound: 150,
    atMost: false,
  })
}
