import { z } from "zod"

import { devnetChange, messageEnds } from "./messages.js"
import { address, hash, hex, seconds, slug } from "./values.js"

/** What moves on a devnet: the fields of each event, as the task prints it and the page's stream carries it. */
export const devnetChanges: Readonly<Record<"message" | "payload" | "timeout" | "trigger", z.ZodRawShape>> = {
  message: {
    messageId: hex,
    ...messageEnds,
    outboundTx: hash,
    executionTxHash: hash.nullable(),
    ...devnetChange,
  },
  payload: {
    payloadId: hex,
    requestCount: z.int(),
    callType: z.string(),
    chainSlug: slug,
    appGateway: address,
    target: address,
    executeTxHash: hash.nullable(),
    callbackTxHash: hash.nullable(),
    ...devnetChange,
  },
  timeout: {
    timeoutId: z.string(),
    target: address,
    executeAt: seconds,
    resolveTxHash: hash.nullable(),
    ...devnetChange,
  },
  trigger: {
    callId: hex,
    chainSlug: slug,
    plug: address,
    appGateway: address,
    onChainTxHash: hash,
    appGatewayTxHash: hash.nullable(),
    ...devnetChange,
  },
}

/** What goes wrong in the background of a devnet. */
export const devnetProblem: z.ZodRawShape = { code: z.string().optional(), message: z.string() }
