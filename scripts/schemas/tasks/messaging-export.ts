import { z } from "zod"

import { address, amount, chainTime, hash, hex, slug } from "../shapes/values.js"
import type { TaskOutput } from "../taskSchema.js"

const [tx, block, time] = [hash.nullable(), z.int().nullable(), chainTime.nullable()]
const says = (schema: z.ZodType, description: string): z.ZodType => schema.meta({ description })

/** One message: the columns of CSV and SQLite, and the fields of a line in NDJSON. */
export const exportedMessage: Readonly<Record<string, z.ZodType>> = {
  messageId: says(hex, "The id that the source's socket gave it"),
  status: says(
    z.enum(["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTION_SUCCESS"]),
    "The last state that the chains show, of those of `messaging track`; `VERIFIED` once the packet is allowed",
  ),
  srcChainSlug: says(slug, "The chain that it leaves"),
  srcPlug: says(address, "The plug that sent it"),
  dstChainSlug: says(slug, "The chain that it goes to"),
  dstPlug: says(address, "The plug that gets it"),
  outboundTx: says(hash, "The transaction that sent it"),
  outboundBlock: says(z.int(), "Its block"),
  outboundLogIndex: says(z.int(), "The index of the log in that block"),
  sentAt: says(chainTime, "The time of that block"),
  sealTx: says(tx, "The transaction that sealed its packet on the source chain"),
  sealBlock: says(block, "Its block"),
  sealedAt: says(time, "The time of that block"),
  proposeTx: says(tx, "The transaction that first proposed its packet on the destination chain"),
  proposeBlock: says(block, "Its block"),
  proposedAt: says(time, "The time of that block"),
  attestTx: says(tx, "The transaction of the last attestation of its packet"),
  attestBlock: says(block, "Its block"),
  attestedAt: says(time, "The time of that block"),
  executionTxHash: says(tx, "The transaction that delivered it"),
  executionBlock: says(block, "Its block"),
  executedAt: says(time, "The time of that block"),
  packedMessage: says(hash, "The hash of the message, which is the root of its packet"),
  fee: says(amount, "What the sender attached for it, in wei of the source chain"),
  executionFee: says(amount, "The part of it that is for the executor"),
  minMsgGasLimit: says(amount, "The gas that `inbound` gets at least"),
  executionParams: says(hex, "What the sender asks of the executor"),
  payload: says(hex, "What the plug gets"),
}

const output: TaskOutput = {
  document: [
    {
      file: z.string(),
      format: z.enum(["ndjson", "csv", "sqlite"]),
      messages: z.int(),
      searched: z.array(z.strictObject({ srcChainSlug: slug, toBlock: amount.nullable() })),
    },
    exportedMessage,
  ],
}

export default output
