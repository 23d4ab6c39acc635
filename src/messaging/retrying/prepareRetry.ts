import { type Address, type Client, type Hex, isAddressEqual } from "viem"
import { getChainId } from "viem/actions"

import { missingInbound, readPlugCode } from "../onchain/connection/readPlugCode.js"
import { askDevnetToSign, mayExecute, readExecutionManager, readManagerOwner } from "../onchain/delivery/executors.js"
import { inboundCall, valueIn } from "../onchain/delivery/inboundCall.js"
import { gasOfExecution } from "../onchain/delivery/tryExecution.js"
import type { OutboundMessage } from "../onchain/events.js"
import type { ChainView, ChainViewAtHead, TrialBlock } from "../reading/ChainView.js"
import { openChainView, readSocket, readTrialBlock } from "../reading/ChainView.js"
import { findExecution } from "../reading/execution/readOtherExecution.js"
import { type InboundOutcome, simulateInbound } from "../reading/execution/simulateInbound.js"
import { readAllowed } from "../reading/readConnection.js"
import { readProposalsFor } from "../reading/readProposals.js"
import { MessageNotExecutableError, NotExecutorError, RetryValueTooHighError } from "./retryErrors.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import type { GasPlan } from "#src/onchain/gas/GasPlan.js"
import { planGas } from "#src/onchain/gas/planGas.js"
import type { Mined } from "#src/onchain/logs.js"
import { isDevelopmentNode } from "#src/onchain/readNode.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"
import type { TransactOptions } from "#src/onchain/transact.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** What is executed again, and how. */
export type RetryMessageParameters = TransactOptions & {
  /** The message, as `readOutboundMessages` returns it. */
  readonly message: OutboundMessage
  /** The socket of the destination chain. */
  readonly socket: Address
  /** Gas for `inbound`. More than the message asks for executes one that needs more. Default: as much as the message asks for. */
  readonly gasLimit?: bigint | undefined
  /** Wei that the account pays for the message's own value at most. Default: 0. */
  readonly maxValue?: bigint | undefined
}

type PrepareRetryParameters = RetryMessageParameters & {
  /** The account that sends the transaction. */
  readonly account: Address
}

/**
 * How the account may execute. `own`: it has the role, or every account may. `devnet`: the executor of the devnet signs for it. `granted`: the
 * node is one for development, and the owner of the execution manager is impersonated to grant the role to it.
 */
export type ExecutionRight =
  | { readonly kind: "own" }
  | { readonly kind: "devnet"; readonly signature: Hex }
  | { readonly kind: "granted"; readonly manager: Address; readonly owner: Address }

export type ExecutedBefore = {
  readonly status: "executed before"
  readonly execution: Mined | null
}

/** An execution that was checked and not sent. */
export type PreparedRetry = {
  readonly status: "prepared"
  readonly right: ExecutionRight
  readonly packetId: Hex
  readonly proposalCount: bigint
  /** Gas for `inbound`. */
  readonly gasLimit: bigint
  /** What the gas of the whole transaction costs at most. */
  readonly gas: GasPlan
  /** The native value that the message delivers, in wei. The account pays it. */
  readonly value: bigint
}

/**
 * Checks whether a message can be executed now, and by which right.
 *
 * @throws {MessageNotExecutableError} {@link NotExecutorError} {@link RetryValueTooHighError} {@link InvalidInputError} `NodeFailedError`
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` the gas costs more than the limits
 */
export async function prepareRetry(
  client: Client,
  parameters: PrepareRetryParameters,
): Promise<ExecutedBefore | PreparedRetry> {
  const { message, socket, maxValue = 0n } = parameters
  const gasLimit = readGasLimit(parameters)
  try {
    const view = await openChainView({ client, socket })
    if (await readSocket(view, "messageExecuted", [message.messageId])) {
      return { status: "executed before", execution: await locateExecution(view, message.messageId) }
    }
    const proposal = await findExecutableProposal(view, message)
    const asked = valueIn(message.executionParams)
    if (asked > maxValue) throw new RetryValueTooHighError({ messageId: message.messageId, asked, most: maxValue })
    const block = await readTrialBlock(view, { head: view.head, messageId: message.messageId })
    await requireInbound(view, parameters, { limit: gasLimit, block })
    const right = await findRight(client, parameters)
    const gas = await planRetryGas(client, parameters, gasLimit)
    return { status: "prepared", ...proposal, right, gasLimit, gas, value: asked }
  } catch (error) {
    throw explainCallError(error, { address: socket, functionName: "execute" })
  }
}

function readGasLimit({ message, gasLimit = message.minMsgGasLimit }: PrepareRetryParameters): bigint {
  if (gasLimit >= message.minMsgGasLimit) return gasLimit
  throw new InvalidInputError({
    argument: "gasLimit",
    problem: `${gasLimit} is below the ${message.minMsgGasLimit} that the message asks for, and the socket refuses it`,
    fix: "Give as much or more.",
  })
}

/** How many of the newest blocks are searched for the execution. */
const searchedBlocks = 10_000n

async function locateExecution(view: ChainViewAtHead, messageId: Hex): Promise<Mined | null> {
  const { blockNumber: toBlock } = view
  const range = { fromBlock: firstOfNewest(searchedBlocks, toBlock), toBlock }
  return (await findExecution(view, { messageId, ...range })).found[0] ?? null
}

/** Throws a MessageNotExecutableError if `inbound` fails as the socket calls it. */
async function requireInbound(
  { client, head }: ChainViewAtHead,
  { message, socket, errorAbis: abis = [] }: PrepareRetryParameters,
  { limit, block }: { readonly limit: bigint; readonly block: TrialBlock },
): Promise<void> {
  const outcome = await simulateInbound({ client, head }, inboundCall(socket, message), { limit, block, abis })
  if (outcome.kind === "succeeds") return
  const [fails, next] = whyItFails(outcome, limit)
  const { messageId, dstPlug: plug, srcChainSlug: siblingChainSlug } = message
  const isSilent = outcome.kind === "reverts" && outcome.errorName === undefined
  const code = isSilent
    ? await readPlugCode(client, { plug, socket, siblingChainSlug }).catch(() => undefined)
    : undefined
  const isMissing = code?.hasCode === true && code.receives === false
  const reason = isMissing ? `the plug ${plug} has ${missingInbound}` : `inbound of ${plug} ${fails}`
  throw new MessageNotExecutableError({ messageId, reason, next })
}

function whyItFails(outcome: Exclude<InboundOutcome, { kind: "succeeds" }>, limit: bigint): readonly [string, string] {
  const more = "Give it more gas for inbound."
  switch (outcome.kind) {
    case "reverts":
      return [`reverts: ${outcome.reason}`, outcome.next ?? "Have the owner of the plug fix it first."]
    case "needs gas":
      return [`needs about ${outcome.needed} gas, and gets ${limit}`, more]
    case "runs out of gas":
      return [`needs more than ${limit} gas: it runs out of ${outcome.tried} too`, more]
    case "above cap":
      return [`cannot get ${limit} gas: ${outcome.reason}`, "Give it less gas for inbound."]
  }
}

async function findRight(
  client: Client,
  { message, socket, account }: PrepareRetryParameters,
): Promise<ExecutionRight> {
  const manager = await readExecutionManager(client, { socket })
  if (await mayExecute(client, manager, account)) return { kind: "own" }
  const { address } = manager
  const owner = await readManagerOwner(client, manager)
  const refused = new NotExecutorError({ account, manager: address, owner })
  if (!(await isDevelopmentNode(client))) throw refused
  const signed = await askDevnetToSign(client, { socket, message })
  // The executor can have lost its role.
  if (signed !== undefined && (await mayExecute(client, manager, signed.signer))) {
    return { kind: "devnet", signature: signed.signature }
  }
  if (owner === undefined) throw refused
  return { kind: "granted", manager: address, owner }
}

/** Plans the gas before the account has the right to execute, so that the node cannot estimate it yet. */
async function planRetryGas(
  client: Client,
  { message, socket, account, ...limits }: PrepareRetryParameters,
  gasLimit: bigint,
): Promise<GasPlan> {
  const chainId = client.chain?.id ?? (await getChainId(client))
  const gas = gasOfExecution(message, gasLimit)
  return await planGas(client, { account, to: socket, data: "0x", value: 0n, chainId, gas }, limits)
}

/** Finds the proposal with which the socket executes the message. Throws a MessageNotExecutableError if there is none. */
async function findExecutableProposal(
  view: ChainView,
  { messageId, packetId, packedMessage, srcChainSlug, srcPlug, dstPlug }: OutboundMessage,
): Promise<{ readonly packetId: Hex; readonly proposalCount: bigint }> {
  const refuse = (reason: string) => new MessageNotExecutableError({ messageId, reason })
  if (packetId === null) throw refuse("its packet is not known, because the log of its capacitor is missing")
  const [sibling, switchboard] = await readSocket(view, "getPlugConfig", [dstPlug, srcChainSlug])
  if (!isAddressEqual(sibling, srcPlug)) {
    throw refuse(`the plug ${dstPlug} is not connected to ${srcPlug}, which sent it`)
  }
  // The newest first, because an older one may be tripped.
  const proposals = (await readProposalsFor(view, { packetId, switchboard })).toReversed()
  const own = proposals.filter(({ root }) => root === packedMessage)
  for (const proposal of own) {
    if ((await readAllowed(view, { proposal, packetId, srcChainSlug })) === true) {
      return { packetId, proposalCount: proposal.proposalCount }
    }
  }
  throw refuse(
    own.length > 0
      ? `the switchboard ${switchboard} does not allow its packet, or not yet`
      : `its packet has not been proposed for the switchboard ${switchboard} of the plug`,
  )
}
