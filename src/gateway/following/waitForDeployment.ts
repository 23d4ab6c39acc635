import type { Address } from "viem"

import { checkAll } from "../../primitives/checks.js"
import { formatDuration } from "../../primitives/duration.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { first, follow, type WatchTiming } from "../../tracking/follow.js"
import { formatHistory } from "../../tracking/formatHistory.js"
import { createTracker, type Change } from "../../tracking/tracker.js"
import type { GatewayClient } from "../createGatewayClient.js"
import { type Deployment, getDeployment } from "../getDeployment.js"
import { addressesChecks } from "../parameters.js"
import { type DeploymentStatus, deploymentStates, isFinal } from "../states.js"

/** Which deployment to wait for, and for how long. */
export type WaitForDeploymentParameters = WatchTiming & {
  appGatewayAddress: Address
  /** The app gateway's id for the contract: 32 bytes of hex. */
  contractId: string
  /** The chain that it is deployed to. */
  chainSlug: number
  /** Milliseconds. Default: {@link stuckAfter}. */
  timeout?: number | undefined
}

/** A contract that is deployed and can be called. */
export type WaitForDeploymentReturnType = {
  readonly chainSlug: number
  readonly contractId: string
  readonly onChainAddress: Address
  /** Through which app gateways call it. */
  readonly forwarderAddress: Address
  readonly isForwarderDeployed: true
}

/** After so many milliseconds a deployment is taken for stuck: five minutes, as the API's reference says. */
export const stuckAfter: number = 5 * 60_000

/** A deployment that should have been done for long. Waiting on has been no use. */
export class DeploymentStuckError extends PlugsError {
  readonly code = "DEPLOYMENT_STUCK"
  readonly lastState: DeploymentStatus
  /** Where the contract is, when only its forwarder is missing. */
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
    super(`The deployment is stuck: it was not done within ${formatDuration(waited)}.`, {
      facts: { ...facts, "last state": state, "deployed at": onChainAddress ?? undefined },
      next:
        onChainAddress === null
          ? "See in the deployment's transaction, with getTransaction, whether a payload reverts or its fees are too low; if not, ask the gateway's team."
          : "The contract is there, its forwarder is not: see with getTransaction whether the callback of the DEPLOY payload reverts; if not, ask the gateway's team.",
    })
    this.lastState = state
    this.onChainAddress = onChainAddress
  }
}

/**
 * Waits until a contract of an app gateway is deployed on its chain, and its forwarder on the gateway chain.
 *
 * @throws {DeploymentStuckError} not done after five minutes, or a longer `timeout`
 * @throws {DeadlinePassedError} not done within a shorter `timeout`, or the API was away at the end
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter that can't be right
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
  const { chainSlug, contractId } = query
  const subject = { "app gateway": query.appGatewayAddress, contract: contractId, chain: String(chainSlug) }
  const journey = createTracker<Deployment>({
    idOf: () => contractId,
    marksOf: ({ state }) => [{ at: state, table: deploymentStates }],
    hasArrived: ({ state }) => isFinal(state, deploymentStates),
  })

  const late = (trouble: unknown): DeploymentStuckError | DeadlinePassedError<Change<Deployment>> => {
    const { history } = journey
    const [deployment] = journey.things()
    if (deployment !== undefined && trouble === undefined && timeout >= stuckAfter) {
      return new DeploymentStuckError({ facts: subject, waited: timeout, deployment })
    }
    const last = history.at(-1)
    return new DeadlinePassedError({
      api: "The gateway API",
      missing: "The deployment was not done",
      waited: timeout,
      lastState: last?.state,
      history,
      subject,
      facts: { "deployed at": deployment?.onChainAddress ?? undefined, history: formatHistory(history) },
      next: `Wait again: a deployment is taken for stuck after ${formatDuration(stuckAfter)}.`,
      trouble,
    })
  }

  const looks = follow(
    client,
    {
      key: `deployment ${JSON.stringify(query)}`,
      load: (signal) => getDeployment(client, { ...query, signal }),
      see: (deployment, at) => ({ value: deployment, changed: journey.observe([deployment], at).length > 0 }),
      late,
    },
    { ...parameters, timeout },
  )
  return await first(looks, ({ state, onChainAddress, forwarderAddress }) => {
    if (state !== "FORWARDER_DEPLOYED" || onChainAddress === null || forwarderAddress === null) return undefined
    return { chainSlug, contractId, onChainAddress, forwarderAddress, isForwarderDeployed: true }
  })
}
