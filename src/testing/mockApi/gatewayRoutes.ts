import type { Address, Hex } from "viem"

import {
  type CallType,
  type DeploymentStatus,
  hasReached,
  payloadCallTypes,
  type PayloadStatus,
  type TimeoutStatus,
  type TransactionStatus,
  type TriggerStatus,
} from "../../gateway/states.js"
import { defineRoute, type MockRoute, type Step } from "./MockRoute.js"
import { mockAddresses, mockChains, mockHash } from "./mockIds.js"

/** What the gateway API answers about one thing. */
export type GatewayEntry =
  /** The request of a transaction of the gateway chain: its state, or those of its payloads. */
  | {
      readonly txHash: Hex
      readonly states: readonly Step<TransactionStatus | readonly MockPayload[]>[]
      /** What its payloads do, in order. Default: each writes. */
      readonly callTypes?: readonly CallType[] | undefined
      readonly shape?: RequestShape | undefined
    }
  | { readonly payloadId: Hex; readonly states: readonly Step<PayloadStatus>[] }
  /** The trigger of a transaction. */
  | { readonly triggerTxHash: Hex; readonly states: readonly Step<TriggerStatus>[] }
  /** A timeout, by any of what it can be asked for by. */
  | {
      readonly timeout: {
        readonly timeoutId?: string | undefined
        readonly txHash?: Hex | undefined
        readonly target?: Address | undefined
      }
      readonly states: readonly Step<TimeoutStatus>[]
    }
  /** A contract that an app gateway deploys. */
  | {
      readonly contractId: Hex
      readonly appGatewayAddress?: Address | undefined
      readonly chainSlug?: number | undefined
      readonly states: readonly Step<DeploymentStatus>[]
    }
  /** The forwarder of a contract: whether it is deployed. */
  | {
      readonly onChainAddress: Address
      readonly chainSlug?: number | undefined
      readonly isDeployed: readonly Step<boolean>[]
    }

/** Makes the routes of the gateway API. */
export function gatewayRoutes(entries: readonly GatewayEntry[]): MockRoute[] {
  return entries.map((entry) => {
    if ("txHash" in entry) return requestRoute(entry)
    if ("payloadId" in entry) return payloadRoute(entry)
    if ("triggerTxHash" in entry) return triggerRoute(entry)
    if ("timeout" in entry) return timeoutRoute(entry)
    return "contractId" in entry ? addressesRoute(entry) : forwarderRoute(entry)
  })
}

type Entry<Key extends string> = Extract<GatewayEntry, Readonly<Record<Key, unknown>>>

const none = { apiStatus: "SUCCESS", status: "SUCCESS", response: [] } as const
const list = (entry: object): object => ({ ...none, response: [entry] })

function requestRoute({ txHash, states, callTypes = [], shape = "both" }: Entry<"txHash">): MockRoute {
  const lists = states.map((step) => (typeof step === "object" && "status" in step ? step.status : step))
  const count = Math.max(1, callTypes.length, ...lists.map((state) => (Array.isArray(state) ? state.length : 0)))
  return defineRoute<TransactionStatus | readonly MockPayload[]>({
    api: "gateway",
    paths: ["/getDetailsByTxHash"],
    query: { txHash },
    about: `the requests of ${txHash}`,
    steps: states,
    unknown: none,
    body: (state, fields) => requestAt(state, { txHash, count, callTypes, shape, fields }),
  })
}

function payloadRoute({ payloadId, states }: Entry<"payloadId">): MockRoute {
  return defineRoute<PayloadStatus>({
    api: "gateway",
    paths: ["/payload"],
    query: { payloadId },
    about: `the payload ${payloadId}`,
    steps: states,
    body: (status, fields) => ({ status: "SUCCESS", response: { ...payloadDetailsAt(status, payloadId), ...fields } }),
  })
}

function triggerRoute({ triggerTxHash: txHash, states }: Entry<"triggerTxHash">): MockRoute {
  const { appGateway, target: plug } = mockAddresses
  return defineRoute<TriggerStatus>({
    api: "gateway",
    paths: ["/trigger", "/inbox"],
    query: { txHash },
    about: `the triggers of ${txHash}`,
    steps: states,
    unknown: none,
    body: (status, fields) =>
      list({
        status,
        onChainTxHash: txHash,
        callId: mockHash(`trigger ${txHash}`),
        chainSlug: mockChains.source,
        plug,
        payload: { appGateway, payload: "0x", params: "0x" },
        ExecutionDetails: {
          appGatewayTxHash: status === "Executed" ? mockHash(`handled ${txHash}`) : null,
          simulationStatus: status === "Reverting" ? "SIMULATION_FAILED" : "NO",
          revertString: status === "Reverting" ? "mocked revert" : null,
        },
        ...fields,
      }),
  })
}

function timeoutRoute({ timeout, states }: Entry<"timeout">): MockRoute {
  const text = Object.values(timeout).join(", ")
  const {
    timeoutId = mockHash(`timeout ${text}`),
    target = mockAddresses.appGateway,
    txHash = mockHash(text),
  } = timeout
  return defineRoute<TimeoutStatus>({
    api: "gateway",
    paths: ["/timeout"],
    query: timeout,
    about: `the timeouts of ${text}`,
    steps: states,
    unknown: none,
    body(status, fields) {
      const isResolved = status === "RESOLVED"
      return list({
        id: 1,
        timeoutId,
        target,
        payload: "0x",
        executeAt: 1_767_225_600,
        executedAt: isResolved ? 1_767_225_601 : null,
        isResolved: isResolved ? true : null,
        status,
        resolveTxHash: isResolved ? mockHash(`resolved ${text}`) : null,
        simulationStatus: "NO",
        revertString: null,
        originTxHash: txHash,
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: "2026-01-01T00:00:00.000Z",
        ...fields,
      })
    },
  })
}

function addressesRoute({ contractId, appGatewayAddress, chainSlug, states }: Entry<"contractId">): MockRoute {
  return defineRoute<DeploymentStatus>({
    api: "gateway",
    paths: ["/getAddresses"],
    query: { contractId, appGatewayAddress, chainSlug },
    about: `the addresses of the contract ${contractId}`,
    steps: states,
    body: (status, fields) => ({
      onchain: {
        chainSlug: chainSlug ?? mockChains.source,
        deployedContract: status === "IN_PROGRESS" ? mockAddresses.none : mockAddresses.target,
      },
      offchain: {
        forwarder: status === "IN_PROGRESS" ? mockAddresses.none : mockAddresses.forwarder,
        contractId,
      },
      ...fields,
    }),
  })
}

function forwarderRoute({ onChainAddress, chainSlug, isDeployed: steps }: Entry<"onChainAddress">): MockRoute {
  return defineRoute<boolean>({
    api: "gateway",
    paths: ["/getForwarderAddress"],
    query: { onChainAddress, chainSlug },
    about: `the forwarder of ${onChainAddress}`,
    steps,
    body: (isDeployed, fields) => ({
      chainSlug: chainSlug ?? mockChains.source,
      onChainAddress,
      forwarderAddress: mockAddresses.forwarder,
      isDeployed,
      ...fields,
    }),
  })
}

/** The shapes that requests were published in. */
export type RequestShape =
  /** As in the API's reference: one list `Payloads`, and `feesInfo`. */
  | "older"
  /** As public scripts read it: `writePayloads`, `readPayloads` and `feeInfo`. */
  | "newer"
  /** With the fields of both. */
  | "both"

type RequestOptions = {
  readonly txHash: Hex
  /** How many payloads it has where a state does not say it. */
  readonly count: number
  readonly callTypes: readonly CallType[]
  readonly shape: RequestShape
  readonly fields: Readonly<Record<string, unknown>>
}

/** A response of `/getDetailsByTxHash` with one request. */
function requestAt(
  state: TransactionStatus | readonly MockPayload[],
  { txHash, count, callTypes, shape, fields }: RequestOptions,
): object {
  const payloads =
    typeof state === "string" ? Array.from({ length: count }, (): MockPayload => payloadIn[state]) : [...state]
  const listed = (isOlder: boolean) =>
    payloads.map((payload, index) => {
      const callType = callTypes[index] ?? "WRITE"
      const payloadId = mockHash(`payload ${txHash} ${index}`)
      return { isRead: callType === "READ", onTheWire: payloadAt(payload, { payloadId, callType, isOlder }) }
    })
  const fees = { feePoolChain: mockChains.source, feePoolToken: mockAddresses.token, maxFees: "0.1", fee: "0.01" }
  const older = { Payloads: listed(true).map(({ onTheWire }) => onTheWire), feesInfo: fees }
  const newer = {
    requestCount: 1,
    writePayloads: listed(false).flatMap(({ isRead, onTheWire }) => (isRead ? [] : [onTheWire])),
    readPayloads: listed(false).flatMap(({ isRead, onTheWire }) => (isRead ? [onTheWire] : [])),
    feeInfo: fees,
  }
  const request = {
    status: typeof state === "string" ? state : statusOfAll(payloads),
    ...(shape === "newer" ? {} : older),
    ...(shape === "older" ? {} : newer),
    ...fields,
  }
  return {
    ...(shape === "newer" ? {} : { apiStatus: "SUCCESS" }),
    ...(shape === "older" ? {} : { status: "SUCCESS" }),
    response: [request],
  }
}

/** A payload of a request in this state. */
const payloadIn: Readonly<Record<TransactionStatus, MockPayload>> = {
  IN_PROGRESS: "EXECUTING",
  REVERTING: { status: "FINALIZED", reverts: "mocked revert" },
  COMPLETED: "PROMISE_RESOLVED",
}

function statusOfAll(payloads: readonly MockPayload[]): TransactionStatus {
  if (payloads.every((payload) => statusOf(payload) === "PROMISE_RESOLVED")) return "COMPLETED"
  return payloads.some((payload) => revertOf(payload) !== "") ? "REVERTING" : "IN_PROGRESS"
}

/** A payload: its state, or a state in which it reverts. */
export type MockPayload = PayloadStatus | { readonly status: PayloadStatus; readonly reverts: string }

function statusOf(payload: MockPayload): PayloadStatus {
  return typeof payload === "string" ? payload : payload.status
}

function revertOf(payload: MockPayload): string {
  return typeof payload === "string" ? "" : payload.reverts
}

type Stages = {
  readonly executeTxHash: Hex | null
  readonly callbackTxHash: Hex | null
  readonly finalizeTxHash: Hex | null
  readonly isExecuted: boolean
  readonly finalizeStatus: PayloadStatus
  readonly executeStatus: PayloadStatus
  readonly callbackStatus: PayloadStatus
}

/** What is known of each stage of a payload: no stage has a state that comes after it. */
function stagesOf(status: PayloadStatus, payloadId: Hex): Stages {
  const isExecuted = hasReached(status, "EXECUTED")
  const isFinalized = hasReached(status, "FINALIZED")
  return {
    isExecuted,
    finalizeTxHash: isFinalized ? mockHash(`finalize ${payloadId}`) : null,
    executeTxHash: isExecuted ? mockHash(`execute ${payloadId}`) : null,
    callbackTxHash: status === "PROMISE_RESOLVED" ? mockHash(`callback ${payloadId}`) : null,
    finalizeStatus: isFinalized ? "FINALIZED" : status,
    executeStatus: isExecuted ? "EXECUTED" : status,
    callbackStatus: hasReached(status, "PROMISE_RESOLVING") ? status : "NO",
  }
}

function simulationOf(payload: MockPayload): object {
  const reverts = revertOf(payload)
  const isCallback = hasReached(statusOf(payload), "EXECUTED")
  const outcome = reverts === "" ? "NO" : "SIMULATION_FAILED"
  return {
    executeSimulationStatus: isCallback ? "SIMULATION_SUCCESS" : outcome,
    executeRevertString: isCallback ? "" : reverts,
    callbackSimulationStatus: isCallback ? outcome : "NO",
    callbackRevertString: isCallback ? reverts : "",
  }
}

function deploymentOf({ status, callType }: { status: PayloadStatus; callType: CallType }): object {
  const isDeployed = callType === "DEPLOY" && hasReached(status, "EXECUTED")
  return {
    onChainAddress: isDeployed ? mockAddresses.target : mockAddresses.none,
    forwarderAddress: isDeployed ? mockAddresses.forwarder : mockAddresses.none,
    isForwarderDeployed: isDeployed && status === "PROMISE_RESOLVED",
  }
}

/** A payload in a response of `/getDetailsByTxHash`. */
function payloadAt(
  payload: MockPayload,
  { payloadId, callType, isOlder }: { payloadId: Hex; callType: CallType; isOlder: boolean },
): object {
  const status = statusOf(payload)
  const { isExecuted, executeTxHash, callbackTxHash, finalizeTxHash, finalizeStatus, executeStatus, callbackStatus } =
    stagesOf(status, payloadId)
  const common = {
    payloadId,
    chainSlug: mockChains.source,
    target: mockAddresses.target,
    payload: "0x",
    callType,
    simulationDetails: simulationOf(payload),
  }
  const returnData = isExecuted ? "0x" : ""
  if (isOlder) {
    const deployment = callType === "DEPLOY" ? { appGatewayDetails: deploymentOf({ status, callType }) } : {}
    return {
      ...common,
      executeDetails: { executeTxHash, executionStatus: status, returnData, callbackTxHash },
      ...deployment,
    }
  }
  return {
    ...common,
    batchCount: 1,
    ...(callType === "READ" ? {} : { finalizeDetails: { finalizeTxHash, finalizeStatus } }),
    executeDetails: { isExecuted, executeTxHash, executeStatus, returnData },
    callBackDetails: { callbackTxHash, callbackStatus },
    deployerDetails: deploymentOf({ status, callType }),
  }
}

/** A response of `/payload`, without its envelope. */
function payloadDetailsAt(status: PayloadStatus, payloadId: Hex): object {
  const { appGateway, target, none } = mockAddresses
  const { isExecuted, ...stages } = stagesOf(status, payloadId)
  return {
    id: 1,
    payloadId,
    requestCount: 1,
    batchCount: 1,
    payloadCount: 1,
    asyncPromise: none,
    chainSlug: mockChains.source,
    target,
    payload: "0x",
    value: "0",
    appGateway,
    deadline: 0,
    isParallel: false,
    writeFinality: 0,
    readAt: "0",
    ...stages,
    isFinalized: stages.finalizeTxHash !== null,
    isExecuted,
    ...simulationOf(status),
    isCallbackCompleted: status === "PROMISE_RESOLVED",
    callType: payloadCallTypes.indexOf("WRITE"),
    returnData: isExecuted ? "0x" : "",
    proof: "0x",
    gasLimit: "0",
    estimatedGasLimit: "0",
    digest: mockHash(`digest ${payloadId}`),
    switchboard: none,
    prevDigestsHash: mockHash("none"),
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  }
}
