import { type Hex, numberToHex } from "viem"

import { isOn } from "../../world/findInWorld.js"
import { addHook } from "../../world/hooks.js"
import type { FaultKind } from "../FaultKind.js"
import { contextOf } from "../transactions.js"
import { devnetHardfork } from "#src/devnet/chain/hardfork.js"
import type { ExecutionGas } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import { gasRules, unchangedGas } from "#src/primitives/numbers/gasRules.js"

/** The contracts do not check the gas left for the plug: a submitter can simulate with enough and send too little. */
export const outOfGas: FaultKind<"outOfGas"> = ({ chain, gas: wanted, percent = 50 }, { world, happen }) => {
  const isThere = isOn(world, chain)
  const limit: ExecutionGas = async (call, gas) => {
    if (!isThere(call.chainSlug)) return gas
    const { provider } = contextOf(world, call.chainSlug).chain
    const { from, to, data, value } = call
    const params = [
      { from, to, data, value: numberToHex(value), gas: numberToHex(gas + 100_000n) },
      "pending",
      { disableMemory: true, disableStorage: true, disableStack: true },
    ]
    const { structLogs } = (await provider.request({ method: "debug_traceCall", params })) as { structLogs: Step[] }
    const use = readUse(structLogs, value)
    if (use === undefined) return gas
    happen()
    const received = wanted ?? (use.byPlug * BigInt(Math.round(percent * 100))) / 10_000n
    // A call gets at most 63/64 of what is left.
    return use.before + received + received / 63n + 1n
  }
  return { attach: () => addHook(world.hooks.executionGas.hooks, limit) }
}

type Step = { readonly op: string; readonly depth: number; readonly gas: number | Hex }

/** Reads what the socket uses before it calls the plug, with the call itself, and what the plug uses. */
function readUse(steps: readonly Step[], value: bigint): { before: bigint; byPlug: bigint } | undefined {
  const [first] = steps
  const called = steps.findLastIndex(({ op, depth }) => depth === 1 && op === "CALL")
  const back = steps.findIndex(({ depth }, index) => index > called && depth === 1)
  const [call, after] = [steps[called], steps[back]]
  if (first === undefined || call === undefined || after === undefined || back === called + 1) return undefined
  const gasOfCall = warmCall + (value === 0n ? 0n : callWithValue)
  return {
    before: BigInt(first.gas) - BigInt(call.gas) + gasOfCall,
    byPlug: BigInt(call.gas) - BigInt(after.gas) - gasOfCall,
  }
}

const rules = gasRules[devnetHardfork]
/** The socket has looked at the plug before it calls it. */
const warmCall = BigInt(rules.account.warm)
const callWithValue = BigInt(rules.valueCall - unchangedGas.stipend)
