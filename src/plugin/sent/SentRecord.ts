import type { Address, Hex } from "viem"

import { z } from "zod"

import { addressSchema, checked, slugSchema } from "../../http/schemas.js"
import { checkBytes32, checkHash } from "../../primitives/checks.js"

/** A message of a transaction that a task sent. */
export type SentMessage = { readonly messageId: Hex; readonly dstChainSlug: number; readonly dstPlug: Address }

/** A transaction that a task sent to a plug. */
export type SentRecord = {
  /** When it was submitted, in milliseconds since 1970. */
  readonly at: number
  readonly srcChainSlug: number
  /** The first block of a local chain, which tells it from the one that ran before it. */
  readonly genesis?: Hex | undefined
  readonly hash: Hex
  readonly plug: Address
  readonly account: Address
  readonly functionName: string
  /** What it sent; empty until its receipt was seen. */
  readonly messages: readonly SentMessage[]
}

/** Of the format on disk. */
export const sentVersion = 1

/** The most messages of one transaction that are remembered. The chain has the others. */
export const mostMessages = 50

const hashSchema: z.ZodType<Hex> = checked(checkHash)
const idSchema: z.ZodType<Hex> = checked(checkBytes32, "a message id")

/** A record as it comes back from disk. */
export const sentRecordSchema: z.ZodType<SentRecord> = z
  .object({
    version: z.literal(sentVersion),
    at: z.number().int().nonnegative().max(8.64e15),
    srcChainSlug: slugSchema,
    genesis: hashSchema.optional(),
    hash: hashSchema,
    plug: addressSchema,
    account: addressSchema,
    functionName: z.string().max(200),
    messages: z
      .array(z.object({ messageId: idSchema, dstChainSlug: slugSchema, dstPlug: addressSchema }))
      .max(mostMessages),
  })
  .transform(({ at, srcChainSlug, genesis, hash, plug, account, functionName, messages }) => {
    const record = { at, srcChainSlug, hash, plug, account, functionName, messages }
    return genesis === undefined ? record : { ...record, genesis }
  })
