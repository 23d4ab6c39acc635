import { z } from "zod"

import { messageEnds, release } from "../shapes/messages.js"
import { address, amount, at, chainTime, hash, hex, milliseconds, slug } from "../shapes/values.js"
import { successfulEnd, type TaskOutputs } from "../taskSchema.js"
import { alertKinds } from "#extras/watch/src/alerts/Alert.js"

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

const sequence = z.int().meta({ description: "Events that are printed again after a crash have the same numbers." })

const step: z.ZodRawShape = {
  sequence,
  status: z.string(),
  previousStatus: z.string().optional(),
  messageId: hex,
  ...messageEnds,
  outboundTx: hash,
  txHash: hash.meta({ description: "The transaction that brought the message to this status." }),
  reachedAt: chainTime,
  at,
}

const lasting: z.ZodRawShape = {
  alert: z.string().meta({ description: "What an alert and its end have in common." }),
  kind: z.enum(alertKinds),
  says: z.string(),
  messageId: hex.optional(),
  srcChainSlug: slug.optional(),
  dstChainSlug: slug.optional(),
  outboundTx: hash.optional(),
  inboundTx: hash.optional(),
  cause: z.string().optional().meta({ description: "The first cause that messaging explain finds, by its name." }),
  next: z.string().optional(),
  release: release.optional().meta({ description: "The call that releases what is held, as it was when it was told." }),
  finality: z.union([z.string(), z.int()]).optional().meta({ description: "Which blocks counted." }),
}
const alert: z.ZodRawShape = { sequence, ...lasting, at }

/** What `--status` says of a path. */
const counts = ["inFlight", "delivered", "late", "stuck", "failed", "unverified", "otherAlerts"]
const lookedAt = at.nullable().meta({ description: "When it was last read up to its newest block." })

const ends = { srcChainSlug: slug, src: z.string(), dstChainSlug: slug, dst: z.string() }
const day = z.string().meta({ description: "A day in UTC, such as 2026-12-01." })
const times = { delivered: z.int(), median: milliseconds.nullable(), p95: milliseconds.nullable() }

/** What `messaging watch --publish` writes to `status.json`. */
export const watchStatus: z.ZodType = z.strictObject({
  schemaVersion: z.literal(1),
  writtenAt: at,
  firstDay: day,
  lastDay: day,
  paths: z.array(
    z.strictObject({ ...ends, inFlight: z.int(), ...times, days: z.array(z.strictObject({ day, ...times })) }),
  ),
  alerts: z.array(
    z.strictObject({
      kind: z.enum(alertKinds),
      ...z.strictObject(ends).partial().shape,
      since: at,
      lasted: milliseconds.nullable().meta({ description: "Nothing while it lasts." }),
    }),
  ),
})

const outputs: TaskOutputs = {
  "messaging-export": {
    document: [
      {
        file: z.string(),
        format: z.enum(["ndjson", "csv", "sqlite"]),
        messages: z.int(),
        searched: z.array(z.strictObject({ srcChainSlug: slug, toBlock: amount.nullable() })),
      },
      exportedMessage,
    ],
  },
  "messaging-watch": {
    document: [
      {
        holder: z.strictObject({ name: z.string(), since: at.nullable() }).nullable(),
        chains: z.array(z.strictObject({ chainSlug: slug, name: z.string(), block, lookedAt, isOld: z.boolean() })),
        paths: z.array(
          z.strictObject({
            ...{
              srcChainSlug: slug,
              dstChainSlug: slug,
              lookedAt,
              isOld: z.boolean(),
              srcBlock: block,
              dstBlock: block,
            },
            ...Object.fromEntries(counts.map((name) => [name, z.int()])),
          }),
        ),
        alerts: z.array(z.strictObject({ ...lasting, raisedAt: at })),
      },
      { imported: z.record(z.string(), z.int()).meta({ description: "How many rows, by their tables." }) },
    ],
    events: {
      ...{ status: step, reorg: step, alert, over: { ...alert, lasted: milliseconds } },
      ...{ trouble: { says: z.string() }, takeover: { says: z.string() } },
      end: successfulEnd({ inFlight: z.int(), delivered: z.int(), alerts: z.int() }),
    },
  },
}

export default outputs
