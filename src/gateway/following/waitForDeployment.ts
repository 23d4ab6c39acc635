import type { Address, Hex } from "viem"
import { encodeAbiParameters, keccak256 } from "viem/utils"

import type { GatewayClient } from "../createGatewayClient.js"
import { deploymentStates, type DeploymentStatus } from "../states.js"
import type { Deployment } from "../types.js"
import { addressesChecks, type GetAddressesParameters } from "../wire/parameters.js"
import { formatSeconds } from "./trackingErrors.js"
import { checkAll, checkHash, optional } from "#src/primitives/checks.js"
import { formatDuration } from "#src/primitives/duration.js"
import { chainFact, type ErrorText, helper, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError, formatHistory } from "#src/tracking/DeadlinePassedError.js"
import { first, follow, type WatchTiming } from "#src/tracking/follow.js"
import { isFinal } from "#src/tracking/states.js"
import { createTracker, type Step } from "#src/tracking/tracker.js"

/**
 * Computes the id that an app gateway's `_createContractId` gives to a contract name: `keccak256(abi.encode(name))`.
 *
 * @example
 * await waitForDeployment(client, { appGatewayAddress, contractId: createContractId("counter"), chainSlug: 41001 })
 */
export function createContractId(name: string): Hex {
  return keccak256(encodeAbiParameters([{ type: "string" }], [name]))
}

/** Milliseconds after which a deployment counts as stuck: five minutes, as in the API's reference. */
const stuckAfterMs = 5 * 60_000

export type GetDeploymentParameters = GetAddressesParameters & {
  /** The transaction that requested it: stuck five minutes after its block. The devnet tells that time by itself, others need this. */
  txHash?: Hex | undefined
}

/**
 * Reads the state of a deployment: the contract's address and, if there is one, whether its forwarder is deployed. It is stuck if it is
 * not done five minutes after the block in which it was requested.
 *
 * @throws {InvalidInputError} a parameter is invalid; nothing was sent
 * @example
 * const { state, forwarderAddress, isStuck } = await getDeployment(client, { appGatewayAddress, contractId, chainSlug: 41001 })
 */
export async function getDeployment(client: GatewayClient, parameters: GetDeploymentParameters): Promise<Deployment> {
  const { chainSlug, signal } = parameters
  const txHash = optional(checkHash)(parameters.txHash, "txHash")
  const { onchain, offchain, requestedAt: reportedAt } = await client.getAddresses(parameters)
  const onChainAddress = onchain.deployedContract
  const forwarder = onChainAddress === null ? null : await client.getForwarder({ onChainAddress, chainSlug, signal })
  const forwarderAddress = offchain.forwarder ?? forwarder?.forwarderAddress ?? null
  if (forwarder?.isDeployed === true && forwarderAddress !== null) {
    return { state: "FORWARDER_DEPLOYED", onChainAddress, forwarderAddress }
  }
  const requestedAt = reportedAt ?? (txHash === undefined ? null : await readRequestedAt(client, { txHash, signal }))
  const isStuck = client.clock.now() - (requestedAt ?? Infinity) * 1_000 >= stuckAfterMs
  return {
    state: onChainAddress === null ? "IN_PROGRESS" : "DEPLOYED",
    onChainAddress,
    forwarderAddress,
    ...(requestedAt === null ? {} : { requestedAt, isStuck }),
  }
}

/** Reads when a transaction's payloads were queued, in Unix seconds; `null` if the API does not know yet. */
async function readRequestedAt(
  client: GatewayClient,
  { txHash, signal }: { txHash: Hex; signal: AbortSignal | undefined },
): Promise<number | null> {
  const requests = await client.getTransaction({ txHash, signal })
  const payload = requests.flatMap(({ payloads }) => payloads)[0]
  if (payload === undefined) return null
  const { createdAt } = await client.getPayload({ payloadId: payload.payloadId as Hex, signal })
  const queuedAt = Date.parse(createdAt ?? "")
  return Number.isNaN(queuedAt) ? null : Math.floor(queuedAt / 1_000)
}

/** Which deployment to wait for, and for how long. */
export type WaitForDeploymentParameters = GetDeploymentParameters &
  WatchTiming & {
    /** Milliseconds. Default: 300 000, from the start of the wait if the time of the request is not known. */
    timeout?: number | undefined
  }

/** A contract that is deployed and can be called through its forwarder. */
export type WaitForDeploymentReturnType = {
  readonly chainSlug: number
  readonly contractId: string
  readonly onChainAddress: Address
  /** The contract on the gateway chain through which app gateways call it. */
  readonly forwarderAddress: Address
  readonly isForwarderDeployed: true
}

type DeploymentStep = Step<DeploymentStatus, { readonly deployment: Deployment }>

/** A deployment took longer than five minutes. Waiting longer is unlikely to help. */
export class DeploymentStuckError extends PlugsError {
  readonly code = "DEPLOYMENT_STUCK"
  readonly lastState: DeploymentStatus
  /** The contract's address, if only its forwarder is missing. */
  readonly onChainAddress: Address | null

  constructor(subject: Record<string, ErrorText>, { state, onChainAddress, requestedAt }: Deployment, waited: number) {
    super(`The deployment is stuck: it did not finish within ${formatDuration(waited)}.`, {
      facts: {
        ...subject,
        "requested at": requestedAt === undefined ? undefined : formatSeconds(requestedAt),
        "last state": state,
        "deployed at": onChainAddress ?? undefined,
      },
      next:
        onChainAddress === null
          ? text`Check its transaction with ${helper("getTransaction")}: a payload may revert, or its fees may be too low. If neither is the case, ask the gateway's team.`
          : text`The contract is deployed, but its forwarder is not. Check with ${helper("getTransaction")} whether the callback of the DEPLOY payload reverts. If it does not, ask the gateway's team.`,
    })
    this.lastState = state
    this.onChainAddress = onChainAddress
  }
}

/**
 * Waits until a contract of an app gateway is deployed on its chain and its forwarder on the gateway chain.
 *
 * @throws {DeploymentStuckError} the deployment was not done five minutes after the block in which it was requested, or within a longer
 * `timeout`; at once if that is so already
 * @throws {DeadlinePassedError} the deployment did not finish within a shorter `timeout`, or the API was not answering at the end
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter is invalid
 * @example
 * const { onChainAddress, forwarderAddress } = await waitForDeployment(client, {
 *   appGatewayAddress,
 *   contractId: createContractId("counter"),
 *   chainSlug: 41001,
 * })
 */
export async function waitForDeployment(
  client: GatewayClient,
  parameters: WaitForDeploymentParameters,
): Promise<WaitForDeploymentReturnType> {
  const { timeout = stuckAfterMs } = parameters
  const query = checkAll(addressesChecks, parameters)
  const txHash = optional(checkHash)(parameters.txHash, "txHash")
  const { chainSlug, contractId } = query
  const subject = { "app gateway": query.appGatewayAddress, contract: contractId, chain: chainFact(chainSlug) }
  const tracker = createTracker<Deployment, DeploymentStep>({
    idOf: () => contractId,
    aspectsOf: ({ state }) => [{ value: state, table: deploymentStates }],
    hasArrived: ({ state }) => isFinal(state, deploymentStates),
    toStep: (change, deployment) => ({ ...change, deployment }),
  })

  const stuckError = (deployment: Deployment): DeploymentStuckError => {
    const { requestedAt } = deployment
    const waited = requestedAt === undefined ? timeout : client.clock.now() - requestedAt * 1_000
    return new DeploymentStuckError(subject, deployment, waited)
  }

  const deadlineError = (lastError: unknown): DeploymentStuckError | DeadlinePassedError<DeploymentStep> => {
    const { history } = tracker
    const [deployment] = tracker.things()
    const isOld = deployment?.isStuck ?? timeout >= stuckAfterMs
    if (deployment !== undefined && lastError === undefined && isOld) return stuckError(deployment)
    return new DeadlinePassedError({
      source: "The gateway API",
      missing: "The deployment did not finish",
      waited: timeout,
      lastState: history.at(-1)?.state,
      history,
      subject,
      facts: { "deployed at": deployment?.onChainAddress ?? undefined, history: formatHistory(history) },
      next: `Wait again. A deployment counts as stuck only after ${formatDuration(stuckAfterMs)}.`,
      lastError,
    })
  }

  const deployments = follow(
    client,
    {
      key: `deployment ${JSON.stringify({ ...query, txHash })}`,
      load: (signal) => getDeployment(client, { ...query, txHash, signal }),
      interpret: (deployment, at) => ({ value: deployment, changed: tracker.observe([deployment], at).length > 0 }),
      deadlineError,
    },
    { ...parameters, timeout },
  )
  return await first(deployments, (deployment) => {
    const { state, onChainAddress, forwarderAddress } = deployment
    if (deployment.isStuck === true && timeout <= stuckAfterMs) throw stuckError(deployment)
    if (state !== "FORWARDER_DEPLOYED" || onChainAddress === null || forwarderAddress === null) return undefined
    return { chainSlug, contractId, onChainAddress, forwarderAddress, isForwarderDeployed: true }
  })
}
