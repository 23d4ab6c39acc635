import type { Hash, Hex } from "viem"
import { encodeAbiParameters, getAddress, keccak256, parseAbiParameters } from "viem/utils"

import { createLogParser } from "../../primitives/createLogParser.js"
import { feesPlugArtifact } from "../artifacts/FeesPlug.js"
import { gatewaySocketArtifact } from "../artifacts/GatewaySocket.js"
import type { LocalChain } from "../chain/chains.js"
import { followLogs, type Observer } from "../chain/followLogs.js"
import { getMinedLogs } from "../chain/logs.js"
import type { ServedContracts } from "./deploy.js"
import type { GatewayFact } from "./ledger/facts.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import { readExecutions } from "./readGatewayCalls.js"

/** Keeps the gateway's ledger up to date with a chain that app gateways deploy to. */
export async function observeServedChain(
  chain: LocalChain,
  contracts: Pick<ServedContracts, "gatewaySocket" | "feesPlug" | "actorBatcher">,
  ledger: GatewayLedger,
  report: (error: unknown) => void,
): Promise<Observer> {
  const emitters = [contracts.gatewaySocket, contracts.feesPlug]
  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<GatewayFact[]> {
    const logs = parseLogs(await getMinedLogs(chain, emitters, fromBlock, toBlock))
    const executed = logs.filter((log) => log.eventName === "PayloadExecuted")
    const executions = await readExecutions(
      chain,
      { contract: contracts.gatewaySocket, batcher: contracts.actorBatcher },
      executed.map(({ args, transactionHash }) => ({ id: args.payloadId, transactionHash })),
    )
    return factsOfServedChain(chain.slug, logs, executions)
  }
  return await followLogs(chain, ledger, { readFacts, report })
}

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
        const depositId = depositIdOf(chainSlug, txHash, logIndex)
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

function depositIdOf(chainSlug: number, txHash: Hash, logIndex: number): Hex {
  const types = parseAbiParameters("uint32 chainSlug, bytes32 txHash, uint256 logIndex")
  return keccak256(encodeAbiParameters(types, [chainSlug, txHash, BigInt(logIndex)]))
}
