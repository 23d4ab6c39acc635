import type { Hex } from "viem"

import type { PayloadRecord, RequestRecord } from "../../../devnet/gateway/ledger/types.js"
import { type DecodedRevert, decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { noVerdict, type Verdict } from "../Matcher.js"
import { contractWith, formatArgs, matchArgs } from "../matchArgs.js"
import { describeRequests } from "./describeRequests.js"
import { type GatewayTransaction, gatewayTransactionOf, requestsOf } from "./requestsOf.js"
import { settle } from "./subject.js"

/** Delivers, and finds out whether every request of a transaction is complete, with those that their callbacks made. */
export async function judgeRequestsCompleted(subject: unknown): Promise<Verdict> {
  const expected = "every request to be completed"
  return await judgeRequests(subject, { assertion: "completed", expected }, async (transaction, requests) => {
    const open = requests.filter(({ status }) => status !== "COMPLETED")
    return {
      holds: open.length === 0,
      problem: await text(`Expected ${expected}, but ${countIn(open, requests)} not:`, transaction, open),
      problemIfNot: await text("Expected a request not to be completed, but every one is:", transaction, requests),
    }
  })
}

/** Delivers, and finds out whether every payload of a transaction was executed on its chain. */
export async function judgePayloadsResolved(subject: unknown): Promise<Verdict> {
  return await judgeResolved(subject, "resolvePayloads", {
    what: "payload",
    verb: "executed on its chain",
    concerns: () => true,
    isDone: ({ executed }) => executed !== undefined,
  })
}

/** Delivers, and finds out whether every callback of a transaction's payloads has run. */
export async function judgeCallbacksResolved(subject: unknown): Promise<Verdict> {
  return await judgeResolved(subject, "resolveCallbacks", {
    what: "callback",
    verb: "run",
    concerns: ({ callback }) => callback !== undefined,
    isDone: ({ status }) => status === "PROMISE_RESOLVED",
  })
}

/** Delivers, and finds out whether a payload of a transaction reverts on its chain, with whatever. */
export async function judgePayloadReverts(subject: unknown): Promise<Verdict> {
  return await judgeReverts(subject, { assertion: "revertPayload", what: "payload", revertOf: revertOfPayload })
}

/** Delivers, and finds out whether the callback of a payload of a transaction reverts, with whatever. */
export async function judgeCallbackReverts(subject: unknown): Promise<Verdict> {
  return await judgeReverts(subject, { assertion: "revertCallback", what: "callback", revertOf: revertOfCallback })
}

/** As `judgePayloadReverts`, with an error of a contract, and these arguments if any are given. */
export async function judgePayloadRevertsWith(
  subject: unknown,
  contract: unknown,
  name: string,
  args?: readonly unknown[],
): Promise<Verdict> {
  const reverts = { assertion: "revertPayloadWith", what: "payload", revertOf: revertOfPayload } as const
  return await judgeReverts(subject, reverts, errorOf(contract, name, args))
}

/** As `judgeCallbackReverts`, with an error of a contract, and these arguments if any are given. */
export async function judgeCallbackRevertsWith(
  subject: unknown,
  contract: unknown,
  name: string,
  args?: readonly unknown[],
): Promise<Verdict> {
  const reverts = { assertion: "revertCallbackWith", what: "callback", revertOf: revertOfCallback } as const
  return await judgeReverts(subject, reverts, errorOf(contract, name, args))
}

/** An error that a revert has to be, and its name in a failure text. */
type ExpectedError = { readonly text: string; matches(revertData: Hex): boolean }

const anyError: ExpectedError = { text: "", matches: () => true }

function errorOf(contract: unknown, name: string, args: readonly unknown[] | undefined): ExpectedError {
  const { abi } = contractWith(contract, "error", name, ["Error", "Panic"])
  const isIt = (revert: DecodedRevert): boolean =>
    revert.name === name && (args === undefined || matchArgs(revert.args, args))
  return {
    text: ` with ${name}${args === undefined ? "" : `(${formatArgs(args)})`}`,
    matches: (revertData) => isIt(decodeRevertData(revertData, [abi])),
  }
}

/** With what a payload reverts on its chain now; `undefined` if it does not. */
function revertOfPayload({ executed, executionAttempt }: PayloadRecord): Hex | undefined {
  return executed === undefined ? executionAttempt.revertData : undefined
}

function revertOfCallback({ executed, resolved, callbackAttempt }: PayloadRecord): Hex | undefined {
  return executed !== undefined && resolved === undefined ? callbackAttempt.revertData : undefined
}

async function judgeResolved(
  subject: unknown,
  assertion: string,
  parts: {
    readonly what: string
    readonly verb: string
    readonly concerns: (payload: PayloadRecord) => boolean
    readonly isDone: (payload: PayloadRecord) => boolean
  },
): Promise<Verdict> {
  const { what, verb, concerns, isDone } = parts
  const expected = `every ${what} to be ${verb}`
  return await judgeRequests(subject, { assertion, expected }, async (transaction, requests) => {
    const concerned = requests.flatMap(({ payloads }) => payloads.filter(concerns))
    if (concerned.length === 0) return noVerdict(`Expected ${expected}, but the requests have no ${what}.`)
    const open = concerned.filter((payload) => !isDone(payload))
    return {
      holds: open.length === 0,
      problem: await text(`Expected ${expected}, but ${countIn(open, concerned)} not:`, transaction, requests),
      problemIfNot: await text(`Expected a ${what} not to be ${verb}, but every one is:`, transaction, requests),
    }
  })
}

async function judgeReverts(
  subject: unknown,
  parts: {
    readonly assertion: string
    readonly what: string
    readonly revertOf: (payload: PayloadRecord) => Hex | undefined
  },
  error: ExpectedError = anyError,
): Promise<Verdict> {
  const { assertion, what, revertOf } = parts
  const expected = `a ${what} to revert${error.text}`
  return await judgeRequests(subject, { assertion, expected }, async (transaction, requests) => {
    const holds = requests
      .flatMap(({ payloads }) => payloads.flatMap((payload) => revertOf(payload) ?? []))
      .some((revertData) => error.matches(revertData))
    return {
      holds,
      problem: await text(`Expected ${expected}, but none does:`, transaction, requests),
      problemIfNot: await text(`Expected no ${what} to revert${error.text}, but one does:`, transaction, requests),
    }
  })
}

/** Delivers, and judges the requests of a transaction. Without any there is no verdict. */
async function judgeRequests(
  subject: unknown,
  { assertion, expected }: { readonly assertion: string; readonly expected: string },
  judge: (transaction: GatewayTransaction, requests: readonly RequestRecord[]) => Promise<Verdict>,
): Promise<Verdict> {
  const transaction = await gatewayTransactionOf(subject, assertion)
  await settle(transaction.world)
  const requests = requestsOf(transaction)
  if (requests.length > 0) return await judge(transaction, requests)
  return noVerdict(
    `Expected ${expected}, but the transaction ${transaction.txHash} of the gateway chain made no request.`,
  )
}

function countIn(some: readonly unknown[], all: readonly unknown[]): string {
  return `${all.length === 1 ? "it" : `${some.length} of ${all.length}`} ${some.length === 1 ? "is" : "are"}`
}

async function text(
  first: string,
  transaction: GatewayTransaction,
  requests: readonly RequestRecord[],
): Promise<string> {
  return [first, ...(await describeRequests(transaction, requests))].join("\n")
}
