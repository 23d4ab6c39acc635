import type { Abi, Address, Hex } from "viem"
import { parseAbi } from "viem/utils"

import {
  asyncDeployerArtifact,
  contractFactoryArtifact,
  feesManagerArtifact,
  feesPlugArtifact,
  forwarderArtifact,
  gatewaySocketArtifact,
  watcherArtifact,
} from "../../artifacts/gateway.js"
import type { Attempt, GatewayViews, PayloadRecord, RequestRecord } from "../../gateway/ledger/types.js"
import {
  givenUpStatuses,
  hasReached,
  isPayloadResolved,
  payloadCallTypes,
  type PayloadStatus,
} from "#src/gateway/states.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** In every published shape at once, because each client reads only its own lists: under either name, and by writes and reads. */
export function requestOnTheWire(request: RequestRecord, context: WireContext): object {
  const { status, requestCount, openedBy, feePoolChain, feePoolToken, maxFees, fee } = request
  const payloads = request.payloads.map((payload) => ({
    isRead: payload.callType === "READ",
    onTheWire: payloadOnTheWire(payload, context),
  }))
  const all = payloads.map(({ onTheWire }) => onTheWire)
  const fees = {
    feePoolChain,
    feePoolToken,
    maxFees: formatAmount(maxFees, creditDecimals),
    fee: formatAmount(fee, creditDecimals),
  }
  return {
    status,
    requestCount,
    openedBy: openedBy ?? null,
    writePayloads: payloads.flatMap(({ isRead, onTheWire }) => (isRead ? [] : [onTheWire])),
    readPayloads: payloads.flatMap(({ isRead, onTheWire }) => (isRead ? [onTheWire] : [])),
    Payloads: all,
    payloads: all,
    feeInfo: fees,
    feesInfo: fees,
  }
}

/** Decimals of a credit, the same as of the token that is paid for it. */
const creditDecimals = 18

/** What a payload's record does not have itself. */
export type WireContext = {
  readonly views: Pick<GatewayViews, "deployedBy" | "hasForwarder">
  /** Returns the address that the forwarder of a contract has, or will have. */
  readonly forwarderOf: (chainSlug: number, onChainAddress: Address) => Address
}

/** In every published shape at once. A read has no finalize part, because no published read has. */
function payloadOnTheWire(record: PayloadRecord, context: WireContext): object {
  const { status, finalized, executed, resolved, executionAttempt, callbackAttempt } = record
  const callbackTxHash = resolved?.txHash ?? null
  return {
    payloadId: record.payloadId,
    requestCount: record.requestCount,
    batchCount: record.batchCount,
    chainSlug: record.chainSlug,
    target: record.target,
    payload: record.callData,
    callType: record.callType,
    ...(record.callType === "READ"
      ? {}
      : {
          finalizeDetails: {
            finalizeTxHash: finalized?.txHash ?? null,
            finalizeStatus: statusUpTo("FINALIZED", status),
          },
          proofUploadDetails: {
            proofUploadStatus: finalized === undefined ? "NO" : "PROOF_UPLOADED",
            proofUploadTxHash: finalized?.txHash ?? null,
          },
        }),
    executeDetails: {
      isExecuted: executed !== undefined,
      executeTxHash: executed?.txHash ?? null,
      executionStatus: status,
      executeStatus: executeStatusOf(record),
      returnData: executed?.returnData ?? "",
      callbackTxHash,
    },
    callBackDetails: { callbackTxHash, callbackStatus: callbackStatusOf(record) },
    simulationDetails: {
      executeSimulationStatus: executionAttempt.outcome,
      executeRevertString: revertOnTheWire(executionAttempt) ?? "",
      callbackSimulationStatus: callbackAttempt.outcome,
      callbackRevertString: revertOnTheWire(callbackAttempt) ?? "",
    },
    ...(record.callType === "DEPLOY" ? deploymentOnTheWire(record, context) : {}),
    ...(record.isGivenUp ? { isGivenUp: true } : {}),
  }
}

/** The status of a payload's finalization or execution: never past it. */
function statusUpTo(last: "FINALIZED" | "EXECUTED", status: PayloadStatus): PayloadStatus {
  return hasReached(status, last) ? last : status
}

function executeStatusOf({ status, isGivenUp, executed }: PayloadRecord): string {
  return isGivenUp && executed === undefined ? givenUpStatuses.execution : statusUpTo("EXECUTED", status)
}

function callbackStatusOf({ status, isGivenUp, executed }: PayloadRecord): string {
  if (isGivenUp && executed !== undefined) return givenUpStatuses.callback
  return hasReached(status, "PROMISE_RESOLVING") ? status : "NO"
}

/**
 * Formats what a payload deploys, under both names. The addresses are zero until the contract is deployed, because the forwarder's is
 * derived from it. A payload that deploys nothing has neither: public scripts take its presence for a deployment.
 */
function deploymentOnTheWire(record: PayloadRecord, { views, forwarderOf }: WireContext): object {
  const onChainAddress = views.deployedBy(record)
  const deployed =
    onChainAddress === undefined
      ? { onChainAddress: zeroAddress, forwarderAddress: zeroAddress, isForwarderDeployed: false }
      : {
          onChainAddress,
          forwarderAddress: forwarderOf(record.chainSlug, onChainAddress),
          isForwarderDeployed: views.hasForwarder(record.chainSlug, onChainAddress),
        }
  return { appGatewayDetails: deployed, deployerDetails: deployed }
}

/** For `/payload`. What the devnet's payloads lack is zero: a deadline, a promise contract, digests of earlier payloads. */
export function payloadDetailsOnTheWire(
  record: PayloadRecord,
  { switchboard }: { readonly switchboard: Address },
): object {
  const { payloadId, status, since, createdAt, options, finalized, executed, resolved } = record
  const counter = counterOf(payloadId)
  return {
    id: counter,
    payloadId,
    requestCount: record.requestCount,
    batchCount: record.batchCount,
    payloadCount: counter,
    asyncPromise: zeroAddress,
    chainSlug: record.chainSlug,
    target: record.target,
    payload: record.callData,
    value: String(options.value),
    appGateway: record.appGateway,
    deadline: 0,
    isParallel: options.isParallel,
    writeFinality: options.writeFinality,
    readAt: String(options.readAtBlockNumber),
    finalizeTxHash: finalized?.txHash ?? null,
    finalizeStatus: statusUpTo("FINALIZED", status),
    isFinalized: finalized !== undefined,
    executeTxHash: executed?.txHash ?? null,
    executeStatus: executeStatusOf(record),
    isExecuted: executed !== undefined,
    executeSimulationStatus: record.executionAttempt.outcome,
    executeRevertString: revertOnTheWire(record.executionAttempt) ?? "",
    callbackTxHash: resolved?.txHash ?? null,
    callbackStatus: callbackStatusOf(record),
    callbackSimulationStatus: record.callbackAttempt.outcome,
    callbackRevertString: revertOnTheWire(record.callbackAttempt) ?? "",
    isCallbackCompleted: isPayloadResolved(status),
    // A chain knows only reads and writes: a deployment is a write.
    callType: payloadCallTypes.indexOf(record.callType === "READ" ? "READ" : "WRITE"),
    returnData: executed?.returnData ?? "",
    proof: finalized?.proof ?? "0x",
    gasLimit: String(options.gasLimit),
    estimatedGasLimit: String(executed?.gasUsed ?? options.gasLimit),
    digest: finalized?.digest ?? zeroHash,
    switchboard,
    prevDigestsHash: zeroHash,
    ...(record.isGivenUp ? { isGivenUp: true } : {}),
    createdAt: new Date(createdAt * 1000).toISOString(),
    // The clock of the machine can be behind the chain's.
    updatedAt: new Date(Math.max(createdAt * 1000, since)).toISOString(),
  }
}

/** An error of the compiler or of the gateway is text, any other is revert data. `undefined` if the attempt did not fail. */
export function revertOnTheWire({ outcome, revertData }: Attempt): string | undefined {
  if (outcome !== "SIMULATION_FAILED") return undefined
  const data = revertData ?? "0x"
  const { name, reason } = decodeRevertData(data, [gatewayErrorsAbi])
  // An empty reason would look as if nothing had reverted.
  return name === undefined || reason === "" ? data : reason
}

const contracts = [
  watcherArtifact,
  feesManagerArtifact,
  asyncDeployerArtifact,
  forwarderArtifact,
  gatewaySocketArtifact,
  contractFactoryArtifact,
  feesPlugArtifact,
]

const errorsOfBases = [
  "error InvalidPromise()",
  "error OnlyWatcher()",
  "error WatcherNotSet()",
  "error AppGatewayAlreadyInitialized()",
  "error InvalidAddressResolver(address addressResolver)",
  "error NoCreationCode(bytes32 contractId)",
  "error PlugNotDeployed(bytes32 contractId, uint32 chainSlug)",
  "error NotSocket()",
  "error SocketAlreadyInitialized()",
]

/** The errors of the gateway's own contracts, and of the base contracts that app gateways and their contracts inherit. */
export const gatewayErrorsAbi: Abi = [
  ...contracts.flatMap(({ abi }) => abi.filter(({ type }) => type === "error")),
  ...parseAbi(errorsOfBases),
]

/** Returns the last 64 bits of the id of a payload or a timeout, which are the watcher contract's counter. */
export function counterOf(id: Hex): number {
  return Number(BigInt.asUintN(64, BigInt(id)))
}
