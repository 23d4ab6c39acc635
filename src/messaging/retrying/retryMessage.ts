import type { Account, Client } from "viem"
import { estimateContractGas, signMessage } from "viem/actions"

import { protocolReverts } from "../onchain/callErrors.js"
import { grantExecutorRole } from "../onchain/delivery/executors.js"
import { executeCall, withSignature } from "../onchain/operatorCalls.js"
import {
  type ExecutedBefore,
  type ExecutionRight,
  type PreparedRetry,
  prepareRetry,
  type RetryMessageParameters,
} from "./prepareRetry.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { limitsOf } from "#src/onchain/gas/GasPlan.js"
import type { Mined } from "#src/onchain/logs.js"
import { accountOf, type ContractCall, transact } from "#src/onchain/transact.js"

/** Where the message was executed, and by which right. */
export type RetryMessageReturnType =
  | ExecutedBefore
  | {
      readonly status: "executed"
      readonly execution: Mined
      /** Wei that the account paid for the message's own value. */
      readonly value: bigint
      readonly gasLimit: bigint
      /** By which right the account has executed. */
      readonly right: ExecutionRight["kind"]
    }

/**
 * Executes a message again that its executor has given up, or does not execute. It is checked before anything is sent that the packet is
 * allowed and that `inbound` succeeds with this gas.
 *
 * The account of the wallet client pays gas and the value that the message carries. It needs the right to execute: where it has none, the
 * executor of a devnet signs for it, and on Hardhat's and Anvil's nodes, forks included, the owner of the execution manager is impersonated
 * to grant EXECUTOR_ROLE to it. On a public chain whose execution manager is open, every account may execute.
 *
 * @param publicClient a client of the destination chain
 * @returns where it was executed; `executed before` if nothing had to be done
 * @throws {MessageNotExecutableError} it cannot be executed as things are: it has not come through, or `inbound` reverts
 * @throws {NotExecutorError} the account may not execute, and the node is not for development
 * @throws {RetryValueTooHighError} the message carries more native value than `maxValue`; nothing was sent
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` the gas costs more than the limits; nothing was sent
 * @throws {InvalidInputError} the gas limit is below the one that the message asks for
 * @throws {CallRevertedError} `execute` reverts for another reason; nothing was sent
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` `NodeFailedError` `AbortedError`
 * @example
 * const [message] = readOutboundMessages(await alphaClient.getTransactionReceipt({ hash }), { socket: alphaSocket })
 * const { status, execution } = await retryMessage(betaClient, betaWalletClient, { socket: betaSocket, message, gasLimit: 200_000n })
 */
export async function retryMessage(
  publicClient: Client,
  walletClient: Client,
  parameters: RetryMessageParameters,
): Promise<RetryMessageReturnType> {
  const account = accountOf(walletClient).address
  const prepared = await prepareRetry(publicClient, { ...parameters, account })
  if (prepared.status === "executed before") return prepared
  return await performRetry(publicClient, walletClient, prepared, parameters)
}

/**
 * Sends an execution that {@link prepareRetry} has checked.
 *
 * @param options.openNode opens a client whose node signs for accounts that it impersonates. Default: the public client
 */
export async function performRetry(
  publicClient: Client,
  walletClient: Client,
  prepared: PreparedRetry,
  {
    socket,
    message,
    openNode = () => Promise.resolve(publicClient),
    ...options
  }: RetryMessageParameters & { readonly openNode?: (() => Promise<Client>) | undefined },
): Promise<Extract<RetryMessageReturnType, { status: "executed" }>> {
  const { right, gasLimit, gas: planned, value } = prepared
  const account = accountOf(walletClient)
  if (right.kind === "granted") await grantExecutorRole(await openNode(), { ...right, account: account.address })
  const call = await signExecution(walletClient, prepared, { socket, message })
  const gas = await gasFor(publicClient, call, { account, gasLimit })
  const transactOptions = { ...options, ...limitsOf(planned), guide: protocolReverts }
  const receipt = await transact(publicClient, walletClient, { ...call, gas }, transactOptions)
  const { transactionHash, blockNumber } = receipt
  const execution = { transactionHash, blockNumber, timestamp: null }
  return { status: "executed", execution, value, gasLimit, right: right.kind }
}

/** Makes the call of the socket that executes a message, which any account may send: the signature in it is the executor's. */
export async function signExecution(
  walletClient: Client,
  { right, packetId, proposalCount, gasLimit, value }: PreparedRetry,
  { socket, message }: Pick<RetryMessageParameters, "socket" | "message">,
): Promise<ContractCall & { readonly value: bigint }> {
  const account = accountOf(walletClient)
  const signature =
    right.kind === "devnet"
      ? right.signature
      : await signMessage(walletClient, { account, message: { raw: message.packedMessage } })
  const call = executeCall(socket, message, { packetId, proposalCount, gasLimit })
  return { ...withSignature(call, signature), value }
}

/** What the call uses, and the whole limit of `inbound` besides: the socket does not check that it can give that much. */
async function gasFor(
  client: Client,
  call: ContractCall,
  { account, gasLimit }: { readonly account: Account; readonly gasLimit: bigint },
): Promise<bigint> {
  try {
    return (await estimateContractGas(client, { ...call, account })) + (gasLimit * 64n) / 63n
  } catch (error) {
    throw explainCallError(error, call, protocolReverts)
  }
}
