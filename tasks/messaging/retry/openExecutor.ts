import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client, Hex } from "viem"

import { readSafe } from "../call/readSafe.js"
import { writeSafeFile } from "../call/writeSafeFiles.js"
import type { SafeFile } from "../output/wiring.js"
import { limitsOn, type RetryArguments } from "./limitsOn.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { encodeCall } from "#src/messaging/onchain/plugCall.js"
import { type ExecutedBefore, type PreparedRetry, prepareRetry } from "#src/messaging/retrying/prepareRetry.js"
import { NotExecutorError } from "#src/messaging/retrying/retryErrors.js"
import { performRetry, type RetryMessageReturnType, signExecution } from "#src/messaging/retrying/retryMessage.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openCommandOutbox } from "#src/plugin/records/openCommandOutbox.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** A message, and its execution as it was checked. */
type PreparedMessage = { readonly message: OutboundMessage; readonly prepared: PreparedRetry }

/** Executes messages on one chain as an account of it. Dispose of it when the task has ended. */
export type Executor = AsyncDisposable & {
  /** Who pays: the account, or the Safe. */
  readonly account: Address
  readonly native: NativeCurrency
  prepare(message: OutboundMessage): Promise<ExecutedBefore | PreparedRetry>
  perform(
    { message, prepared }: PreparedMessage,
    onSubmitted: (hash: Hex, replaced?: Hex) => void,
  ): Promise<RetryMessageReturnType>
  /** Writes executions for the Safe, signed by the account. */
  write(file: string, executions: readonly PreparedMessage[], now: number): Promise<SafeFile>
}

/**
 * Opens the chain that messages are executed on.
 *
 * @throws {InvalidInputError} the network has no such account, or the Safe is not known as one
 */
export async function openExecutor(
  hre: HardhatRuntimeEnvironment,
  to: ChainEntry,
  args: RetryArguments,
  io: Pick<TaskIo, "signal" | "clock" | "terminal">,
): Promise<Executor> {
  const { signal } = io
  await using opening = new Disposables()
  const { account, confirmations } = args
  const safe = args.safe === undefined ? undefined : readSafe(account)
  const chain = await opening.use(openChains(hre, { signal })).connect(to)
  const { client } = chain
  const socket = await chain.socket()
  const begun = safe === undefined ? undefined : await chain.fileFor(safe)
  const walletClient = await chain.wallet(safe === undefined ? account : undefined)
  const signer = walletClient.account.address
  const errorAbis = await chain.errorAbis()
  // The limit is for all that a command sends on a chain, and each execution is sent with the gas that was planned for it.
  const gasTally = { spent: 0n }
  const options = { socket, errorAbis, signal, confirmations, ...(await limitsOn(to, args, hre.config)) }
  const cleanup = opening.move()
  /** An execution for a Safe is not sent, and neither is one that is only looked at. */
  const openOutbox = memoize(async (messageId: Hex) => {
    const sender = { ...chain, account: walletClient.account, command: ["retry", messageId] }
    return cleanup.use(await openCommandOutbox(sender, hre.config, io))
  })
  /** A network with keys of its own sends as no other account. A chain in this process is not opened a second time. */
  const openNode = async (): Promise<Client> =>
    hre.config.networks[to.network]?.type === "http"
      ? (await cleanup.use(openChains(hre, { signal, signsOnNode: true })).connect(to)).client
      : client
  return {
    account: safe ?? signer,
    native: await chain.native(),
    async prepare(message) {
      const outbox = safe === undefined && !args.dryRun ? await openOutbox(message.messageId) : undefined
      // What was executed is shown below, as the chain has it.
      if ((await outbox?.settle()) !== undefined) await outbox?.forget()
      const prepared = await prepareRetry(client, { ...options, gasTally, message, account: signer })
      if (prepared.status === "prepared") gasTally.spent += prepared.gas.cost
      return prepared
    },
    async perform({ message, prepared }, onSubmitted) {
      const outbox = await openOutbox(message.messageId)
      const retrying = { ...options, message, onSubmitted, openNode, outbox }
      const executed = await performRetry(client, walletClient, prepared, retrying)
      await outbox.forget()
      return executed
    },
    async write(file, executions, createdAt) {
      if (begun === undefined) throw new Error("There is no Safe to write for.")
      const calls = await Promise.all(
        executions.map(async ({ message, prepared }) => {
          const { right } = prepared
          if (right.kind === "granted") throw new NotExecutorError({ ...right, account: signer })
          return await signExecution(walletClient, prepared, { socket, message })
        }),
      )
      return await writeSafeFile(file, {
        ...{ ...begun, createdAt, name: `Executions on ${to.name}` },
        description: executions.map(({ message }) => `execute ${message.messageId}`).join("; "),
        transactions: calls.map((call) => ({ to: socket, value: call.value, data: encodeCall(call) })),
      })
    },
    [Symbol.asyncDispose]: cleanup[Symbol.asyncDispose],
  }
}
