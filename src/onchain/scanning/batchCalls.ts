import { setImmediate } from "node:timers/promises"

import { type Address, type Client, createClient, custom, type Hex, numberToHex } from "viem"
import { call } from "viem/actions"
import { isHex } from "viem/utils"

import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

type Question = { readonly method: string; readonly params?: unknown }

/**
 * Bytes of calls that are made together. Their answers come back as the code of a contract, which has 24,576 bytes at most: one word of each
 * of 150 calls with one argument.
 */
const batchSize = 5_400

/** How much more gas than one of them calls have together, where it is limited. Views need little of their limit. */
const gasFactor = 10n

/**
 * Makes the calls of a contract that are asked for at the same time with one request. No contract has to be deployed for that. A call that
 * fails in it is made again alone, and so is each where a node refuses them together. Calls of several contracts are not made together: what
 * one changes, which it can in a call of a view, the next would see.
 *
 * @param client one without actions of its own, which would go past this
 */
export function batchCalls(client: Client): Client {
  const { chain, pollingInterval } = client
  const multicall = { batchSize, deployless: true, wait: 0 }
  const batching = ({ to, gas }: SharedCall): Client => {
    const limit = (asked: Question): Question => {
      const [shared, ...others] = asked.params as readonly object[]
      return { ...asked, params: [{ ...shared, gas: numberToHex(BigInt(gas ?? 0) * gasFactor) }, ...others] }
    }
    const request = async (asked: Question): Promise<unknown> =>
      await client.request((gas === undefined ? asked : limit(asked)) as never)
    // What has another id is not made together. No contract may name a server to ask.
    return {
      ...client,
      uid: `${client.uid} ${to.toLowerCase()} ${gas ?? ""}`,
      request,
      batch: { multicall },
      ccipRead: false,
    } as Client
  }
  const groups = new Map<string, { size: number }>()
  const hasOthers = async ({ to, gas }: SharedCall): Promise<boolean> => {
    const key = `${to.toLowerCase()} ${gas ?? ""}`
    const group = getOrAdd(groups, key, () => ({ size: 0 }))
    group.size += 1
    await setImmediate()
    groups.delete(key)
    return group.size > 1
  }
  const request = async (question: Question): Promise<unknown> => {
    const shared = readCall(question)
    if (shared !== undefined && (await hasOthers(shared))) {
      const { data } = await call(batching(shared), shared.asked).catch(() => ({ data: undefined }))
      if (data !== undefined) return data
    }
    return await client.request(question as never)
  }
  return createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
}

type SharedCall = { readonly to: Address; readonly gas?: Hex | undefined; readonly asked: Parameters<typeof call>[1] }

/** A call that is the same whoever makes it. */
function readCall({ method, params }: Question): SharedCall | undefined {
  if (method !== "eth_call" || !Array.isArray(params) || params.length !== 2) return undefined
  const [asked, block] = params as [{ readonly to?: Address; readonly data?: Hex; readonly gas?: Hex }, unknown]
  const { to, data, gas } = asked
  const isPlain = Object.keys(asked).every((key) => ["to", "data", "gas"].includes(key))
  if (to === undefined || data === undefined || !isPlain) return undefined
  if (isHex(block)) return { to, gas, asked: { to, data, blockNumber: BigInt(block) } }
  return block === "latest" || block === "pending" ? { to, gas, asked: { to, data, blockTag: block } } : undefined
}
