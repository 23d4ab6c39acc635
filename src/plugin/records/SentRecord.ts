import type { Address, Hex } from "viem"
import { z } from "zod"

import { addressSchema, checked, slugSchema } from "../../http/schemas.js"
import { checkBytes32, checkHash } from "../../primitives/checks.js"

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
  /** The nonce that the node gave it, once the node has shown it. */
  readonly nonce?: number | undefined
  /** The newest block before it was submitted. */
  readonly fromBlock?: number | undefined
  /** The block that it was seen in. */
  readonly block?: { readonly number: number; readonly hash: Hex } | undefined
  /** What it sent; empty until its receipt was seen. */
  readonly messages: readonly SentMessage[]
}

/** Of the format on disk. */
export const sentVersion = 1

/** The most messages of one transaction that are remembered. The chain has the others. */
export const maxMessages = 50

const hashSchema: z.ZodType<Hex> = checked(checkHash)
const idSchema: z.ZodType<Hex> = checked(checkBytes32, "a message id")

const countSchema = z.number().int().nonnegative()

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
    nonce: countSchema.optional(),
    fromBlock: countSchema.optional(),
    block: z.object({ number: countSchema, hash: hashSchema }).optional(),
    messages: z
      .array(z.object({ messageId: idSchema, dstChainSlug: slugSchema, dstPlug: addressSchema }))
      .max(maxMessages),
  })
  .transform(({ at, srcChainSlug, hash, plug, account, functionName, messages, ...more }) => {
    const { genesis, nonce, fromBlock, block } = more
    const record = { at, srcChainSlug, hash, plug, account, functionName, messages }
    return { ...record, ...withoutMissing({ genesis, nonce, fromBlock, block }) }
  })

function withoutMissing<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
