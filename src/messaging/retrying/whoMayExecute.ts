import type { ReadableChain } from "../reading/types.js"
import { readExecutionManager } from "./executors.js"
import { isDevelopmentNode } from "./isDevelopmentNode.js"

/** Names who may execute a message: `you` where `retryMessage` works for anybody. */
export async function whoMayExecute({ client, socket, name }: ReadableChain): Promise<string> {
  const [isDevelopment, manager] = await Promise.all([
    isDevelopmentNode(client),
    readExecutionManager(client, { socket }).catch(() => undefined),
  ])
  if (isDevelopment || manager?.isOpen === true) return "you"
  const where = manager === undefined ? "the execution manager" : `the execution manager ${manager.address}`
  return `an account with EXECUTOR_ROLE at ${where} on ${name}`
}
