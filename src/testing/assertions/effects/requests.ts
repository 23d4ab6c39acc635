import { type ExpectedError, expectedError } from "../matchArgs.js"
import { type Matcher, type MatchResult, type NamedMatcher, noResult } from "../Matcher.js"
import { describeRequests, type GatewayTransaction, gatewayTransactionOf, requestsOf } from "./describeRequests.js"
import { settle } from "./subject.js"
import type { PayloadRecord, RequestRecord } from "#src/devnet/gateway/ledger/types.js"
import { isPayloadResolved } from "#src/gateway/states.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** Delivers, and finds out whether every request of a transaction is complete, with those that their callbacks made. */
export async function checkRequestsCompleted(subject: unknown): Promise<MatchResult> {
  const expected = "every request to be completed"
  return await checkRequests(subject, { assertion: "completed", expected }, (transaction, requests) => {
    const open = requests.filter(({ status }) => status !== "COMPLETED")
    return {
      holds: open.length === 0,
      problem: () => text(`Expected ${expected}, but ${countIn(open, requests)} not:`, transaction, open),
      problemIfNot: () => text("Expected a request not to be completed, but every one is:", transaction, requests),
    }
  })
}

export const checkPayloadsResolved: Matcher<[]> = (subject) =>
  checkResolved(subject, "resolvePayloads", {
    what: "payload",
    verb: "executed on its chain",
    concerns: () => true,
    isDone: ({ executed }) => executed !== undefined,
  })

export const checkCallbacksResolved: Matcher<[]> = (subject) =>
  checkResolved(subject, "resolveCallbacks", {
    what: "callback",
    verb: "run",
    concerns: ({ callback }) => callback !== undefined,
    isDone: ({ status }) => isPayloadResolved(status),
  })

export const checkPayloadReverts: Matcher<[]> = (subject) => checkReverts(subject, "revertPayload", "payload")

export const checkCallbackReverts: Matcher<[]> = (subject) => checkReverts(subject, "revertCallback", "callback")

export const checkPayloadRevertsWith: NamedMatcher = async (subject, contract, name, args) =>
  await checkReverts(subject, "revertPayloadWith", "payload", expectedError(contract, name, args))

export const checkCallbackRevertsWith: NamedMatcher = async (subject, contract, name, args) =>
  await checkReverts(subject, "revertCallbackWith", "callback", expectedError(contract, name, args))

/** With what a payload or its callback reverts now; `undefined` if it does not. */
const revertOf = {
  payload: ({ executed, executionAttempt }: PayloadRecord) =>
    executed === undefined ? executionAttempt.revertData : undefined,
  callback: ({ executed, resolved, callbackAttempt }: PayloadRecord) =>
    executed !== undefined && resolved === undefined ? callbackAttempt.revertData : undefined,
}

async function checkResolved(
  subject: unknown,
  assertion: string,
  parts: {
    readonly what: string
    readonly verb: string
    readonly concerns: (payload: PayloadRecord) => boolean
    readonly isDone: (payload: PayloadRecord) => boolean
  },
): Promise<MatchResult> {
  const { what, verb, concerns, isDone } = parts
  const expected = `every ${what} to be ${verb}`
  return await checkRequests(subject, { assertion, expected }, (transaction, requests) => {
    const concerned = requests.flatMap(({ payloads }) => payloads.filter(concerns))
    if (concerned.length === 0) return noResult(`Expected ${expected}, but the requests have no ${what}.`)
    const open = concerned.filter((payload) => !isDone(payload))
    return {
      holds: open.length === 0,
      problem: () => text(`Expected ${expected}, but ${countIn(open, concerned)} not:`, transaction, requests),
      problemIfNot: () => text(`Expected a ${what} not to be ${verb}, but every one is:`, transaction, requests),
    }
  })
}

async function checkReverts(
  subject: unknown,
  assertion: string,
  what: keyof typeof revertOf,
  wanted?: ExpectedError,
): Promise<MatchResult> {
  const withError = wanted === undefined ? "" : ` with ${wanted.text}`
  const expected = `a ${what} to revert${withError}`
  return await checkRequests(subject, { assertion, expected }, (transaction, requests) => {
    const holds = requests
      .flatMap(({ payloads }) => payloads.flatMap((payload) => revertOf[what](payload) ?? []))
      .some((data) => wanted === undefined || wanted.matches(decodeRevertData(data, [wanted.abi])))
    return {
      holds,
      problem: () => text(`Expected ${expected}, but none does:`, transaction, requests),
      problemIfNot: () => text(`Expected no ${what} to revert${withError}, but one does:`, transaction, requests),
    }
  })
}

/** Delivers, and checks the requests of a transaction. Without any there is no result. */
async function checkRequests(
  subject: unknown,
  { assertion, expected }: { readonly assertion: string; readonly expected: string },
  check: (transaction: GatewayTransaction, requests: readonly RequestRecord[]) => MatchResult,
): Promise<MatchResult> {
  const transaction = await gatewayTransactionOf(subject, assertion)
  await settle(transaction.world)
  const requests = requestsOf(transaction)
  if (requests.length > 0) return check(transaction, requests)
  return noResult(
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
