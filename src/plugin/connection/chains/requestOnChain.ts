import { isAnswer, type Question } from "#src/http/parsing/nodeAnswers.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { excerpt } from "#src/primitives/text.js"

/** What reaches a chain, and what the configuration says of it. */
export type Requestable = {
  readonly provider: { request(call: never): Promise<unknown> }
  readonly networkName?: string
  readonly networkConfig?: { readonly chainId?: number | undefined }
}

/** Which chain each node has said first that it is on. */
const chainIds = new WeakMap<object, unknown>()

/** Which chain a node on another machine has to be on to sign, if its network has no chain id; `null` if nothing else says it. */
export const namedChains: WeakMap<object, number | null> = new WeakMap()

/**
 * Refuses a node that says it is another chain than before: what is signed then could be sent there. Throws Hardhat's errors.
 *
 * @throws {NodeFailedError} the answer does not have the form that the method's answers have
 */
export async function requestOnChain({ provider, networkName }: Requestable, call: Question): Promise<unknown> {
  const answer = await provider.request(call as never)
  if (!isAnswer(call, answer)) {
    const { NodeFailedError } = await import("#src/onchain/callErrors.js")
    const malformed = new Error(`its answer is malformed: ${JSON.stringify({ answer }).slice(10, -1)}`)
    throw new NodeFailedError({ functionName: call.method, chain: networkName }, nodeReason(malformed))
  }
  if (call.method !== "eth_chainId") return answer
  const known = chainIds.get(provider) ?? answer
  chainIds.set(provider, known)
  return requireChain(answer, known)
}

/** The chain that the node of a connection has said first that it is on; `NaN` if it was not asked. */
export function chainIdAtFirst({ provider }: Requestable): number {
  return Number(chainIds.get(provider))
}

/** As {@link requestOnChain}, for what signs: the node must also be on the chain that the configuration says. Reading says that itself. */
export async function requestToSign(connection: Requestable, call: Question): Promise<unknown> {
  const configured = connection.networkConfig?.chainId ?? namedChains.get(connection.provider) ?? undefined
  const known = configured === undefined ? undefined : `0x${configured.toString(16)}`
  const [sent] = Array.isArray(call.params) ? (call.params as readonly { readonly chainId?: unknown }[]) : []
  // Which chain it is for was read from the node.
  if (known !== undefined && call.method.endsWith("_sendTransaction")) requireChain(sent?.chainId ?? known, known)
  const answer = await requestOnChain(connection, call)
  return known === undefined || call.method !== "eth_chainId" ? answer : requireChain(answer, known)
}

function requireChain(answer: unknown, known: unknown): unknown {
  if (answer === known) return answer
  throw new Error(`it says that it is chain ${excerpt(String(answer))}, and not ${String(known)}`)
}
