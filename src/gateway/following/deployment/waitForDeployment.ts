import type { Address, Hex } from "viem"

import { checkAll, checkHash, optional } from "../../../primitives/checks.js"
import { formatDuration } from "../../../primitives/duration.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../../tracking/DeadlinePassedError.js"
import { first, follow, type WatchTiming } from "../../../tracking/follow.js"
import { formatHistory } from "../../../tracking/formatHistory.js"
import { isFinal } from "../../../tracking/states.js"
import { createTracker, type Step } from "../../../tracking/tracker.js"
import type { GatewayClient } from "../../createGatewayClient.js"
import { type DeploymentStatus, deploymentStates } from "../../states.js"
import type { Deployment } from "../../types.js"
import { addressesChecks } from "../../wire/parameters.js"
import { formatSeconds } from "../formatSeconds.js"
import { getDeployment } from "./getDeployment.js"
import { stuckAfter } from "./stuckAfter.js"

/** Which deployment to wait for, and for how long. */
export type WaitForDeploymentParameters = WatchTiming & {
  appGatewayAddress: Address
  /** The app gateway's id for the contract: 32 bytes of hex. */
  contractId: string
  /** The chain that the contract is deployed to. */
  chainSlug: number
  /**
   * The gateway transaction that requested the deployment. The five minutes count from its block. Needed where the API does not say itself
   * when that was; the devnet's does. Where nobody says, they count from the start of the wait.
   */
  txHash?: Hex | undefined
  /** Milliseconds. Default: {@link stuckAfter}. */
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

/** A deployment took longer than deployments take. Waiting any longer is unlikely to help. */
export class DeploymentStuckError extends PlugsError {
  readonly code = "DEPLOYMENT_STUCK"
  readonly lastState: DeploymentStatus
  /** The contract's address, if only its forwarder is missing. */
  readonly onChainAddress: Address | null

  constructor({
    facts,
    waited,
    deployment,
  }: {
    facts: Record<string, string>
    waited: number
    deployment: Deployment
  }) {
    const { state, onChainAddress } = deployment
    const { requestedAt } = deployment
    super(`The deployment is stuck: it did not finish within ${formatDuration(waited)}.`, {
      facts: {
        ...facts,
        "requested at": requestedAt === undefined ? undefined : formatSeconds(requestedAt),
        "last state": state,
        "deployed at": onChainAddress ?? undefined,
      },
      next:
        onChainAddress === null
          ? "Check the deployment's transaction with getTransaction: a payload may revert, or its fees may be too low. If neither is the case, ask the gateway's team."
          : "The contract is deployed, but its forwarder is not. Check with getTransaction whether the callback of the DEPLOY payload reverts. If it does not, ask the gateway's team.",
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
  const { timeout = stuckAfter } = parameters
  const query = checkAll(addressesChecks, parameters)
  const txHash = optional(checkHash)(parameters.txHash, "txHash")
  const { chainSlug, contractId } = query
  const subject = { "app gateway": query.appGatewayAddress, contract: contractId, chain: String(chainSlug) }
  const tracker = createTracker<Deployment, DeploymentStep>({
    idOf: () => contractId,
    aspectsOf: ({ state }) => [{ value: state, table: deploymentStates }],
    hasArrived: ({ state }) => isFinal(state, deploymentStates),
    toStep: (change, deployment) => ({ ...change, deployment }),
  })

  const stuckError = (deployment: Deployment): DeploymentStuckError => {
    const { requestedAt } = deployment
    const waited = requestedAt === undefined ? timeout : client.clock.now() - requestedAt * 1_000
    return new DeploymentStuckError({ facts: subject, waited, deployment })
  }

  const deadlineError = (lastError: unknown): DeploymentStuckError | DeadlinePassedError<DeploymentStep> => {
    const { history } = tracker
    const [deployment] = tracker.things()
    const isOld = deployment?.isStuck ?? timeout >= stuckAfter
    if (deployment !== undefined && lastError === undefined && isOld) return stuckError(deployment)
    return new DeadlinePassedError({
      source: "The gateway API",
      missing: "The deployment did not finish",
      waited: timeout,
      lastState: history.at(-1)?.state,
      history,
      subject,
      facts: { "deployed at": deployment?.onChainAddress ?? undefined, history: formatHistory(history) },
      next: `Wait again. A deployment counts as stuck only after ${formatDuration(stuckAfter)}.`,
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
    if (deployment.isStuck === true && timeout <= stuckAfter) throw stuckError(deployment)
    if (state !== "FORWARDER_DEPLOYED" || onChainAddress === null || forwarderAddress === null) return undefined
    return { chainSlug, contractId, onChainAddress, forwarderAddress, isForwarderDeployed: true }
  })
}
