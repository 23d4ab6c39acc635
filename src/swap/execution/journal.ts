import type { Address, Hex } from "viem"

import { z } from "zod"

import { addressSchema, checked, hexSchema } from "../../http/wire.js"
import { checkUint256 } from "../../primitives/checks.js"
import type { GetQuoteParameters } from "../createSwapClient.js"
import { type ExecutionState, executionStates } from "./executionStates.js"
import { quoteRouteSchema } from "../wire/quoteSchemas.js"
import type { EvmTransaction, QuoteRoute } from "../types.js"

/** A transaction that was about to be sent, and may have been. */
export type Submission = {
  readonly transaction: EvmTransaction
  readonly nonce: number
  /** The newest block when it was written down: the transaction is in none before. */
  readonly fromBlock: bigint
  /** Known before it is sent when the account signs by itself; afterwards otherwise. */
  readonly hash?: Hex | undefined
  /** The signed bytes, when the account signs by itself. Sending them again can't send them twice. */
  readonly raw?: Hex | undefined
}

/** What is known of one execution. */
export type JournalEntry = {
  /** Of the route that was executed first: what the entry is found by. */
  readonly quoteId: string
  readonly state: ExecutionState
  readonly account: Address
  readonly chainId: number
  /** What was asked for. */
  readonly request: GetQuoteParameters
  /** The route that is carried out. It has another `quoteId` when the first one expired and was quoted again. */
  readonly route: QuoteRoute
  /** The least of the output token that was accepted at first. */
  readonly leastOut: bigint
  /** The transactions that approved. */
  readonly approvals: readonly Hex[]
  readonly submission?: Submission | undefined
  /** The final status of the route, once it is known. */
  readonly outcome?: string | undefined
  /** This quote took the place of an expired one: that one's entry has the rest. */
  readonly continues?: string | undefined
  /** When it was written, in milliseconds since 1970. */
  readonly at: number
}

/** An entry whose transaction was sent. */
export type Submitted = JournalEntry & { readonly submission: Submission & { readonly hash: Hex } }

/** Whether an entry's transaction is on its way, or further. */
export function isSubmitted(entry: JournalEntry): entry is Submitted {
  return entry.submission?.hash !== undefined && executionStates[entry.state].step >= executionStates.SENT.step
}

/** Whether an entry's transaction is known to have succeeded. */
export function isMined({ state }: JournalEntry): boolean {
  return state === "MINED" || state === "FINISHED"
}

/** A quote that nobody else can execute until this is disposed of. */
export type JournalLock = AsyncDisposable

/**
 * Where executions are written down before they go on, so that nothing is ever sent twice.
 *
 * Whoever implements it keeps these promises: `write` has come to stay when it resolves, even through a crash, and is whole or
 * not there at all; `read` gives the latest `write` or rejects, and gives `undefined` only for what was never written; `lock` is
 * held by one at a time, by all processes that can reach the journal, and a holder that has died holds nothing.
 */
export type RouteJournal = {
  /** @throws {RouteBusyError} somebody holds it */
  lock(quoteId: string): Promise<JournalLock>
  read(quoteId: string): Promise<JournalEntry | undefined>
  write(entry: JournalEntry): Promise<void>
  /** Every entry, in no order. */
  list(): Promise<JournalEntry[]>
}

const uintSchema: z.ZodType<bigint> = checked(checkUint256, "a whole number")

const transactionSchema: z.ZodType<EvmTransaction> = z.object({
  chainId: z.number().int(),
  to: addressSchema,
  data: hexSchema,
  value: uintSchema,
})

const submissionSchema: z.ZodType<Submission> = z.object({
  transaction: transactionSchema,
  nonce: z.number().int().nonnegative(),
  fromBlock: uintSchema,
  hash: hexSchema.optional(),
  raw: hexSchema.optional(),
})

/** What was asked for. It is checked as a quote when it is used. */
const requestSchema = z
  .looseObject({ inputAmount: uintSchema })
  .transform((request) => request as unknown as GetQuoteParameters)

/** An entry as it comes back from JSON, where amounts are decimal strings. */
export const journalEntrySchema: z.ZodType<JournalEntry> = z
  .object({
    quoteId: z.string().min(1),
    state: z.enum(Object.keys(executionStates) as [ExecutionState, ...ExecutionState[]]),
    account: addressSchema,
    chainId: z.number().int(),
    request: requestSchema,
    route: quoteRouteSchema,
    leastOut: uintSchema,
    approvals: z.array(hexSchema),
    submission: submissionSchema.optional(),
    outcome: z.string().optional(),
    continues: z.string().optional(),
    at: z.number(),
  })
  .refine(({ state, submission }) => submission !== undefined || executionStates[state].step < 2, {
    error: "the transaction",
    path: ["submission"],
  })
