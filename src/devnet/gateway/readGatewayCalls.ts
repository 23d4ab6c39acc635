import type { Address, Hex } from "viem"
import { decodeFunctionData, getAbiItem, isAddressEqual, toFunctionSelector } from "viem/utils"

import { actorBatcherArtifact } from "../artifacts/ActorBatcher.js"
import { gatewaySocketArtifact } from "../artifacts/GatewaySocket.js"
import { watcherArtifact } from "../artifacts/Watcher.js"
import type { LocalChain } from "../chain/chains.js"
import { type IdentifiedLog, readCallsBehind } from "../chain/readCallsBehind.js"
import { digestOf } from "./actors/executeParams.js"
import type { Trigger } from "./ledger/Trigger.js"

/** A call of a contract of the gateway, and the batcher of the actor that makes it. */
type Contracts = { readonly contract: Address; readonly batcher: Address }

/** Reads the digest of each payload that was executed. The socket logs only a payload's id. */
export async function readExecutions(
  chain: Pick<LocalChain, "provider" | "slug">,
  contracts: Contracts,
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, { readonly id: Hex; readonly digest: Hex }>> {
  return await readBatchedCalls(chain, contracts, logs, (data) => {
    if (!data.startsWith(executeSelector)) return undefined
    const { functionName, args } = decodeFunctionData({ abi: gatewaySocketArtifact.abi, data })
    if (functionName !== "execute") return undefined
    const [params] = args
    return { id: params.payloadId, digest: digestOf(params, { chainSlug: chain.slug, socket: contracts.contract }) }
  })
}

/** Reads each trigger that was handled. The watcher contract logs only its id and app gateway. */
export async function readTriggers(
  chain: Pick<LocalChain, "provider">,
  contracts: Contracts,
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, Trigger & { readonly id: Hex }>> {
  return await readBatchedCalls(chain, contracts, logs, (data) => {
    if (!data.startsWith(triggerSelector)) return undefined
    const { functionName, args } = decodeFunctionData({ abi: watcherArtifact.abi, data })
    if (functionName !== "callAppGateway") return undefined
    const [triggerId, appGateway, chainSlug, plug, payload] = args
    return { id: triggerId, triggerId, appGateway, chainSlug, plug, payload }
  })
}

const executeSelector = toFunctionSelector(getAbiItem({ abi: gatewaySocketArtifact.abi, name: "execute" }))
const triggerSelector = toFunctionSelector(getAbiItem({ abi: watcherArtifact.abi, name: "callAppGateway" }))

async function readBatchedCalls<Call extends { readonly id: Hex }>(
  chain: Pick<LocalChain, "provider">,
  { contract, batcher }: Contracts,
  logs: readonly IdentifiedLog[],
  decode: (data: Hex) => Call | undefined,
): Promise<ReadonlyMap<Hex, Call>> {
  return await readCallsBehind(chain, logs, {
    contract,
    batcher,
    decode,
    decodeBatch(data) {
      const { functionName, args } = decodeFunctionData({ abi: actorBatcherArtifact.abi, data })
      if (functionName !== "tryAll") return []
      return args[0].flatMap((call) => (isAddressEqual(call.to, contract) ? (decode(call.data) ?? []) : []))
    },
  })
}
