import type { Hex } from "viem"

import type { Guard } from "../../explaining/guard.js"
import type { GatewayClient } from "../createGatewayClient.js"
import { createFamilyReader } from "../following/openedRequests.js"
import type { GatewayRequest, PayloadDetails, Timeout, Trigger } from "../types.js"

/** The functions of the gateway API that explanations ask. */
export type ReadableApi = Pick<GatewayClient, "getTransaction" | "getPayload" | "getTimeouts" | "getTriggers">

/** The requests and timeouts that the gateway API knows. */
export type Reported = {
  readonly requests: readonly GatewayRequest[]
  readonly timeouts: readonly Timeout[]
  /** Why there was no answer at all; `null` if there was one. */
  readonly problem: string | null
}

/** Everything that the gateway API knows about 32 bytes that can be several things. */
export type ReportedById = Reported & {
  readonly payload: PayloadDetails | undefined
  readonly triggers: readonly Trigger[]
}

/** Asks the gateway API. It never throws: that the API fails is an answer, too. */
export type ApiReader = {
  readonly isConfigured: boolean
  askForId(id: Hex): Promise<ReportedById>
  /** The requests and timeouts of a transaction, and those that their callbacks opened. */
  askForTransaction(txHash: Hex): Promise<Reported>
  askForTriggers(txHash: Hex): Promise<readonly Trigger[]>
}

const nothing: ReportedById = { requests: [], payload: undefined, timeouts: [], triggers: [], problem: null }

/** Creates a reader of the gateway API, or one that knows nothing if there is none. */
export function createApiReader(api: ReadableApi | undefined, guard: Pick<Guard, "ask">): ApiReader {
  if (api === undefined) {
    const empty = Promise.resolve(nothing)
    const askForTriggers = (): Promise<readonly Trigger[]> => Promise.resolve([])
    return { isConfigured: false, askForId: () => empty, askForTransaction: () => empty, askForTriggers }
  }
  const ask = async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const answer = await guard.ask(request)
    if (answer.kind === "no answer") throw new Error(answer.says)
    return answer.value
  }
  const guarded: Pick<ReadableApi, "getTransaction"> = {
    getTransaction: (parameters) => ask((signal) => api.getTransaction({ ...parameters, signal })),
  }
  /** Answers nothing where the API fails, and keeps why. */
  const keepProblem = (): {
    problem: string | null
    orNone<T>(answer: Promise<readonly T[]>): Promise<readonly T[]>
  } => {
    const kept: ReturnType<typeof keepProblem> = {
      problem: null,
      orNone: (answer) =>
        answer.catch((error: unknown) => {
          kept.problem = (error as Error).message
          return []
        }),
    }
    return kept
  }
  return {
    isConfigured: true,
    async askForId(id) {
      const kept = keepProblem()
      const [requests, payload, timeouts, triggers] = await Promise.all([
        kept.orNone(guarded.getTransaction({ txHash: id })),
        // An id that the API does not know is an error there.
        ask((signal) => api.getPayload({ payloadId: id, signal })).catch(() => undefined),
        kept.orNone(ask((signal) => api.getTimeouts({ timeoutId: id, signal }))),
        kept.orNone(ask((signal) => api.getTriggers({ txHash: id, signal }))),
      ])
      const isAnswered = requests.length + timeouts.length + triggers.length > 0 || payload !== undefined
      return { requests, payload, timeouts, triggers, problem: isAnswered ? null : kept.problem }
    },
    async askForTransaction(txHash) {
      const kept = keepProblem()
      const readFamily = createFamilyReader(guarded, txHash)
      const [requests, timeouts] = await Promise.all([
        kept.orNone(readFamily(new AbortController().signal).then((family) => family.requests)),
        kept.orNone(ask((signal) => api.getTimeouts({ txHash, signal }))),
      ])
      return { requests, timeouts, problem: kept.problem }
    },
    askForTriggers: (txHash) => ask((signal) => api.getTriggers({ txHash, signal })).catch(() => []),
  }
}
