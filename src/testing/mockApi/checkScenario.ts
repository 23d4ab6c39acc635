import { checkAmount, checkOptions, describeArgument, invalid } from "../arguments.js"
import { requestShapes } from "./gatewayRecords.js"
import { messagingShapes } from "./messagingRoutes.js"
import type { MockedApi } from "./MockRoute.js"
import {
  callTypes,
  deploymentStates,
  payloadStates,
  timeoutStates,
  transactionStates,
  triggerStates,
} from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { checkAddress, checkBytes32, checkHash, checkName } from "#src/primitives/checks.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { routeStates } from "#src/swap/states.js"

type Check = (value: unknown, argument: string) => unknown

/** A kind of entry: the field that tells it from others, and what may stand beside. */
type EntryKind = {
  readonly by: string
  readonly checkBy?: Check
  /** The field with the answers, in order. */
  readonly answers: string
  readonly checkAnswer?: Check
  readonly others?: readonly string[]
}

const state =
  (table: Readonly<Record<string, unknown>>, called: string): Check =>
  (value, argument) =>
    checkName(value, argument, { table, called })

const oneOrMore =
  (one: Check, each: Check = one): Check =>
  (value, argument) => {
    if (Array.isArray(value)) value.forEach((part, index) => each(part, `${argument}[${index}]`))
    else one(value, argument)
  }

const payloadState = state(payloadStates, "a state of a payload")
const mockedPayload: Check = (value, argument) => {
  if (!isRecord(value)) return payloadState(value, argument)
  checkOptions(argument, value, ["status", "reverts"])
  return payloadState(value["status"], `${argument}.status`)
}
const routeState: Check = (value, argument) => {
  // As version 2 of the API wrote it.
  if (!Number.isSafeInteger(value)) state(routeStates, "a state of a route")(value, argument)
}

const kinds: Readonly<Record<MockedApi, readonly EntryKind[]>> = {
  messaging: [
    { by: "fees", answers: "fees", checkAnswer: checkWei, others: ["srcPlug", "srcChainSlug", "dstChainSlug"] },
    {
      ...{ by: "srcTxHash", checkBy: checkHash, others: ["srcChainSlug", "dstChainSlug", "shape"] },
      ...{ answers: "states", checkAnswer: oneOrMore(state(messageStates, "a state of a message")) },
    },
  ],
  gateway: [
    {
      ...{ by: "txHash", checkBy: checkHash, others: ["callTypes", "shape"] },
      ...{ answers: "states", checkAnswer: oneOrMore(state(transactionStates, "a state of a request"), mockedPayload) },
    },
    { by: "payloadId", checkBy: checkBytes32, answers: "states", checkAnswer: payloadState },
    {
      ...{ by: "triggerTxHash", checkBy: checkHash },
      ...{
        answers: "states",
        checkAnswer: state({ Executed: triggerStates.Executed }, "a published state of a trigger"),
      },
    },
    {
      by: "timeout",
      checkBy: (timeout, argument) => {
        checkOptions(argument, timeout ?? null, ["timeoutId", "txHash", "target"])
      },
      ...{ answers: "states", checkAnswer: state(timeoutStates, "a state of a timeout") },
    },
    {
      ...{ by: "contractId", checkBy: checkBytes32, others: ["appGatewayAddress", "chainSlug"] },
      ...{ answers: "states", checkAnswer: state(deploymentStates, "a state of a deployment") },
    },
    {
      ...{ by: "onChainAddress", checkBy: checkAddress, others: ["chainSlug"] },
      ...{ answers: "isDeployed", checkAnswer: checkBoolean },
    },
  ],
  swap: [
    { by: "quoteId", answers: "states", checkAnswer: routeState, others: ["isBare"] },
    { by: "srcTxHash", checkBy: checkHash, answers: "states", checkAnswer: routeState, others: ["isBare"] },
    {
      ...{ by: "quotes", answers: "quotes" },
      others: ["isBare", "originChainId", "destinationChainId", "inputToken", "outputToken", "userOps"],
    },
    { by: "tokens", answers: "tokens", others: ["q"] },
    { by: "chains", answers: "chains" },
    { by: "providers", answers: "providers" },
  ],
}

/** Checks a scenario, for users without TypeScript: what is misspelt would have no answers, and say so only when it is asked for. */
export function checkScenario(scenario: unknown): void {
  const isObject = isRecord(scenario)
  const wrong = isObject
    ? Object.entries(scenario).find(
        ([api, entries]) => !Object.hasOwn(kinds, api) || (entries !== undefined && !Array.isArray(entries)),
      )
    : undefined
  if (!isObject || wrong !== undefined) {
    throw invalid(
      "scenario",
      wrong === undefined ? "it is not an object" : `${wrong[0]} is no API, or has no list of entries`,
      "Give a list for some of messaging, gateway and swap: mockApi({ messaging: [{ srcTxHash, states }] }).",
    )
  }
  for (const [api, entries] of Object.entries(scenario) as [MockedApi, unknown[] | undefined][]) {
    entries?.forEach((entry, index) => {
      checkEntry(api, entry, `${api}[${index}]`)
    })
  }
}

function checkEntry(api: MockedApi, entry: unknown, argument: string): void {
  const kind = isRecord(entry) ? kinds[api].find(({ by }) => by in entry) : undefined
  if (!isRecord(entry) || kind === undefined) {
    const problem = isRecord(entry) ? "it does not say what is asked for" : `${describeArgument(entry)} is no entry`
    throw invalid(argument, problem, `Give it ${kinds[api].map(({ by }) => by).join(" or ")}.`)
  }
  const { by, checkBy, answers, checkAnswer, others = [] } = kind
  checkOptions(argument, entry, [...new Set([by, answers, ...others])])
  checkBy?.(entry[by], `${argument}.${by}`)
  if (entry["shape"] !== undefined) {
    const table: Readonly<Record<string, true>> = api === "messaging" ? messagingShapes : requestShapes
    checkName(entry["shape"], `${argument}.shape`, { table, called: "a shape of the response" })
  }
  const types: unknown = entry["callTypes"] ?? []
  oneOrMore(state(callTypes, "a type of call"))(types, `${argument}.callTypes`)
  const steps = entry[answers]
  // No answers at all are refused where it is known what they are about.
  if (!Array.isArray(steps)) return
  steps.forEach((step, index) => {
    checkStep(step, `${argument}.${answers}[${index}]`, checkAnswer)
  })
}

const timing: readonly string[] = ["after", "times", "slow"]
const errors: readonly unknown[] = ["unknown", "malformed", "empty", "cut"]

function checkStep(step: unknown, argument: string, checkAnswer: Check | undefined): void {
  if (isRecord(step) && "error" in step) {
    checkOptions(argument, step, [...timing, "error", "message", "retryAfter"])
    const { error } = step
    if (errors.includes(error) || (Number.isSafeInteger(error) && Number(error) >= 400 && Number(error) < 600)) return
    const fix = `Give a status of HTTP from 400 to 599, or ${errors.join(", ")}.`
    throw invalid(argument, `there is no error ${describeArgument(error)}`, fix)
  }
  if (!isRecord(step) || !("status" in step)) {
    checkAnswer?.(step, argument)
    return
  }
  checkOptions(argument, step, [...timing, "status", "fields"])
  checkAnswer?.(step["status"], `${argument}.status`)
}

function checkBoolean(value: unknown, argument: string): void {
  if (typeof value === "boolean") return
  throw invalid(argument, `${describeArgument(value)} is no boolean`, "Give true or false.")
}

function checkWei(value: unknown, argument: string): void {
  checkAmount(argument, value)
}
