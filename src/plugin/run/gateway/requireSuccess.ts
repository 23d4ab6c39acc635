import { type GatewayRequest, revertsOf } from "../../../gateway/index.js"
import { type ExitCode, exitCodes } from "../runTask.js"

/**
 * What one look at a transaction means to the shell. Nothing known is an error: the hash may be wrong. A revert is none unless it is
 * asked to be, since it is tried again.
 */
export function requireSuccess(
  requests: readonly GatewayRequest[],
  { failOnRevert }: { failOnRevert: boolean },
): ExitCode {
  if (requests.length === 0) return exitCodes.error
  const isReverting = requests.some(
    ({ status, payloads }) => status === "REVERTING" || payloads.some((payload) => revertsOf(payload).length > 0),
  )
  return failOnRevert && isReverting ? exitCodes.failure : exitCodes.success
}
