import { checkTrust } from "./checkTrust.js"
import { readTrust } from "./readTrust.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import * as core from "#src/messaging/explaining/explainMessage.js"
import type { MessageCauseName } from "#src/messaging/explaining/messageCauses.js"
import type { PathPolicy, PathsToCheck, TrustBreach } from "#src/messaging/TrustPolicy.js"

/** Which message to explain, where to read, and what its path is held to. */
export type ExplainMessageParameters = Omit<core.ExplainMessageParameters, "checkPaths"> & {
  /** What the project demands of the paths of its messages: one that breaks it is named. Default: nothing, and nothing is read for it. */
  policy?: PathPolicy | undefined
}

/**
 * Finds out why a message has not arrived: from both chains and the messaging API, and by simulating what comes next.
 *
 * @throws {InvalidInputError} neither a transaction nor a message is given
 * @throws {NodeFailedError} the node of the source chain did not answer
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { verdict, causes } = await explainMessage({ src: alpha, srcTxHash, chainOf: async (slug) => (slug === 41002 ? beta : undefined) })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainMessage({
  policy,
  ...parameters
}: ExplainMessageParameters): Promise<Explanation<MessageCauseName>> {
  const check = policy && ((asked: PathsToCheck) => checkPaths({ ...policy, ...asked }))
  return await core.explainMessage({ ...parameters, checkPaths: check })
}

/**
 * Reads paths, and finds what of them breaks a policy, or what of the policy itself is over.
 *
 * @throws what `readTrust` throws
 */
export async function checkPaths({ demands, ...asked }: PathPolicy & PathsToCheck): Promise<readonly TrustBreach[]> {
  return checkTrust(await readTrust(asked), demands, asked.clock.now()).breaches
}
