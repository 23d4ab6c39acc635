import type { Hex } from "viem"
import { encodeFunctionData } from "viem/utils"

import { simulateCalls } from "../../onchain/simulation/simulateCalls.js"
import type { CallToSimulate, Simulation } from "../../onchain/simulation/Simulation.js"
import { tokenAbi } from "../../onchain/tokens.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { decodeRevertData } from "../../primitives/reverts/decodeRevertData.js"
import type { SwapCase } from "../reading/types.js"
import { transactionOf, type UnsentSwap } from "./findFundsCauses.js"
import { findPriceCause } from "./findPriceCause.js"
import type { SwapCause } from "./swapCauses.js"
import { simulationOf, swapAgain } from "./words.js"

/** Simulates the transaction of a swap, and finds out why it reverts: because a message costs more by now, because the price moved, or else. */
export async function findSimulationCauses(swap: SwapCase, unsent: UnsentSwap): Promise<readonly SwapCause[]> {
  const { entry } = unsent
  const transaction = transactionOf(entry.route)
  if (transaction === undefined) return []
  const { value } = transaction
  const simulation = await simulateWith(unsent, value)
  if (simulation?.status !== "reverted") return []
  const { reason } = decodeRevertData(simulation.data, swap.abis)
  const evidence = [{ source: simulationOf(swap), says: `The transaction reverts: ${reason}.` }]
  const enough = await findEnough(unsent, value)
  if (enough !== undefined) {
    return [
      {
        name: "fee-risen",
        says: `The route's messages cost more by now: its transaction attaches ${ether(value)}, and it takes ${ether(enough)}, ${ether(enough - value)} more.`,
        evidence: [
          ...evidence,
          { source: simulationOf(swap), says: `With ${enough} wei in place of ${value} it succeeds.` },
        ],
        fix: swapAgain(swap),
      },
    ]
  }
  const moved = await findPriceCause(swap, entry, "certain")
  if (moved.length > 0) return moved.map((cause) => ({ ...cause, evidence: [...evidence, ...cause.evidence] }))
  return [
    {
      name: "call-reverts",
      says: `The route's transaction would revert on ${unsent.origin.name}: ${reason}.`,
      evidence,
      fix: swapAgain(swap),
    },
  ]
}

/** The approval is simulated first if it is still to come. A node that cannot simulate tells nothing. */
async function simulateWith({ entry, origin }: UnsentSwap, value: bigint): Promise<Simulation | undefined> {
  const { account, route, state } = entry
  const transaction = transactionOf(route)
  if (transaction === undefined) return undefined
  const { approval } = route
  const { to, data } = transaction
  const isToCome = approval !== null && state === "CHECKED"
  // Some tokens reject a change from one allowance to another.
  const approvals = isToCome ? [0n, approval.amount].map((amount) => approve(approval, amount)) : []
  const calls = [...approvals, { to, data, value }]
  return await simulateCalls(origin.client, { account, calls }).catch(() => undefined)
}

function approve(
  { tokenAddress, spenderAddress }: { tokenAddress: Hex; spenderAddress: Hex },
  amount: bigint,
): CallToSimulate {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spenderAddress, amount] })
  return { to: tokenAddress, data }
}

/** A search doubles what is added this often, and then halves the gap this often. */
const searchSteps = 10

/**
 * Searches for the least value with which the transaction succeeds, to a thousandth of what is added.
 *
 * @returns `undefined` if no value helps that the account can be simulated with
 */
async function findEnough(unsent: UnsentSwap, value: bigint): Promise<bigint | undefined> {
  const succeedsWith = async (more: bigint): Promise<boolean> =>
    (await simulateWith(unsent, value + more))?.status === "success"
  let enough = value / 8n + 1n
  let tooLittle = 0n
  for (let step = 0; !(await succeedsWith(enough)); step += 1) {
    if (step === searchSteps) return undefined
    tooLittle = enough
    enough *= 2n
  }
  for (let step = 0; step < searchSteps && enough - tooLittle > 1n; step += 1) {
    const middle = (tooLittle + enough) / 2n
    if (await succeedsWith(middle)) enough = middle
    else tooLittle = middle
  }
  return value + enough
}

function ether(wei: bigint): string {
  return `${formatAmount(wei, 18)} of the native currency`
}
