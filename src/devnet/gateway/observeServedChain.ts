import type { Hex } from "viem"
import {
  decodeAbiParameters,
  encodeAbiParameters,
  getAbiItem,
  getAddress,
  keccak256,
  parseAbiParameters,
  toFunctionSelector,
} from "viem/utils"

import { feesPlugArtifact, gatewaySocketArtifact } from "../artifacts/gateway.js"
import type { LocalChain } from "../chain/chains.js"
import { followLogs, type Observer } from "../chain/followLogs.js"
import { getMinedLogs } from "../chain/logs.js"
import { readCallsBehind } from "../relay/readCallsBehind.js"
import { digestOf } from "./actors/executeParams.js"
import type { ServedContracts } from "./deploy.js"
import type { GatewayFact } from "./ledger/facts.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import { createLogParser } from "#src/primitives/createLogParser.js"

export async function observeServedChain(
  chain: LocalChain,
  contracts: Pick<ServedContracts, "gatewaySocket" | "feesPlug" | "actorBatcher">,
  ledger: GatewayLedger,
  report: (error: unknown) => void,
): Promise<Observer> {
  const { gatewaySocket: socket, feesPlug } = contracts

  function decode(data: Hex): { readonly id: Hex; readonly digest: Hex } | undefined {
    if (!data.startsWith(executeSelector)) return undefined
    const [params] = decodeAbiParameters(execute.inputs, `0x${data.slice(10)}`)
    return { id: params.payloadId, digest: digestOf(params, { chainSlug: chain.slug, socket }) }
  }

  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<GatewayFact[]> {
    const logs = parseLogs(await getMinedLogs(chain, [socket, feesPlug], fromBlock, toBlock))
    const executed = logs.filter((log) => log.eventName === "PayloadExecuted")
    // The socket logs only a payload's id.
    const executions = await readCallsBehind(
      chain,
      executed.map(({ args, transactionHash }) => ({ id: args.payloadId, transactionHash })),
      { contract: socket, batcher: contracts.actorBatcher, decode },
    )
    return factsOfServedChain(chain.slug, logs, executions)
  }
  return await followLogs(chain, ledger, { readFacts, report })
}

// Viem's decodeFunctionData hashes the signature of every function of the ABI at each call, which takes longer than to decode.
const execute = getAbiItem({ abi: gatewaySocketArtifact.abi, name: "execute" })
const executeSelector = toFunctionSelector(execute)

type ParsedLog = ReturnType<typeof parseLogs>[number]

const parseLogs = createLogParser([...gatewaySocketArtifact.abi, ...feesPlugArtifact.abi])

function factsOfServedChain(
  chainSlug: number,
  logs: readonly ParsedLog[],
  executions: ReadonlyMap<Hex, { readonly digest: Hex }>,
): GatewayFact[] {
  return logs.flatMap((log): GatewayFact[] => {
    const { transactionHash: txHash, logIndex } = log
    switch (log.eventName) {
      case "PayloadExecuted": {
        const { payloadId, returnData, gasUsed } = log.args
        const digest = executions.get(payloadId)?.digest
        // A transaction that the chain has dropped meanwhile is no fact of it.
        if (digest === undefined) return []
        return [{ kind: "executed", payloadId, execution: { txHash, returnData, gasUsed }, digest }]
      }
      case "AppGatewayCallRequested": {
        const { triggerId, appGatewayId, plug, payload } = log.args
        const appGateway = getAddress(`0x${appGatewayId.slice(-40)}`)
        return [{ kind: "triggered", trigger: { triggerId, appGateway, chainSlug, plug, payload }, txHash }]
      }
      case "FeesDeposited": {
        const depositId = keccak256(encodeAbiParameters(depositIdTypes, [chainSlug, txHash, BigInt(logIndex)]))
        return [{ kind: "deposited", deposit: { ...log.args, depositId, chainSlug } }]
      }
      case "ExecutionSuccess":
      case "FeesDistributed":
      case "FeesWithdrawn":
      case "PlugConnected":
      case "TokenWhitelisted":
        return []
    }
  })
}

const depositIdTypes = parseAbiParameters("uint32 chainSlug, bytes32 txHash, uint256 logIndex")
