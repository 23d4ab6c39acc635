import type { PayloadRecord } from "../../../devnet/gateway/ledger/types.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import {
  checkExpectedRevert,
  type ExpectedRevert,
  formatExpectedRevert,
  isExpectedRevert,
} from "../reverts/expectedRevert.js"
import { projectAbis } from "../reverts/projectAbis.js"
import type { Verdict } from "../Verdict.js"
import { describeRequests } from "./describeRequests.js"
import { type GatewayTransaction, gatewayTransactionOf, requestsOf } from "./requestsOf.js"

/** Delivers, and finds out whether every request of a transaction is complete, with those that their callbacks made. */
export async function judgeRequestsCompleted(subject: unknown): Promise<Verdict> {
  const transaction = await gatewayTransactionOf(subject, "completed")
  await transaction.world.relay.idle()
  const requests = requestsOf(transaction)
  const open = requests.filter(({ status }) => status !== "COMPLETED")
  const are = open.length === 1 ? "1 is not" : `${open.length} are not`
  return {
    holds: requests.length > 0 && open.length === 0,
    problem:
      requests.length === 0
        ? `Expected every request to be completed, but ${madeNone(transaction)}.`
        : await text(`Expected every request to be completed, but ${are}:`, transaction, open),
    problemIfNot: await text("Expected a request not to be completed, but every one is:", transaction, requests),
  }
}

/** Delivers, and finds out whether every payload of a transaction was executed on its chain. */
export function judgePayloadResolved(subject: unknown): Promise<Verdict> {
  return judgeResolved(subject, "payloadResolved", {
    what: "payload",
    verb: "executed on its chain",
    concerns: () => true,
    isDone: ({ executed }) => executed !== undefined,
  })
}

/** Delivers, and finds out whether every callback of a transaction's payloads has run. */
export function judgeCallbackResolved(subject: unknown): Promise<Verdict> {
  return judgeResolved(subject, "callbackResolved", {
    what: "callback",
    verb: "run",
    concerns: ({ callback }) => callback !== undefined,
    isDone: ({ status }) => status === "PROMISE_RESOLVED",
  })
}

/** Delivers, and finds out whether a payload of a transaction reverts on its chain with an error. */
export function judgePayloadReverted(subject: unknown, name: string, args?: readonly unknown[]): Promise<Verdict> {
  return judgeReverted(subject, "payloadRevertedWith", { name, args }, "a payload", ({ executed, executionAttempt }) =>
    executed === undefined ? executionAttempt.revertData : undefined,
  )
}

/** Delivers, and finds out whether the callback of a payload of a transaction reverts with an error. */
export function judgeCallbackReverted(subject: unknown, name: string, args?: readonly unknown[]): Promise<Verdict> {
  return judgeReverted(subject, "callbackRevertedWith", { name, args }, "a callback", (payload) =>
    payload.executed !== undefined && payload.resolved === undefined ? payload.callbackAttempt.revertData : undefined,
  )
}

async function judgeResolved(
  subject: unknown,
  assertion: string,
  {
    what,
    verb,
    concerns,
    isDone,
  }: {
    what: string
    verb: string
    concerns: (payload: PayloadRecord) => boolean
    isDone: (payload: PayloadRecord) => boolean
  },
): Promise<Verdict> {
  const transaction = await gatewayTransactionOf(subject, assertion)
  await transaction.world.relay.idle()
  const requests = requestsOf(transaction)
  const payloads = requests.flatMap((request) => request.payloads.filter(concerns))
  const open = payloads.filter((payload) => !isDone(payload))
  const none = requests.length === 0 ? madeNone(transaction) : `its requests have no ${what}`
  const expected = `Expected every ${what} to be ${verb}`
  return {
    holds: payloads.length > 0 && open.length === 0,
    problem:
      payloads.length === 0
        ? `${expected}, but ${none}.`
        : await text(
            `${expected}, but ${open.length} of ${payloads.length} ${isOrAre(open.length)} not:`,
            transaction,
            requests,
          ),
    problemIfNot: await text(`Expected a ${what} not to be ${verb}, but every one is:`, transaction, requests),
  }
}

async function judgeReverted(
  subject: unknown,
  assertion: string,
  expected: ExpectedRevert,
  what: string,
  revertDataOf: (payload: PayloadRecord) => PayloadRecord["executionAttempt"]["revertData"],
): Promise<Verdict> {
  const transaction = await gatewayTransactionOf(subject, assertion)
  const abis = await projectAbis(transaction.world)
  checkExpectedRevert(expected, abis, assertion)
  await transaction.world.relay.idle()
  const requests = requestsOf(transaction)
  const holds = requests
    .flatMap(({ payloads }) => payloads)
    .some((payload) => {
      const revertData = revertDataOf(payload)
      return revertData !== undefined && isExpectedRevert(expected, decodeRevertData(revertData, abis))
    })
  const wanted = formatExpectedRevert(expected)
  return {
    holds,
    problem:
      requests.length === 0
        ? `Expected ${what} to revert with ${wanted}, but ${madeNone(transaction)}.`
        : await text(`Expected ${what} to revert with ${wanted}, but none does:`, transaction, requests),
    problemIfNot: await text(
      `Expected no ${what.slice(2)} to revert with ${wanted}, but one does:`,
      transaction,
      requests,
    ),
  }
}

const isOrAre = (count: number): string => (count === 1 ? "is" : "are")

const madeNone = ({ txHash }: GatewayTransaction): string => `the transaction ${txHash} of the gateway chain made none`

async function text(
  first: string,
  transaction: GatewayTransaction,
  requests: Parameters<typeof describeRequests>[1],
): Promise<string> {
  return [first, ...(await describeRequests(transaction, requests))].join("\n")
}
