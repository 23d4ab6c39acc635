import {
  type Address,
  type Client,
  getAddress,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
  slice,
  zeroAddress,
} from "viem"
import { getCode, readContract } from "viem/actions"
import { z } from "zod"

import { authorErrorsAbi } from "../../onchain/watcherAbi.js"
import type { GatewayReading, TransactionFacts } from "../../reading/types.js"
import { silentAppGateway } from "../../reverts.js"
import type { GatewayCase, GatewayCause } from "../types.js"
import { functionText, readAtHead } from "../words.js"
import { readUnwillingPayer, type UnwillingPayer } from "./payer.js"
import type { SimulatedCall } from "./simulate.js"
import { simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import { askNode, parseAnswer } from "#src/onchain/simulation/askNode.js"
import { type CallTrace, type Frame, traceCall } from "#src/onchain/simulation/callTrace.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

export type TransactionRevert = {
  readonly payer?: UnwillingPayer | undefined
  /** The address resolver of the contract that was called, if it has one. */
  readonly resolver?: Address | undefined
  readonly mistake?: SilentMistake | undefined
}

const resolverAbi = parseAbi(["function addressResolver__() view returns (address)"])

/** Reads it; nothing if the transaction did not revert there. */
export async function readTransactionRevert({ gateway, transaction }: GatewayReading): Promise<TransactionRevert> {
  if (transaction?.chain !== gateway || transaction.revertData === null) return {}
  const { from, to, input: data, value, revertData } = transaction
  const payer = await readUnwillingPayer(gateway, revertData)
  if (payer !== undefined || from === null || to === null) return { payer }
  const read = { abi: resolverAbi, address: to, functionName: "addressResolver__" } as const
  const call = { from, to, data, value, blockNumber: blockBefore(transaction) }
  const [resolver, mistake] = await Promise.all([
    readContract(gateway.client, read).catch(() => undefined),
    revertData === "0x" ? findSilentMistake(gateway.client, call) : undefined,
  ])
  return { resolver, mistake }
}

function blockBefore({ mined }: TransactionFacts): bigint | undefined {
  return mined === null ? undefined : mined.blockNumber - 1n
}

/** Words the author's mistake because of which the transaction reverted, such as a call outside `async`, if it is a known one. */
export function mistakeCause(reading: GatewayCase, { resolver, mistake }: TransactionRevert): GatewayCause | undefined {
  const { transaction, gateway, head, abis } = reading
  if (transaction === null || transaction.revertData === null || transaction.from === null) return undefined
  const { to, input: data, revertData } = transaction
  const block = blockBefore(transaction) ?? head.number
  const { name, args, reason } = decodeRevertData(revertData, [authorErrorsAbi])
  const seen = simulatedIn(gateway, block, `The same call reverts: ${reason}.`)
  const called = to === null ? "its constructor" : functionText(data, abis)
  const author = `the author of the app gateway${to === null ? "" : ` ${to}`}`

  if (name === "AsyncModifierNotSet") {
    return {
      name: "async-missing",
      says: `${called} calls another chain, or deploys or schedules something, outside async: a call of a forwarder is only queued within a function that has the modifier async.`,
      evidence: [seen],
      fix: byOthers(`${author} adds the modifier async to ${called} and deploys it again`),
    }
  }
  const viewsCause = (by: Address, selector: Hex): GatewayCause => {
    const view = functionText(selector, abis)
    return {
      name: "forwarder-function-views",
      says: `The app gateway ${by} calls ${view} of a forwarder through an interface that declares it as view or pure, so the call cannot be queued.`,
      evidence: [seen],
      fix: byOthers(
        `${author} declares ${view} without view and without a return value, and receives the result in a callback of then`,
      ),
    }
  }
  if (name === "CalledAsView") return viewsCause(to ?? zeroAddress, args[0] as Hex)
  const wrong = wrongResolver(reading, { to, name, args, resolver })
  if (wrong !== undefined) {
    const isRead = name !== "InvalidAddressResolver" && to !== null
    return {
      name: "wrong-resolver",
      says: `The app gateway ${to ?? "that was to be deployed"} has the address resolver ${wrong}, which is not that of ${gateway.name}: ${gateway.addressResolver}.`,
      evidence: [seen, ...(isRead ? [readAtHead(reading, `addressResolver__() of ${to} is ${wrong}.`)] : [])],
      fix: byOthers(
        `${author} deploys it with the address resolver ${gateway.addressResolver} as the argument of _initializeAppGateway`,
      ),
    }
  }
  if (revertData !== "0x" || to === null) return undefined
  if (mistake === undefined) {
    return {
      name: "transaction-reverted",
      says: `The transaction reverted on ${gateway.name}, so it made no request: ${silentAppGateway}.`,
      evidence: [seen],
      fix: byOthers(`${author} checks these calls in ${called}`),
    }
  }
  if (mistake.kind === "views") return viewsCause(mistake.by, mistake.selector)
  if (mistake.kind === "returns") {
    const returning = functionText(mistake.selector, abis)
    const accepted = `The forwarder ${mistake.forwarder} accepted the call and returned no data; ${mistake.by} reverted next.`
    return {
      name: "forwarder-function-returns",
      says: `The app gateway calls ${returning} through an interface that declares it as returning something. A forwarder only queues the call and returns nothing, so the compiler's check of the result reverts without a reason.`,
      evidence: [seen, simulatedIn(gateway, block, accepted)],
      fix: byOthers(
        `${author} declares ${returning} without a return value, and receives the result in a callback of then`,
      ),
    }
  }
  const at = getAddress(mistake.at)
  const noCode = `${mistake.by} was about to call ${at}, where there is no code, and reverted.`
  const evidence = [seen, simulatedIn(gateway, block, noCode)]
  if (at === zeroAddress) {
    return {
      name: "forwarder-zero",
      says: `The app gateway calls the zero address as a forwarder: nothing is deployed on that chain yet, so forwarderAddresses has no entry.`,
      evidence,
      fix: byOthers(
        `${author} deploys the contract to that chain first, and waits until npx hardhat gateway addresses shows its forwarder`,
      ),
    }
  }
  return {
    name: "forwarder-missing",
    says: `The app gateway calls ${at}, and ${gateway.name} has no contract there: the forwarder is not deployed yet, or it is the address of a contract on another chain.`,
    evidence,
    fix: byOthers(
      `${author} calls asyncDeployer__().getOrDeployForwarderContract for the contract first, and uses the address that it returns`,
    ),
  }
}

/** An app gateway with another resolver calls contracts that are not the gateway's. */
function wrongResolver(
  { gateway }: GatewayReading,
  revert: {
    readonly to: Address | null
    readonly name: string | undefined
    readonly args: readonly unknown[]
    readonly resolver: Address | undefined
  },
): Address | undefined {
  const { to, name, args, resolver } = revert
  if (name === "InvalidAddressResolver") return args[0] as Address
  if (name === "WatcherNotSet" && to === null) return zeroAddress
  if (resolver === undefined || isAddressEqual(resolver, gateway.addressResolver)) return undefined
  return resolver
}

/** A mistake of an app gateway that makes a call revert without a reason. */
export type SilentMistake =
  | { readonly kind: "returns"; readonly by: Address; readonly forwarder: Address; readonly selector: Hex }
  | { readonly kind: "views"; readonly by: Address; readonly forwarder: Address; readonly selector: Hex }
  | { readonly kind: "no contract"; readonly by: Address; readonly at: Address }

/** Finds the mistake in a trace of a call without a reason: the compiler's own checks give none. Nodes need not trace. */
export async function findSilentMistake(client: Client, call: SimulatedCall): Promise<SilentMistake | undefined> {
  const { from, to, data, value, blockNumber } = call
  if (to === null) return undefined
  try {
    const trace = await traceCall(client, { account: from, call: { to, data, value }, blockNumber })
    if (trace === undefined) return undefined
    const { frame, last } = originOf(trace)
    const by = frame.to ?? to
    if (last?.to !== undefined && (await isForwarder(client, last.to))) {
      const selector = last.input.length < 10 ? "0x" : slice(last.input, 0, 4)
      if (last.type === "STATICCALL") return { kind: "views", by, forwarder: last.to, selector }
      if (last.output === "0x" && last.error === undefined) return { kind: "returns", by, forwarder: last.to, selector }
    }
    // Where a result is decoded, the compiler omits its check and calls the address.
    const called = last?.output === "0x" && last.error === undefined ? last.to : undefined
    for (const at of [await lastCodeSizeAddress(client, call), called]) {
      if (at !== undefined && (await hasNoCode(client, at, blockNumber))) return { kind: "no contract", by, at }
    }
    return undefined
  } catch {
    // A node that does not answer leaves it unknown.
    return undefined
  }
}

/** The call that reverted first, and the last call that it made. A view reverts in the forwarder, but the app gateway is wrong. */
function originOf(trace: CallTrace): { frame: Frame; last: Frame | undefined } {
  let frame = trace.top
  let last = trace.lastCall(frame)
  while (last?.error !== undefined && last.type !== "STATICCALL") {
    frame = last
    last = trace.lastCall(frame)
  }
  return { frame, last }
}

async function hasNoCode(client: Client, address: Address, blockNumber: bigint | undefined): Promise<boolean> {
  if (isAddressEqual(address, zeroAddress)) return true
  return (await getCode(client, { address, blockNumber })) === undefined
}

const forwarderAbi = parseAbi(["function getOnChainAddress() view returns (address)"])

async function isForwarder(client: Client, address: Address): Promise<boolean> {
  const read = { abi: forwarderAbi, address, functionName: "getOnChainAddress" } as const
  return await readContract(client, read).then(
    () => true,
    () => false,
  )
}

const stepsSchema = z.object({
  structLogs: z.array(z.object({ op: z.string(), stack: z.array(z.string()).nullish() })),
})

/** Before a call, the compiler asks for the size of the code at the address, and reverts where there is none. */
async function lastCodeSizeAddress(client: Client, call: SimulatedCall): Promise<Address | undefined> {
  const { from, data, value = 0n, blockNumber } = call
  const to = call.to ?? zeroAddress
  const question = {
    method: "debug_traceCall",
    params: [
      { from, to, data, value: numberToHex(value) },
      blockNumber === undefined ? "latest" : numberToHex(blockNumber),
      { disableStorage: true, disableMemory: true, enableMemory: false },
    ],
    call: { to },
  }
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
  const { structLogs } = parseAnswer(stepsSchema, answer, question)
  const word = structLogs.findLast(({ op }) => op === "EXTCODESIZE")?.stack?.at(-1)
  return word === undefined ? undefined : `0x${word.replace(/^0x/, "").padStart(40, "0").slice(-40)}`
}
