import { readDataFile } from "../../http/parsing/dataFiles.js"
import { deploymentsSchema } from "./deploymentSchema.js"
import type { Deployments } from "./types.js"

/**
 * Reads deployments from a JSON file: chains by slug, each with `name`, `chainId`, `mainnet`, `socket`, `executionManager`,
 * `transmitManager` and `siblings`, which has the switchboards by slug and kind. `startBlock` is optional, and other keys are ignored.
 *
 * @throws {DataFileError} the file cannot be read, or something in it is not as specified; the error has the path and the reason
 * @example
 * const deployments = await readDeployments("./deployments.json")
 * // { "42161": { "name": "arbitrum", "chainId": 42161, "mainnet": true, "socket": "0x…", …,
 * //   "siblings": { "10": { "FAST": { "switchboard": "0x…" } } } } }
 */
export async function readDeployments(file: string): Promise<Deployments> {
  return await readDataFile(file, deploymentsSchema, "deployments")
}
