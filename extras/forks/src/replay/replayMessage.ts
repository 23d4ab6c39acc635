import type { HookContext } from "hardhat/types/hooks"
import type { Hex, TransactionReceipt } from "viem"
import { getBlockNumber } from "viem/actions"

import { originOf } from "../readForks.js"
import { type SubmittedExecution, withGasLimit } from "./executionsIn.js"
import { makeAgain, openReplayedChain, type ReplayedChain } from "./openReplayedChain.js"
import { placeBuild, type PlacedBuild } from "./placeBuild.js"
import { NothingToReplayError, prepareExecution } from "./prepareExecution.js"
import { type Attempt, mostEarlier, readAttempt, readTransaction } from "./readAttempt.js"
import { readResult, type ReplayResult } from "./readResult.js"
import { serveFork } from "./serveFork.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { createFindSource } from "#src/explaining/source/createFindSource.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { type InboundCall, inboundCall } from "#src/messaging/onchain/delivery/inboundCall.js"
import { gasOfExecution } from "#src/messaging/onchain/delivery/tryExecution.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { openCopy } from "#src/onchain/openCopy.js"
import { chainIdOf } from "#src/plugin/config/chainsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

/** What is to be other than it was. */
export type ReplayChanges = {
  /** Gas for `inbound`. Default: as it was, or what the message asks for. */
  readonly gasLimit?: bigint | undefined
  /** The project's contract whose build is put in the place of the plug's code. */
  readonly with?: string | undefined
  /** A transaction of the destination chain that is made before. */
  readonly after?: Hex | undefined
}

/** What became of a message that was executed again on a fork of its destination, and what had become of it on the chain. */
export type Replay = {
  readonly message: OutboundMessage
  readonly to: ChainEntry
  /** The block of the destination chain that the fork begins with. */
  readonly block: bigint
  /** What the transaction made of the message that the replay begins before; `null` if none is known. */
  readonly happened: (ReplayResult & { readonly txHash: Hex }) | null
  readonly replayed: ReplayResult & {
    /** Gas that `inbound` got. */
    readonly gasLimit: bigint
    /** The line of the project's source code that reverts; `null` if it is not known. */
    readonly line: string | null
    /** Whether the packet was proposed and attested on the fork, because it was not on the chain. */
    readonly isCarried: boolean
    readonly build: PlacedBuild | null
  }
  /** In what the replay differs from what happened. */
  readonly differences: readonly string[]
  /** How much of what came before in its block is not done again: transactions beyond the last 100, and those that no fork takes. */
  readonly leftOut: number
}

/** A message on its destination chain, and where the replay begins. */
export type ReplayTarget = {
  readonly message: OutboundMessage
  readonly to: ChainEntry
  readonly chain: ReadableChain
  /** A transaction of that chain, or a block: the message is executed on the state before it, or after it. Default: after the newest block. */
  readonly at?: Hex | bigint | undefined
}

type Project = Pick<HookContext, "config" | "artifacts">

/**
 * Executes a message on a fork of its destination chain, by the real contracts: in the state before the transaction that executed it, at its
 * time, with its gas, after the transactions of the block before it. Where no transaction has, the devnet's actors do what is left to do.
 *
 * @throws {ForkStateMissingError} the node has forgotten the state
 * @throws {NothingToReplayError} the message has no packet that could be proposed
 * @throws {InvalidInputError} a transaction is not on the chain, or the build cannot be put in the place of the plug
 */
export async function replayMessage(project: Project, target: ReplayTarget, changes: ReplayChanges): Promise<Replay> {
  await using replayer = await openReplayer(project, target)
  return await replayer.replay(target.message, changes)
}

/** A fork that was stopped before `inbound`, and answers JSON-RPC at `url` until it is disposed of. */
export type StoppedReplay = AsyncDisposable &
  Pick<Replay, "message" | "to" | "block" | "leftOut"> &
  Omit<Prepared, "execute"> & {
    readonly url: string
    /** The call that the socket makes when the message is executed. */
    readonly inbound: InboundCall
  }

type Prepared = Pick<Replay["replayed"], "gasLimit" | "isCarried" | "build"> & {
  readonly execute: () => Promise<TransactionReceipt>
}

/** A fork on which messages are executed, each on the state with which it began. */
type Replayer = AsyncDisposable & {
  readonly replay: (message: OutboundMessage, changes: ReplayChanges) => Promise<Replay>
  /** Makes all that comes before `inbound`, and serves the fork on a port of this machine. */
  readonly serve: (message: OutboundMessage, changes: ReplayChanges, port: number) => Promise<StoppedReplay>
}

export async function openReplayer(
  project: Project,
  { message: first, to, chain, at }: ReplayTarget,
): Promise<Replayer> {
  const { client, socket } = chain
  const attempt = typeof at === "string" ? await readAttempt(chain, { hash: at, message: first }) : undefined
  const newest = typeof at === "bigint" ? at : await getBlockNumber(client, { cacheTime: 0 })
  const block = attempt === undefined ? newest : attempt.block.number - 1n
  const { url } = await originOf(project.config, to)
  const identity = { name: to.name, slug: to.slug, chainId: chainIdOf(to, project.config) }
  const fork = await openReplayedChain(identity, { url, block, origin: client, like: attempt?.block })
  const abis = await readProjectAbis(project.artifacts)
  const findSource = createFindSource(project.artifacts, { timeout: 10_000, maxGas: 3_000_000n })
  let leftOut = Math.max(0, (attempt?.earlier.length ?? 0) - mostEarlier)
  for (const before of attempt?.earlier.slice(-mostEarlier) ?? []) await makeAgain(fork, before).catch(leaveOut)
  for (const other of attempt?.others ?? []) {
    await execute(fork, other, { socket, attempt, message: first }).catch(leaveOut)
  }

  // Those that belong to the machinery of a chain are no fork's.
  function leaveOut(): void {
    leftOut += 1
  }

  /** Makes all that comes before `inbound`. */
  async function prepare(message: OutboundMessage, changes: ReplayChanges): Promise<Prepared> {
    const { gasLimit: other, with: contract, after } = changes
    if (after !== undefined) {
      const transaction = await readTransaction(client, { hash: after, chain: to.name })
      await makeAgain(fork, transaction).catch((error: unknown) => {
        const problem = `the fork of ${to.name} does not take the transaction: ${clauseOf(nodeReason(error))}`
        throw new InvalidInputError({ argument: "after", problem, fix: "Name another one." })
      })
    }
    const build =
      contract === undefined
        ? null
        : await placeBuild(fork.chain, { artifacts: project.artifacts, contract, plug: message.dstPlug })
    const own = attempt?.own
    const prepared =
      own === undefined
        ? await prepareExecution(fork, {
            ...{ message, socket, accounts: createAccounts(3), gasLimit: other ?? message.minMsgGasLimit },
            startBlock: Number(chain.firstBlock ?? 0n),
          })
        : { ...own, isCarried: false }
    const gasLimit = other ?? prepared.gasLimit
    const execution = { ...prepared, gasLimit, data: withGasLimit(prepared.data, gasLimit) }
    const by = { socket, attempt, message, isGasChanged: other !== undefined }
    return {
      ...{ gasLimit, isCarried: prepared.isCarried, build },
      execute: () =>
        execute(fork, execution, by).catch((error: unknown) => {
          const reason = `the fork of ${to.name} does not take it: ${clauseOf(nodeReason(error))}`
          throw new NothingToReplayError({ messageId: message.messageId, reason })
        }),
    }
  }

  async function replay(message: OutboundMessage, changes: ReplayChanges): Promise<Replay> {
    const { execute: go, ...prepared } = await prepare(message, changes)
    const receipt = await go()
    const on = { client: fork.chain.publicClient, socket }
    const result = await readResult({ chain: on, message, abis }, receipt)
    const call = inboundCall(socket, message)
    const line =
      result.outcome === "delivered"
        ? undefined
        : await findSource({ chain: { ...fork.chain, client: on.client }, ...call })
    const happened =
      attempt === undefined
        ? null
        : { ...(await readResult({ chain, message, abis }, attempt.receipt)), txHash: attempt.transaction.hash }
    return {
      ...{ message, to, block, happened, differences: happened === null ? [] : differencesOf(happened, result) },
      replayed: { ...result, ...prepared, line: typeof line === "string" ? line : null },
      leftOut,
    }
  }

  async function serve(message: OutboundMessage, changes: ReplayChanges, port: number): Promise<StoppedReplay> {
    const { execute: go, ...prepared } = await prepare(message, changes)
    const { close, url } = await serveFork(fork.chain, { port, execute: async () => (await go()).transactionHash })
    const inbound = inboundCall(socket, message)
    return { message, to, block, url, inbound, ...prepared, leftOut, [Symbol.asyncDispose]: close }
  }
  return {
    replay: (message, changes) => openCopy(fork.chain.publicClient).tryOut(() => replay(message, changes)),
    serve,
    [Symbol.asyncDispose]: fork[Symbol.asyncDispose],
  }
}

/** Sends an execution as the transaction was sent that did it first, or as the devnet's executor sends it. */
async function execute(
  { chain, make }: ReplayedChain,
  { data, value, gasLimit }: SubmittedExecution,
  by: {
    readonly socket: Hex
    readonly attempt: Attempt | undefined
    readonly message: OutboundMessage
    readonly isGasChanged?: boolean
  },
): Promise<TransactionReceipt> {
  const { socket: to, attempt, message, isGasChanged = false } = by
  const isSame = attempt?.isDirect === true && !isGasChanged
  const gas = isSame ? attempt.transaction.gas : gasOfExecution(message, gasLimit)
  const from = attempt?.transaction.from ?? createAccounts().executor.address
  const gasPrice = attempt?.receipt.effectiveGasPrice
  await openCopy(chain.publicClient).fund(from, value + gas * (gasPrice ?? 10n ** 12n))
  return await make({ from, to, data, value, gas, gasPrice })
}

function differencesOf(happened: ReplayResult, replayed: ReplayResult): readonly string[] {
  const say = ({ outcome, reason }: ReplayResult) => (reason === null ? outcome : `${outcome}: ${reason}`)
  const gas = (result: ReplayResult) => String(result.gasUsed ?? "")
  const isSilent = happened.outcome !== "delivered" && happened.reason === null
  const isOther = isSilent ? replayed.outcome === "delivered" : say(happened) !== say(replayed)
  const missing = happened.logs.filter((log) => !replayed.logs.includes(log))
  const added = replayed.logs.filter((log) => !happened.logs.includes(log))
  return [
    ...(isOther ? [`it was ${say(happened)}, and here it is ${say(replayed)}`] : []),
    ...(!isOther && happened.gasUsed !== null && gas(happened) !== gas(replayed)
      ? [`inbound used ${gas(happened)} gas, and here it uses ${gas(replayed)}`]
      : []),
    ...missing.map((log) => `only there: ${log}`),
    ...added.map((log) => `only here: ${log}`),
  ]
}
