import { type Address, encodeFunctionData, type Hex, slice, zeroAddress } from "viem"
import { getBlockNumber, getCode } from "viem/actions"

import { gatewaySocketAbi } from "../../onchain/watcherAbi.js"
import type { PayloadFacts, ReachedChain } from "../../reading/types.js"
import { type Revert, revertsOf } from "../../reverts.js"
import { hasReached } from "../../states.js"
import type { CallReaders, GatewayCase, GatewayCause } from "../types.js"
import { atLine, functionText, nextTry, reasonOf, reported, retryFix } from "../words.js"
import { type MoreGas, simulate, type SimulatedCall, type Simulation, tryWithMoreGas } from "./simulate.js"
import { readIn, type ReadSource, readSource, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { lacksFunction } from "#src/onchain/readFunction.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

export type PayloadCall = { readonly kind: "payload"; readonly payload: PayloadFacts } & (
  | { readonly outcome: "not read"; readonly why: string }
  | { readonly outcome: "no target"; readonly chain: ReachedChain; readonly target: Address }
  | (SimulatedPayload & { readonly outcome: "given up"; readonly returned: Hex })
  | (SimulatedPayload & {
      readonly outcome: "reverts"
      readonly data: Hex
      /** Only if it reverts without a reason. */
      readonly more: MoreGas | undefined
      /** Whether the target has no such function. */
      readonly isMissing?: boolean
      readonly line: ReadSource
    })
)

type SimulatedPayload = {
  readonly chain: ReachedChain
  readonly target: Address
  readonly block: bigint
  /** The sender that the target sees. */
  readonly sender: Address
}

/** Checks whether there are contracts. Payloads of a request often call the same one, which is read once. */
export type CodeReader = (chain: ReachedChain, address: Address) => Promise<boolean>

/** Creates it. Where a node does not answer, the contract counts as present, because nothing is known. */
export function createCodeReader(): CodeReader {
  const answers = new Map<string, Promise<boolean>>()
  return ({ client, slug }, address) => {
    const key = `${slug} ${address.toLowerCase()}`
    const answer =
      answers.get(key) ??
      getCode(client, { address }).then(
        (code) => code !== undefined,
        () => true,
      )
    answers.set(key, answer)
    return answer
  }
}

/** Simulates the call of a payload whose turn it is; `undefined` if nothing is wrong with it, or it is not its turn. */
export async function readPayloadCall(
  payload: PayloadFacts,
  { chainOf, findSource, hasCode }: CallReaders & { readonly hasCode: CodeReader },
): Promise<PayloadCall | undefined> {
  const { target, chainSlug, executed, resolved, finalized, queued, callType, callData, options, marked } = payload
  if (target === null || callType === "SCHEDULE") return undefined
  // A payload's turn comes when the watcher has finalized it. Where no log can be read, the API tells.
  const isFinalized =
    finalized !== null || (queued === null && hasReached(payload.reported?.status ?? "NO", "FINALIZED"))
  if (executed === null && !isFinalized) return undefined
  const call = { kind: "payload", payload } as const
  const notRead = (why: string): PayloadCall | undefined =>
    executed === null && resolved === null ? { ...call, outcome: "not read", why } : undefined
  const chain = await chainOf(chainSlug)
  if (chain === undefined) return notRead("no node that answers is known for it")
  // A contract that returned something is there.
  const isCall = (callType === "WRITE" || callType === "READ") && (executed?.returnData ?? "0x") === "0x"
  if (isCall && !(await hasCode(chain, target))) return { ...call, outcome: "no target", chain, target }
  if (executed !== null) return undefined

  const block = await getBlockNumber(chain.client).catch(nodeReason)
  if (typeof block === "string") return notRead(clauseOf(block))
  const { simulation, sender } = await simulateExecution(chain, payload, target)
  const simulated = { ...call, chain, target, block, sender }
  if (simulation === undefined) return undefined
  if (!simulation.reverts)
    return isGivenUp(payload.reported, marked)
      ? { ...simulated, outcome: "given up", returned: simulation.returned }
      : undefined
  const { data } = simulation
  // It was executed in the meantime.
  if (decodeRevertData(data, [gatewaySocketAbi]).name === "PayloadAlreadyExecuted") return undefined
  const ownCall = callOf(chain, payload, target)
  const limit = options?.gasLimit ?? 0n
  const more = data === "0x" && limit > 0n ? await tryWithMoreGas(chain.client, ownCall, limit) : undefined
  const { source } = simulatedIn(chain, block, "")
  const asked = { chain, from: sender, to: target, data: callData, value: ownCall.value }
  const [isMissing, line] = await Promise.all([
    isCall && data === "0x" && lacksFunction(chain.client, { address: target, from: ownCall.from, data: callData }),
    readSource(findSource, asked, source),
  ])
  return { ...simulated, outcome: "reverts", data, more, isMissing, line }
}

function isGivenUp(payload: PayloadFacts["reported"], marked: PayloadFacts["marked"]): boolean {
  return payload?.isGivenUp === true || marked !== null
}

/** With the watcher's signature the whole execution is simulated, as the transmitter sends it; otherwise the socket's call of the target. */
async function simulateExecution(
  chain: ReachedChain,
  payload: PayloadFacts,
  target: Address,
): Promise<{ simulation: Simulation; sender: Address }> {
  const { payloadId, appGateway, callData, options, finalized, callType } = payload
  const { client, socket } = chain
  if (callType === "READ" || socket === undefined || finalized === null || options === null || appGateway === null) {
    const readAt = options?.readAtBlockNumber ?? 0n
    const call = { ...callOf(chain, payload, target), ...(readAt === 0n ? {} : { blockNumber: readAt }) }
    return { simulation: await simulate(client, call), sender: call.from }
  }
  const { gasLimit, value } = options
  const params = { payloadId, appGateway, target, value, gasLimit, callData }
  const data = encodeFunctionData({ abi: gatewaySocketAbi, functionName: "execute", args: [params, finalized.proof] })
  return { simulation: await simulate(client, { from: anySender, to: socket, data, value }), sender: socket }
}

const anySender: Address = "0x000000000000000000000000000000000000dEaD"

function callOf(
  { socket = zeroAddress }: ReachedChain,
  { callData, options }: PayloadFacts,
  target: Address,
): SimulatedCall & { readonly value: bigint } {
  return { from: socket, to: target, data: callData, value: options?.value ?? 0n }
}

export function payloadCause(reading: GatewayCase, call: PayloadCall): GatewayCause {
  const { payload } = call
  const { payloadId: about, callData, chainSlug, appGateway, executed, resolved, options, callType } = payload
  const fromGateway = gatewayEvidence(reading, payload)
  const author = `the author of the app gateway ${appGateway ?? ""}`
  if (call.outcome === "not read") {
    const name = reading.chainName(chainSlug)
    const command = "npx hardhat plugs doctor"
    return {
      name: "chain-not-read",
      says: `It is not known whether the call was or can be executed, because ${name} could not be read: ${call.why}.`,
      evidence: [{ source: name, says: `It could not be read: ${call.why}.` }, ...fromGateway],
      fix: { who: "check plugs.chains and the node of the chain", command },
      about,
    }
  }
  const { chain, target } = call
  const called = functionText(callData, reading.abis)
  if (call.outcome === "no target") {
    const result = executed === null ? "would do nothing" : "did nothing and returned nothing"
    return {
      name: "target-missing",
      // It does not stop what is over.
      certainty: resolved === null ? "certain" : "likely",
      says: `There is no contract at ${target} on ${chain.name}, so the call of ${called} ${result}.`,
      evidence: [{ source: `${chain.name}, its newest block`, says: `There is no code at ${target}.` }, ...fromGateway],
      fix: byOthers(
        `${author} uses the forwarder of a contract that is deployed on ${chain.name}; then call the app gateway again`,
      ),
      about,
    }
  }
  const { block, sender } = call
  const where = `${called} of ${target} on ${chain.name}`
  const simulated = (says: string): Evidence => simulatedIn(chain, block, says)
  if (call.outcome === "given up") {
    return {
      name: "given-up",
      says: `The call of ${where} reverted until its tries were over, and it would succeed now.`,
      evidence: [simulated(`The call from ${sender} succeeds.`), ...fromGateway],
      fix: retryFix(about),
      about,
    }
  }
  const { data, more, isMissing, line } = call
  const asserts = more !== undefined && "failsWith" in more && more.how === "asserts"
  // What gives no reason is told by who has tried it.
  const told = data === "0x" ? toldReason(reading, payload, "execute") : undefined
  const reason = asserts
    ? "an assertion of its code fails, and gives no reason (invalid opcode)"
    : (told ?? reasonOf(data, reading.abis))
  const evidence = [simulated(`The call from ${sender} reverts: ${reason}.`), ...fromGateway]
  if (isMissing === true) {
    const lacks = `no function with the selector ${slice(callData, 0, 4)}`
    return {
      name: "payload-reverts",
      says: `The call of ${where} reverts: the contract has ${lacks}.`,
      evidence: [...evidence, readIn(chain, block, `The code behind ${target} has ${lacks}.`)],
      fix: byOthers(`${author} calls a function that the contract has, and deploys the app gateway again`),
      about,
    }
  }
  if (more !== undefined && "needed" in more) {
    const { needed } = more
    return {
      name: "gas-limit-too-low",
      says: `The call of ${where} gets ${options?.gasLimit ?? 0n} gas, and needs about ${needed}.`,
      evidence: [...evidence, simulated(`With more gas the same call succeeds, and uses ${needed}.`)],
      fix: byOthers(
        `${author} sets more with _setOverrides(${needed}) before the call; then call the app gateway again, because the limit of this payload is signed and stays`,
      ),
      about,
    }
  }
  if (more !== undefined && "failsWith" in more && more.how === "out of gas") {
    const runsOut = `With ${String(more.failsWith)} gas it runs out of gas too. More was not tried.`
    return {
      name: "gas-limit-too-low",
      says: `The call of ${where} runs out of gas: it gets ${options?.gasLimit ?? 0n}, and it runs out of ${String(more.failsWith)} too.`,
      evidence: [...evidence, simulated(runsOut)],
      fix: byOthers(
        `the owner of the contract ${target} on ${chain.name} changes it, if it loops without end; else ${author} sets more with _setOverrides, and the app gateway is called again`,
      ),
      about,
    }
  }
  const triedMore =
    more === undefined ? [] : [simulated(`With ${String(more.failsWith)} gas it fails too. More was not tried.`)]
  return {
    name: "payload-reverts",
    says: `${callType === "DEPLOY" ? "The deployment by" : "The call of"} ${where} reverts${atLine(line)}: ${reason}.`,
    evidence: [...evidence, ...triedMore, ...line.evidence],
    fix: byOthers(
      `the owner of the contract ${target} on ${chain.name} fixes it or what it depends on; then ${nextTry(about, isGivenUp(payload.reported, payload.marked))}`,
    ),
    about,
  }
}

/** Why a payload or its callback reverts, by the log of the watcher contract and by the API; `undefined` if neither gives a reason. */
export function toldReason(
  { abis }: Pick<GatewayCase, "abis">,
  { marked, reported: payload }: PayloadFacts,
  stage: Revert["stage"],
): string | undefined {
  if (marked !== null && marked.revertData !== "0x") return reasonOf(marked.revertData, abis)
  return payload === undefined ? undefined : revertsOf(payload, abis).find((revert) => revert.stage === stage)?.reason
}

function gatewayEvidence({ gateway, abis }: GatewayCase, { marked, reported: payload }: PayloadFacts): Evidence[] {
  const [revert] = payload === undefined ? [] : revertsOf(payload, abis)
  const marking = marked && `PayloadReverted marks it as not tried again: ${reasonOf(marked.revertData, abis)}.`
  return [
    ...(marked === null || marking === null ? [] : [readIn(gateway, marked.blockNumber, marking)]),
    ...(revert === undefined ? [] : [reported(`It reverts (${revert.stage}): ${revert.reason}.`)]),
  ]
}
