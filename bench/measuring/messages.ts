import { encodeFunctionData, type Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { Devnet, DevnetChain } from "#src/devnet/index.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

type AnyDevnet = Devnet<"alpha" | "beta", boolean, boolean>

/** Deploys a counter on each chain, and returns what sends a message from alpha to beta, in a transaction of an account of the node. */
export async function createSender(devnet: AnyDevnet): Promise<() => Promise<Hex>> {
  const { alpha, beta }: Record<"alpha" | "beta", DevnetChain<boolean>> = devnet.chains
  const counters = await deployConnected(devnet, counterArtifact)
  const from = alpha.accounts[0]
  const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
  const transaction = { from, to: counters["alpha"], data, value: "0x16345785d8a0000", gas: "0x493e0" }
  return async () => (await alpha.provider.request({ method: "eth_sendTransaction", params: [transaction] })) as Hex
}

/** Counts the messages that are delivered from now on. */
export function countDelivered(devnet: Pick<AnyDevnet, "onMessage">): Disposable & {
  /** Resolves once so many were delivered. */
  readonly reached: (count: number) => Promise<void>
} {
  let delivered = 0
  let onDelivery: (() => void) | undefined
  const stop = devnet.onMessage(({ status }) => {
    if (status !== "EXECUTION_SUCCESS") return
    delivered += 1
    onDelivery?.()
  })
  return {
    reached: (count) =>
      new Promise((resolve) => {
        onDelivery = () => {
          if (delivered >= count) resolve()
        }
        onDelivery()
      }),
    [Symbol.dispose]: stop,
  }
}
