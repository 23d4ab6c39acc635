import type { Address, Hex } from "viem"
import { decodeAbiParameters, getAbiItem, toFunctionSelector } from "viem/utils"

import { gatewaySocketArtifact } from "../artifacts/GatewaySocket.js"
import { watcherArtifact } from "../artifacts/Watcher.js"
import type { LocalChain } from "../chain/chains.js"
import { type IdentifiedLog, readCallsBehind } from "../relay/readCallsBehind.js"
import { digestOf } from "./actors/executeParams.js"
import type { Trigger } from "./ledger/types.js"

/** A call of a contract of the gateway, and the batcher of the actor that makes it. */
type Contracts = { readonly contract: Address; readonly batcher: Address }

/** Reads the digest of each payload that was executed. The socket logs only a payload's id. */
export async function readExecutions(
  chain: Pick<LocalChain, "provider" | "slug">,
  contracts: Contracts,
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, { readonly id: Hex; readonly digest: Hex }>> {
  return await readCallsBehind(chain, logs, {
    ...contracts,
    decode: (data) => {
      if (!data.startsWith(executeSelector)) return undefined
      const [params] = decodeAbiParameters(execute.inputs, argumentsIn(data))
      return { id: params.payloadId, digest: digestOf(params, { chainSlug: chain.slug, socket: contracts.contract }) }
    },
  })
}

/** Reads each trigger that was handled. The watcher contract logs only its id and app gateway. */
export async function readTriggers(
  chain: Pick<LocalChain, "provider">,
  contracts: Contracts,
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, Trigger & { readonly id: Hex }>> {
  return await readCallsBehind(chain, logs, {
    ...contracts,
    decode: (data) => {
      if (!data.startsWith(triggerSelector)) return undefined
      const [triggerId, appGateway, chainSlug, plug, payload] = decodeAbiParameters(trigger.inputs, argumentsIn(data))
      return { id: triggerId, triggerId, appGateway, chainSlug, plug, payload }
    },
  })
}

// Viem's decodeFunctionData hashes the signature of every function of the ABI at each call, which takes longer than to decode.
const execute = getAbiItem({ abi: gatewaySocketArtifact.abi, name: "execute" })
const trigger = getAbiItem({ abi: watcherArtifact.abi, name: "callAppGateway" })
const [executeSelector, triggerSelector] = [toFunctionSelector(execute), toFunctionSelector(trigger)]

function argumentsIn(data: Hex): Hex {
  return `0x${data.slice(10)}`
}
