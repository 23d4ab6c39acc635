import { checkTrust } from "./checkTrust.js"
import { readTrust } from "./readTrust.js"
import type { PathPolicy, PathsToCheck, TrustBreach } from "#src/messaging/TrustPolicy.js"

/**
 * Reads paths, and finds what of them breaks a policy, or what of the policy itself is over.
 *
 * @throws what `readTrust` throws
 */
export async function checkPaths({ demands, ...asked }: PathPolicy & PathsToCheck): Promise<readonly TrustBreach[]> {
  return checkTrust(await readTrust(asked), demands, asked.clock.now()).breaches
}
