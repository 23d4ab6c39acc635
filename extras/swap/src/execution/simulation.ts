import type { Abi, Account, Client, Hex } from "viem"
import { call } from "viem/actions"

import { checkEffects, showsInput } from "../checks/checkEffects.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute } from "../checks/types.js"
import type { EvmTransaction } from "../types.js"
import { reportEvent } from "./advance.js"
import type { Execution } from "./types.js"
import { approvalCall, readAllowance } from "#src/onchain/allowances.js"
import { CallRevertedError, explainCallError } from "#src/onchain/callErrors.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import type { SimulatedEffects, Simulation } from "#src/onchain/simulation/Simulation.js"
import { readBalance } from "#src/onchain/tokens.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/**
 * Simulates a route's approval and transaction together, and refuses the route by what both would do. Then not even the approval is
 * sent for a route that cheats. Does nothing if no approval would be sent. A node that cannot simulate one call after another shows
 * no more than whether it will be able to simulate the transaction.
 *
 * @throws {RouteRefusedError} {@link CallRevertedError}
 */
export async function checkBeforeApproval(execution: Execution, checked: CheckedRoute): Promise<void> {
  const { approval, transaction, request } = checked
  if (approval === undefined) return
  const { publicClient } = execution.parameters
  const account = request.userAddress
  const [allowance, balance] = await Promise.all([
    readAllowance(publicClient, approval, account),
    readBalance(publicClient, approval.token, account),
  ]).catch(() => [0n, 0n] as const)
  // What is missing, or does not answer, is explained when the approval is made.
  if (allowance >= approval.amount || balance < approval.amount) return

  const approve = approvalCall(approval)
  // Some tokens reject a change from one allowance to another.
  const calls = [...(allowance > 0n ? [approvalCall({ ...approval, amount: 0n })] : []), approve, transaction]
  const simulation = await simulateCalls(publicClient, { account, calls })
  if (simulation === undefined) {
    // Nothing is approved for a contract that would be refused afterwards.
    if ((await simulateCalls(publicClient, { account, calls: [approve] })) === undefined) refuseUnlisted(checked)
    return
  }
  if (simulation.status === "reverted" && simulation.index < calls.length - 1) return
  await checkSimulation(execution, checked, simulation)
}

/**
 * Simulates a route's transaction, directly before it is signed, and refuses the route by what it would do.
 *
 * A node that can only tell whether it reverts leaves what it does unknown, and so does a simulation that does not show the input leave.
 * That is reported, and a contract that is not in the caller's lists is refused even if somebody confirmed it.
 *
 * @throws {RouteRefusedError} {@link CallRevertedError}
 */
export async function checkBeforeSigning(execution: Execution, checked: CheckedRoute): Promise<void> {
  const { account, parameters } = execution
  const { transaction, route } = checked
  const simulating = simulateCalls(parameters.publicClient, { account: account.address, calls: [transaction] })
  simulating.catch(() => undefined)
  await simulateSwap({ ...parameters, account }, transaction)
  const simulation = await simulating
  if (simulation !== undefined && showsInput(await checkSimulation(execution, checked, simulation), checked)) return
  refuseUnlisted(checked)
  await reportEvent(execution, { state: "NOT_SIMULATED", quoteId: route.quoteId })
}

function refuseUnlisted({ route: { quoteId }, request: { userOps }, unlisted: [contract] }: CheckedRoute): void {
  // What a plain transfer does is known without a simulation.
  if (userOps === "deposit") return
  if (contract !== undefined) throw new RouteRefusedError("NOT_SIMULATED", { quoteId, offered: contract.address })
}

async function checkSimulation(
  { parameters }: Execution,
  checked: CheckedRoute,
  simulation: Simulation,
): Promise<SimulatedEffects> {
  const { publicClient, errorAbis = [] } = parameters
  if (simulation.status === "reverted") {
    throw new CallRevertedError(swapCall(checked.transaction.to), decodeRevertData(simulation.data, errorAbis))
  }
  await checkEffects(publicClient, simulation, { checked, limits: parameters })
  return simulation
}

/** Describes a route's transaction for errors. Only the API knows which function it calls. */
export function swapCall(address: Hex): { address: Hex; functionName: string } {
  return { address, functionName: "the swap" }
}

/**
 * Simulates a route's transaction from an account. Sends nothing.
 *
 * @param blockNumber the block on whose state to simulate. Default: the newest
 * @throws {CallRevertedError} the transaction would revert, with the reason
 */
export async function simulateSwap(
  {
    publicClient,
    account,
    errorAbis = [],
  }: { publicClient: Client; account: Account; errorAbis?: readonly Abi[] | undefined },
  { to, data, value }: EvmTransaction,
): Promise<void> {
  try {
    await call(publicClient, { account, to, data, value })
  } catch (error) {
    throw explainCallError(error, swapCall(to), { abis: errorAbis, advice: new Map() })
  }
}
