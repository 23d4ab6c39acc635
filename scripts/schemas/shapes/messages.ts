import { z } from "zod"

import { address, amount, anyAddress, anyHash, apiObject, at, hash, hex, milliseconds, slug } from "./values.js"

/** Where a message comes from, and where it goes to. */
export const messageEnds = { srcChainSlug: slug, srcPlug: address, dstChainSlug: slug, dstPlug: address } as const

/** A message, as the messaging API gives it. */
export const message: z.ZodType = apiObject("Message", {
  status: z.string(),
  messageId: hex,
  packetId: anyHash.nullable(),
  from: z.looseObject({ srcChainSlug: slug, srcPlug: anyAddress }),
  to: z.looseObject({ dstChainSlug: slug, dstPlug: anyAddress }),
  outboundTx: anyHash,
  packedMessage: anyHash.nullable(),
  inboundTx: anyHash.nullable(),
  executionDetails: z.looseObject({
    inboundStatus: z.string(),
    isExecuted: z.boolean(),
    executor: anyAddress.nullable(),
    executionTxHash: anyHash.nullable(),
  }),
})

const carriedAccount: z.ZodType = z.strictObject({
  chainId: amount,
  address,
  encoded: hex.meta({ description: "Both, as ERC-7930 has them." }),
})

const carried: z.ZodType = z
  .strictObject({
    sendId: hash,
    receiveId: hash,
    sender: carriedAccount,
    recipient: carriedAccount,
    value: amount,
    gasLimit: amount,
    payload: hex,
  })
  .optional()
  .meta({
    description: "The message of ERC-7786 that it carries, if a gateway has sent it and its chain could be read.",
  })

const applicationLog = {
  address,
  says: z.string().meta({ description: "The event, decoded with the project's ABIs, or its first topic." }),
  isDecoded: z.boolean(),
}

/** The call that releases what is held, and why it reverts now, if it does. */
export const release: z.ZodType = z.strictObject({
  says: z.string(),
  to: address,
  data: hex,
  revert: z.string().optional(),
})

const outcome: z.ZodType = z
  .strictObject({
    logs: z.array(z.strictObject(applicationLog)),
    keptBack: z.array(
      z.strictObject({
        ...applicationLog,
        release: release
          .nullable()
          .meta({ description: "The call that releases it, and why it reverts now, if it does." }),
      }),
    ),
    sent: z.array(hash).meta({ description: "Ids of messages that the delivery sent on." }),
  })
  .optional()
  .meta({ description: "What the application did in the delivery, if its logs could be read." })

/** The fields of a step of a message, beside those of every step. */
export const messageStep: z.ZodRawShape = {
  messageId: hex,
  inboundStatus: z.string(),
  message,
  revert: z
    .strictObject({ reason: z.string() })
    .optional()
    .meta({ description: "Why inbound of the destination plug reverts, while it does." }),
  carried,
  outcome,
}

/** What a transaction sent. */
export const sent: z.ZodRawShape = {
  txHash: hash,
  fee: amount,
  value: amount,
  attached: amount,
  messages: z.array(
    z.strictObject({
      messageId: hex,
      packetId: hex.nullable(),
      packedMessage: hex,
      ...messageEnds,
      minMsgGasLimit: amount,
      executionParams: hex,
      transmissionParams: hex,
      payload: hex,
      fees: z.strictObject({ transmissionFees: amount, executionFee: amount, switchboardFees: amount }),
      socket: address,
      outboundTx: hash.nullable(),
      logIndex: z.int().nullable(),
      carried,
      page: z.string().optional().meta({ description: "The message on the page of the devnet, if it has one." }),
    }),
  ),
}

/** The attempts at something that reverts on a devnet. */
const revert = z.strictObject({ attempts: z.int(), reason: z.string() }).optional()

/** What a change on a devnet has beside what it is a change of. */
export const devnetChange: z.ZodRawShape = { status: z.string(), at, revert }

export const elapsed: z.ZodRawShape = { elapsed: milliseconds }
