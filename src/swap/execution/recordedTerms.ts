import type { RouteLimits } from "../checks/types.js"
import type { ExecuteRouteParameters, Execution, JournalEntry } from "./types.js"

/**
 * Returns the parameters of an execution with the request and the limits that it began with, if it has begun. A second route of the same
 * quote, which the API could change, is then compared with what was asked first.
 */
export function recordedTerms({ entry, parameters }: Execution<JournalEntry | undefined>): ExecuteRouteParameters {
  if (entry === undefined) return parameters
  const limits = entry.limits === undefined ? {} : limitsOf(entry.limits)
  return { ...parameters, request: entry.request, ...limits }
}

/** Picks the limits, also those that are not set: they have their defaults, and not another call's values. */
export function limitsOf({ allowedTargets, allowedSpenders, maxNativeFee, maxCalldata }: RouteLimits): RouteLimits {
  return { allowedTargets, allowedSpenders, maxNativeFee, maxCalldata }
}
