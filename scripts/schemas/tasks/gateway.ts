import { z } from "zod"

import { explanation } from "../shapes/explanation.js"
import {
  deployment,
  payloadDetails,
  request,
  timeout,
  timeoutAtItsEnd,
  timeoutStep,
  transactionSteps,
  trigger,
} from "../shapes/gateway.js"
import { address, amount, chain, chainTime, hash, hex, slug } from "../shapes/values.js"
import { error, failedOutcome, pollingEvents, stepEvents, successfulEnd, type TaskOutputs } from "../taskSchema.js"
import { type TransactionRow } from "#tasks/gateway/output/transactionTable.js"

const contracts = z.array(
  z.strictObject({
    name: z.string(),
    address: address.nullable(),
    from: z.enum(["configuration", "deployment", "devnet", "chain"]),
    hasCode: z.boolean().nullable(),
  }),
)

const requests = z.array(request)

const outputs: TaskOutputs = {
  "gateway-addresses": {
    document: {
      appGatewayAddress: address,
      contractId: hex,
      chains: z.array(
        z.strictObject({ chain, deployment: z.strictObject(deployment).nullable(), error: error.nullable() }),
      ),
    },
    events: {
      deployment: [
        { chain, outcome: z.literal("success"), ...deployment },
        { chain, outcome: failedOutcome, error },
      ],
      end: successfulEnd(),
    },
  },
  "gateway-contracts": {
    document: {
      deployment: z.string().nullable(),
      gateway: z.strictObject({ slug: slug.nullable(), network: z.string(), contracts }),
      chains: z.array(z.strictObject({ slug, contracts })),
    },
  },
  "gateway-explain": { document: explanation },
  "gateway-forwarder": {
    document: {
      chain,
      chainSlug: slug,
      onChainAddress: address,
      forwarderAddress: address.nullable(),
      isDeployed: z.boolean(),
      predicted: address.nullable(),
      agrees: z.boolean().nullable(),
    },
  },
  "gateway-list": {
    document: {
      transactions: z.array(
        z.strictObject({
          txHash: hash,
          status: z.string().nullable(),
          appGateway: address,
          payloadCount: z.int(),
          sentAt: chainTime.nullable(),
        } satisfies Record<keyof TransactionRow, z.ZodType>),
      ),
    },
  },
  "gateway-payload": { document: { payloadId: hex, payload: payloadDetails } },
  "gateway-retry": {
    document: {
      id: hash,
      items: z.array(
        z.strictObject({
          kind: z.enum(["payload", "timeout", "trigger", "unknown"]),
          id: hash,
          outcome: z
            .enum(["retried", "done", "not given up", "cancelled"])
            .meta({ description: "What became of the request to try it again." }),
          status: z
            .string()
            .nullable()
            .meta({ description: "Its state since; null if the API cannot be asked for it." }),
          isDone: z.boolean().nullable().meta({ description: "null if the API cannot be asked for it." }),
          isGivenUp: z.boolean(),
          revert: z.string().nullable().meta({ description: "Why it reverts now; null if it does not." }),
        }),
      ),
    },
  },
  "gateway-timeouts": {
    document: {
      txHash: hash.optional(),
      timeoutId: z.string().optional(),
      target: address.optional(),
      timeouts: z.array(timeout),
    },
    events: {
      ...stepEvents(timeoutStep),
      ...pollingEvents,
      end: successfulEnd({ timeouts: z.array(timeoutAtItsEnd) }),
    },
  },
  "gateway-topup": {
    document: {
      receiver: address,
      creditsBefore: amount,
      creditsAfter: amount,
      payment: z
        .strictObject({
          txHash: hash,
          approvals: z.array(hash).meta({ description: "The approvals that were sent first." }),
          chain,
          account: address.meta({ description: "The account that paid." }),
          token: address.nullable().meta({ description: "null: native currency of the gateway chain." }),
          amount,
          creditAmount: amount.meta({
            description: "Credits that were added. They have 18 decimals whatever the token's.",
          }),
          gasFee: amount.nullable().meta({ description: "In wei of the chain; null if its node does not say." }),
        })
        .nullable()
        .meta({ description: "null without --amount, which only shows the credits." }),
    },
  },
  "gateway-triggers": { document: { txHash: hash, triggers: z.array(trigger) } },
  "gateway-tx": {
    document: {
      txHash: hash,
      requests,
      opened: z
        .array(z.strictObject({ txHash: hash, payloadIds: z.array(z.string()), requests }))
        .meta({ description: "What the callbacks of these requests opened." }),
    },
    events: { ...stepEvents(...transactionSteps), ...pollingEvents, end: successfulEnd({ requests }) },
  },
}

export default outputs
