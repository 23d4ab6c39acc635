import { type Address, type BaseError, type Client, type Hex, UnauthorizedProviderError } from "viem"
import { z } from "zod"

import { NodeFailedError } from "../callErrors.js"
import { requestNode } from "../readNode.js"
import type { CallToSimulate, SimulatedLog } from "./Simulation.js"
import { addressSchema, hexSchema } from "#src/http/schemas.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A request that nodes may not know. */
export type NodeQuestion = {
  readonly method: string
  readonly params: readonly unknown[]
  /** The call that is simulated, for errors. */
  readonly call: Pick<CallToSimulate, "to">
}

/** The methods that nodes do not have, and when they said so. */
const missing = new WeakMap<Client, Map<string, number>>()

/** Milliseconds. A plan of many calls asks once, and a node that is replaced meanwhile is asked anew soon. */
const memory = 2_000

/**
 * Asks a node with a method that it may not have.
 *
 * @returns the answer, which is not parsed; `undefined` if the node does not have the method
 * @throws {NodeFailedError} the node failed for another reason
 */
export async function askNode(client: Client, question: NodeQuestion): Promise<unknown> {
  const { method, params } = question
  const now = performance.now()
  if (now - (missing.get(client)?.get(method) ?? -Infinity) < memory) return undefined
  try {
    return await requestNode(client, method, ...params)
  } catch (error) {
    if (isMissing(error)) {
      missing.set(client, (missing.get(client) ?? new Map<string, number>()).set(method, now))
      return undefined
    }
    throw failed(question, nodeReason(error))
  }
}

/**
 * Parses an answer, or a part of it.
 *
 * @throws {NodeFailedError} it is malformed
 */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown, question: NodeQuestion): T {
  const { success, data, error } = schema.safeParse(answer)
  if (success) return data
  const [issue] = error.issues
  throw failed(question, `its answer is malformed: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`)
}

function failed({ call, method }: NodeQuestion, reason: string): NodeFailedError {
  return new NodeFailedError({ address: call.to, functionName: method }, reason)
}

// Besides "method not found" and "not supported": providers close debugging methods for accounts without the right plan.
const missingCodes: ReadonlySet<unknown> = new Set([-32_601, -32_004, UnauthorizedProviderError.code])

const saysMissing =
  /method.*(not (found|supported|available|allowed|enabled|whitelisted|exist)|disabled|unsupported)|(unsupported|unknown) method/i

/** Nodes differ in how they say that they do not have a method. */
function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, details, message } = cause as Partial<BaseError> & { code?: unknown; message: string }
    if (missingCodes.has(code) || saysMissing.test(details ?? message)) return true
  }
  return false
}

const topicSchema = hexSchema.refine((topic) => topic.length === 66, { error: "32 bytes" })

export const logShape: {
  readonly address: z.ZodType<Address>
  readonly topics: z.ZodType<SimulatedLog["topics"]>
  readonly data: z.ZodType<Hex>
} = {
  address: addressSchema,
  topics: z.union([z.tuple([]), z.tuple([topicSchema], topicSchema)]),
  data: hexSchema,
}
