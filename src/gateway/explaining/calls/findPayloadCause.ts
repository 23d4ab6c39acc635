import { type Address, encodeFunctionData, zeroAddress } from "viem"
import { getBlockNumber, getCode } from "viem/actions"

import type { Evidence } from "../../../explaining/Explanation.js"
import { blockSource, readSource } from "../../../explaining/evidence.js"
import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { gatewaySocketAbi } from "../../onchain/watcherAbi.js"
import type { PayloadFacts, ReachedChain } from "../../reading/types.js"
import { revertsOf } from "../../reverts.js"
import { hasReached } from "../../states.js"
import { type GatewayCase, type GatewayCause, toCause } from "../types.js"
import { functionText, reasonOf, retryMend, simulatedOn, thenRetry } from "../words.js"
import { simulate, type SimulatedCall, type Simulation, tryWithMoreGas } from "./simulate.js"

/** Finds why the call of a payload, whose turn it is, does not succeed on its chain. */
export async function findPayloadCause(
  of: GatewayCase,
  payload: PayloadFacts,
  codeReader: CodeReader,
): Promise<GatewayCause | undefined> {
  const { payloadId: about, target, chainSlug, executed, finalized, queued, callType, reported } = payload
  if (target === null || callType === "SCHEDULE") return undefined
  // Before the watcher has finalized a payload, it is not its turn. The API tells it where no log can be read.
  const isFinalized = finalized !== null || (queued === null && hasReached(reported?.status ?? "NO", "FINALIZED"))
  if (executed === null && !isFinalized) return undefined
  const chain = await of.chainOf(chainSlug)
  if (chain === undefined) return notRead(of, payload, "no node that answers is known for it")
  if (callType === "WRITE" || callType === "READ") {
    const cause = await findMissingTarget(of, payload, { chain, target, codeReader })
    if (cause !== undefined) return cause
  }
  if (executed !== null) return undefined

  const block = await getBlockNumber(chain.client).catch(nodeReason)
  if (typeof block === "string") return notRead(of, payload, block.replace(/\.$/, ""))
  const { simulation, sender } = await simulateExecution(chain, payload)
  const isGivenUp = reported?.isGivenUp === true || payload.marked !== null
  const source = simulatedOn(chain, block)
  const called = `${functionText(payload.callData, of.abis)} of ${target} on ${chain.name}`
  if (simulation === undefined) return undefined
  if (!simulation.reverts) {
    if (!isGivenUp) return undefined
    return toCause({
      name: "given-up",
      says: `The call of ${called} reverted until its tries were over, and it would succeed now.`,
      evidence: [{ source, says: `The call from ${sender} succeeds.` }, ...toldBy(payload, of)],
      mend: retryMend(about, isGivenUp),
      about,
    })
  }
  const reason = reasonOf(simulation.data, of.abis)
  // Somebody has executed it in the meantime.
  if (reason.startsWith("PayloadAlreadyExecuted")) return undefined
  const reverted: Evidence = { source, says: `The call from ${sender} reverts: ${reason}.` }
  const evidence = [reverted, ...toldBy(payload, of)]
  const limit = payload.options?.gasLimit ?? 0n
  const more =
    simulation.data === "0x" && limit > 0n
      ? await tryWithMoreGas(chain.client, callOf(chain, payload), limit)
      : undefined
  if (more !== undefined && "needed" in more) {
    const { needed } = more
    return toCause({
      name: "gas-limit-too-low",
      says: `The call of ${called} gets ${limit} gas, and needs about ${needed}.`,
      evidence: [...evidence, { source, says: `With more gas the same call succeeds, and uses ${needed}.` }],
      mend: {
        who: `the author of the app gateway ${payload.appGateway ?? ""}, who sets more with _setOverrides(${needed}) before the call, and then whoever calls the app gateway again: the limit of this payload is signed and stays`,
        command: null,
      },
      about,
    })
  }
  const what = callType === "DEPLOY" ? `The deployment by ${called}` : `The call of ${called}`
  const triedMore: Evidence[] =
    more === undefined
      ? []
      : [{ source, says: `With ${String(more.failsWith)} gas it fails too. It was not tried with more than that.` }]
  const call = { ...callOf(chain, payload), chain, value: payload.options?.value ?? 0n, to: target }
  const { line, evidence: leftOut } = await readSource(of.findSource, call, source)
  return toCause({
    name: "payload-reverts",
    says: `${what} reverts: ${reason}.${line === undefined ? "" : ` It does so at ${line}.`}`,
    evidence: [...evidence, ...triedMore, ...leftOut],
    mend: {
      who: `whoever may mend the contract ${target} on ${chain.name}, or what it depends on; ${thenRetry(about, isGivenUp)}`,
      command: null,
    },
    about,
  })
}

/** Whether a payload was or can be executed is not known. */
function notRead(of: GatewayCase, payload: PayloadFacts, why: string): GatewayCause | undefined {
  const { payloadId: about, executed, resolved, chainSlug } = payload
  if (executed !== null || resolved !== null) return undefined
  const name = of.chainName(chainSlug)
  return toCause({
    name: "chain-not-read",
    says: `It is not known whether the call was or can be executed, because ${name} could not be read: ${why}.`,
    evidence: [{ source: name, says: `It could not be read: ${why}.` }, ...toldBy(payload, of)],
    mend: { who: "you: check plugs.chains and the node of the chain", command: "npx hardhat plugs doctor" },
    about,
  })
}

/** What the gateway has seen itself. */
function toldBy({ marked, reported }: PayloadFacts, of: GatewayCase): Evidence[] {
  const { gateway } = of.reading
  const [said] = reported === undefined ? [] : revertsOf(reported, of.abis)
  return [
    ...(marked === null
      ? []
      : [
          {
            source: blockSource(gateway, marked.blockNumber),
            says: `PayloadReverted marks it as tried no more: ${reasonOf(marked.revertData, of.abis)}.`,
          },
        ]),
    ...(said === undefined ? [] : [{ source: "the gateway API", says: `It reverts (${said.stage}): ${said.reason}.` }]),
  ]
}

type Sent = { readonly simulation: Simulation; readonly sender: Address }

/** With the watcher's signature the whole execution is simulated, as the transmitter sends it; otherwise the socket's call of the target. */
async function simulateExecution(chain: ReachedChain, payload: PayloadFacts): Promise<Sent> {
  const { payloadId, appGateway, target, callData, options, finalized, callType } = payload
  const { client, socket } = chain
  if (callType === "READ" || socket === undefined || finalized === null || options === null || appGateway === null) {
    const readAt = options?.readAtBlockNumber ?? 0n
    const call = { ...callOf(chain, payload), ...(readAt === 0n ? {} : { blockNumber: readAt }) }
    return { simulation: await simulate(client, call), sender: call.from }
  }
  const { gasLimit, value } = options
  const params = { payloadId, appGateway, target: target ?? zeroAddress, value, gasLimit, callData }
  const data = encodeFunctionData({ abi: gatewaySocketAbi, functionName: "execute", args: [params, finalized.proof] })
  // Anybody may send it. The sender that the target sees is the socket.
  return { simulation: await simulate(client, { from: anybody, to: socket, data, value }), sender: socket }
}

const anybody: Address = "0x000000000000000000000000000000000000dEaD"

function callOf(
  { socket = zeroAddress }: ReachedChain,
  { target, callData, options }: PayloadFacts,
): SimulatedCall & { to: Address } {
  return { from: socket, to: target ?? zeroAddress, data: callData, value: options?.value }
}

async function findMissingTarget(
  of: GatewayCase,
  payload: PayloadFacts,
  { chain, target, codeReader }: { chain: ReachedChain; target: Address; codeReader: CodeReader },
): Promise<GatewayCause | undefined> {
  const { executed, resolved, payloadId: about, callData } = payload
  // A contract that returned something is there.
  if ((executed?.returnData ?? "0x") !== "0x" || (await codeReader.hasCode(chain, target))) return undefined
  const called = functionText(callData, of.abis)
  const end = executed === null ? "would do nothing" : "did nothing and returned nothing"
  return toCause({
    name: "target-missing",
    // What is over is not stopped by it any more.
    certainty: resolved === null ? "certain" : "likely",
    says: `There is no contract at ${target} on ${chain.name}, so the call of ${called} ${end}.`,
    evidence: [
      { source: `${chain.name}, its newest block`, says: `There is no code at ${target}.` },
      ...toldBy(payload, of),
    ],
    mend: {
      who: `the author of the app gateway ${payload.appGateway ?? ""}, who takes the forwarder of a contract that is deployed on ${chain.name}, and then whoever calls the app gateway again`,
      command: null,
    },
    about,
  })
}

/** Tells where there are contracts. Payloads of a request often call the same one, which is asked for once. */
export type CodeReader = { hasCode(chain: ReachedChain, address: Address): Promise<boolean> }

/** Creates it. A node that does not answer counts as one that has the contract, because nothing is known then. */
export function createCodeReader(): CodeReader {
  const known = new Map<string, Promise<boolean>>()
  return {
    hasCode({ client, slug }, address) {
      const key = `${slug} ${address.toLowerCase()}`
      const asking =
        known.get(key) ??
        getCode(client, { address }).then(
          (code) => code !== undefined && code !== "0x",
          () => true,
        )
      known.set(key, asking)
      return asking
    },
  }
}
