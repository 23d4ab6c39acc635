import { planWiring, type PlanWiringParameters } from "./plan/planWiring.js"
import type { WiringPlan } from "./plan/WiringPlan.js"

/** Whether the chains are as a wiring says, and how they differ. */
export type CheckWiringReturnType = {
  /** Whether everything could be read, and nothing differs. An extra connection differs. */
  readonly agrees: boolean
  /** Whether every chain could be read. If not, `agrees` is false, and more can differ than the plan shows. */
  readonly isWhole: boolean
  readonly plan: WiringPlan
}

/**
 * Checks whether the chains are as a wiring says. Sends nothing.
 *
 * @throws {InvalidInputError} the wiring is invalid, or two of its applications contradict each other
 * @example
 * const { agrees, plan } = await checkWiring({ wiring, chains })
 * if (!agrees) throw new Error(`${plan.changes.length} connections differ, ${plan.extras.length} are not in the wiring`)
 */
export async function checkWiring(parameters: PlanWiringParameters): Promise<CheckWiringReturnType> {
  const plan = await planWiring(parameters)
  return { agrees: isAsWired(plan), isWhole: isWhole(plan), plan }
}

export function isAsWired({ changes, extras, problems }: WiringPlan): boolean {
  return changes.length === 0 && extras.length === 0 && problems.length === 0
}

export function isWhole({ problems }: WiringPlan): boolean {
  return problems.every(({ about }) => about !== "unreachable")
}
