import type { RouteLimits } from "../checks/types.js"
import type { ExecuteRouteParameters, Execution, JournalEntry } from "./types.js"

/**
 * Returns the parameters of an execution with the request and the limits that it began with, if it has begun. A second route of the same
 * quote, which the API could change, is then compared with what was asked first.
 *
 * Of two limits the lower one counts. The contracts are those that the caller allows now, so that trust can be taken back; a caller
 * that names none means those of before.
 */
export function recordedTerms({ entry, parameters }: Execution<JournalEntry | undefined>): ExecuteRouteParameters {
  if (entry === undefined) return parameters
  const { request, limits } = entry
  if (limits === undefined) return { ...parameters, request }
  const { allowedTargets, allowedSpenders } = parameters.allowedTargets === undefined ? limits : parameters
  const maxNativeFee = lower(limits.maxNativeFee, parameters.maxNativeFee)
  const maxCalldata = lower(limits.maxCalldata, parameters.maxCalldata)
  const acceptLoss = lower(limits.acceptLoss, parameters.acceptLoss)
  return { ...parameters, request, allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss }
}

function lower<Limit extends bigint | number>(before: Limit | undefined, now: Limit | undefined): Limit | undefined {
  return before !== undefined && now !== undefined && now < before ? now : before
}

/** Picks the limits, also those that are not set: they have their defaults, and not another call's values. */
export function limitsOf(limits: RouteLimits): RouteLimits {
  const { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss } = limits
  return { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata, acceptLoss }
}
