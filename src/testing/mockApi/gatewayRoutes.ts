import type { Address, Hex } from "viem"

import {
  type MockPayload,
  payloadRecord,
  requestBody,
  requestRecord,
  type RequestShape,
  timeoutRecord,
  triggerRecord,
} from "./gatewayRecords.js"
import { mockAddresses, mockChains, mockHash } from "./mockIds.js"
import { defineRoute, type MockedChain, type MockRoute, type Numbered, type Step } from "./MockRoute.js"
import { timeoutOnTheWire, triggerOnTheWire } from "#src/devnet/server/gateway/jobsOnTheWire.js"
import { payloadDetailsOnTheWire } from "#src/devnet/server/gateway/requestOnTheWire.js"
import type {
  CallType,
  DeploymentStatus,
  PayloadStatus,
  TimeoutStatus,
  TransactionStatus,
  TriggerStatus,
} from "#src/gateway/states.js"

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
  /** The trigger of a transaction. The API's other states of one were never published. */
  | { readonly triggerTxHash: Hex; readonly states: readonly Step<"Executed">[] }
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
      readonly chainSlug?: MockedChain | undefined
      readonly states: readonly Step<DeploymentStatus>[]
    }
  /** The forwarder of a contract: whether it is deployed. */
  | {
      readonly onChainAddress: Address
      readonly chainSlug?: MockedChain | undefined
      readonly isDeployed: readonly Step<boolean>[]
    }

export function gatewayRoutes(entries: readonly Numbered<GatewayEntry>[]): MockRoute[] {
  return entries.map((entry) => {
    if ("txHash" in entry) return requestRoute(entry)
    if ("payloadId" in entry) return payloadRoute(entry)
    if ("triggerTxHash" in entry) return triggerRoute(entry)
    if ("timeout" in entry) return timeoutRoute(entry)
    return "contractId" in entry ? addressesRoute(entry) : forwarderRoute(entry)
  })
}

type Entry<Key extends string> = Extract<Numbered<GatewayEntry>, Readonly<Record<Key, unknown>>>

const none = { apiStatus: "SUCCESS", status: "SUCCESS", response: [] } as const
const list = (entry: object): object => ({ ...none, response: [entry] })

function requestRoute({ txHash, states, callTypes = [], shape = "both" }: Entry<"txHash">): MockRoute {
  const lists = states.map((step) => (typeof step === "object" && "status" in step ? step.status : step))
  const count = Math.max(callTypes.length, ...lists.map((state) => (Array.isArray(state) ? state.length : 1)))
  return defineRoute<TransactionStatus | readonly MockPayload[]>({
    paths: ["/getDetailsByTxHash"],
    query: { txHash },
    about: `the requests of ${txHash}`,
    steps: states,
    unknown: none,
    body: (state, fields) => requestBody(requestRecord(state, { txHash, count, callTypes }), shape, fields),
  })
}

function payloadRoute({ payloadId, states }: Entry<"payloadId">): MockRoute {
  return defineRoute<PayloadStatus>({
    paths: ["/payload"],
    query: { payloadId },
    about: `the payload ${payloadId}`,
    steps: states,
    body(status, fields) {
      const record = payloadRecord(status, { payloadId, callType: "WRITE" })
      const details = payloadDetailsOnTheWire(record, { switchboard: mockAddresses.none })
      return { status: "SUCCESS", response: { ...details, id: 1, payloadCount: 1, ...fields } }
    },
  })
}

function triggerRoute({ triggerTxHash: txHash, states }: Entry<"triggerTxHash">): MockRoute {
  return defineRoute<TriggerStatus>({
    paths: ["/trigger", "/inbox"],
    query: { txHash },
    about: `the triggers of ${txHash}`,
    steps: states,
    unknown: none,
    body: (status, fields) => list({ ...triggerOnTheWire(triggerRecord(status, txHash)), ...fields }),
  })
}

function timeoutRoute({ timeout, states }: Entry<"timeout">): MockRoute {
  const text = Object.values(timeout).join(", ")
  const {
    timeoutId = mockHash(`timeout ${text}`),
    target = mockAddresses.appGateway,
    txHash: originTxHash = mockHash(text),
  } = timeout
  return defineRoute<TimeoutStatus>({
    paths: ["/timeout"],
    query: timeout,
    about: `the timeouts of ${text}`,
    steps: states,
    unknown: none,
    body(status, fields) {
      const record = timeoutRecord(status, { timeoutId: mockHash(timeoutId), target, originTxHash })
      return list({ ...timeoutOnTheWire(record), id: 1, timeoutId, ...fields })
    },
  })
}

function addressesRoute({ contractId, appGatewayAddress, chainSlug, states }: Entry<"contractId">): MockRoute {
  return defineRoute<DeploymentStatus>({
    paths: ["/getAddresses"],
    query: { contractId, appGatewayAddress, chainSlug },
    about: `the addresses of the contract ${contractId}`,
    steps: states,
    body: (status, fields, asked) => ({
      onchain: {
        chainSlug: chainSlug ?? Number(asked["chainSlug"] ?? mockChains.source),
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
    paths: ["/getForwarderAddress"],
    query: { onChainAddress, chainSlug },
    about: `the forwarder of ${onChainAddress}`,
    steps,
    body: (isDeployed, fields, asked) => ({
      chainSlug: chainSlug ?? Number(asked["chainSlug"] ?? mockChains.source),
      onChainAddress,
      forwarderAddress: mockAddresses.forwarder,
      isDeployed,
      ...fields,
    }),
  })
}
