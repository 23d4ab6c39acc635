import { hexToBigInt, numberToHex } from "viem"

import { chainOf } from "../../world/findInWorld.js"
import { addHook, readBlock } from "../../world/hooks.js"
import type { FaultKind } from "../FaultKind.js"
import { beforeCallOfTest } from "../transactions.js"

export const risingGasPrice: FaultKind<"risingGasPrice"> = ({ chain, percent }, context) => {
  const { request } = context.world.hooks.chains.of(chain)
  return beforeCallOfTest(chain, context, async () => {
    const now = hexToBigInt((await readBlock({ request }, "pending")).baseFeePerGas)
    const raised = now + (now * BigInt(Math.round(percent * 1_000))) / 100_000n
    await request({ method: "hardhat_setNextBlockBaseFeePerGas", params: [numberToHex(raised)] })
  })
}

/** The actors send nothing to a chain that has stopped: they would wait for it, and so would a test that waits for them. */
export const stoppedChain: FaultKind<"stoppedChain"> = ({ chain: name }, { world, happen, happened }) => {
  const chain = chainOf(world, name)
  const { hooks, request } = world.hooks.chains.of(name)
  const setMining = (isOn: boolean) => request({ method: "evm_setAutomine", params: [isOn] })
  let isStopped = false
  return {
    interceptor: { choose: (_stage, chainSlug, items) => (chainSlug === chain.slug ? [] : items) },
    attach() {
      // In a process before this one, where nothing has happened yet in this.
      isStopped ||= happened() > 0
      const detach = addHook(hooks, async (call, forward) => {
        if (!isStopped) return await forward()
        if (call.method === "evm_mine" || call.method === "hardhat_mine") {
          happen()
          return true
        }
        if (call.method.startsWith("eth_send")) {
          happen()
          // Again each time, because no chain keeps this setting for a snapshot.
          await setMining(false)
        }
        return await forward()
      })
      return () => {
        detach()
        void setMining(true)
      }
    },
    // What an actor has sent is mined before, or it would wait for it, and so would a test that waits for the actor.
    begin: () =>
      world.relay.hold(async () => {
        isStopped = true
        await setMining(false)
      }),
    async undo() {
      await setMining(true)
      await chain.testClient.mine({ blocks: 1 })
    },
  }
}

/** A chain's clock cannot go behind its newest block: it then stands still until the other clocks have moved on by as much as it lacks. */
export const skewedClock: FaultKind<"skewedClock"> = ({ chain: name, seconds }, { world, happen }) => {
  const { testClient } = chainOf(world, name)
  const shift = async (by: number): Promise<void> => {
    world.chainTime.shift(name, by)
    await testClient.mine({ blocks: 1 })
  }
  return {
    async begin() {
      await shift(seconds)
      happen()
    },
    undo: () => shift(-seconds),
  }
}
