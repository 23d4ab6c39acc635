import type { Deployments } from "../../messaging/deployments/types.js"
import type { PlugsConfig } from "./PlugsConfig.js"

/**
 * Loads the deployments of the messaging protocol that a project uses: those of its file, or those that the package knows.
 *
 * @throws {DataFileError} the file cannot be read, or is not as specified
 */
export async function deploymentsOf({ messaging }: Pick<PlugsConfig, "messaging">): Promise<Deployments> {
  if (messaging.deployment === undefined) {
    const { loadDeployments } = await import("../../messaging/deployments/findDeployment.js")
    return await loadDeployments()
  }
  const { readDeployments } = await import("../../messaging/deployments/readDeployments.js")
  return await readDeployments(messaging.deployment)
}
