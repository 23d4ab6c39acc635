import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Client, Hex } from "viem"
import { getChainId, readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../../src/http/errors.js"
import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import { isDevelopmentNode } from "../../../src/messaging/onchain/delivery/executors.js"
import { listOutboundMessages } from "../../../src/messaging/onchain/delivery/listOutboundMessages.js"
import type { Power } from "../../../src/messaging/trust/Power.js"
import { type Proof, proveForging } from "../../../src/messaging/trust/proving/proveForging.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"
import { publicClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { openContractBook } from "../../../src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import { ShownFailureError } from "../../../src/plugin/run/shownErrors.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { Disposables } from "../../../src/primitives/lifetime/Disposables.js"
import { forkChain } from "../../messaging/wire/forkChain.js"
import type { NamedTrust, ProjectTrust } from "./readProjectTrust.js"

/** One way that was tried on one path. */
export type PathProof = Proof & {
  readonly path: NamedTrust
  readonly power: Power
  readonly payload: Hex
  /** The message whose payload it is; `null` if the user gave it. */
  readonly messageId: Hex | null
}

/**
 * Forges a message on each path by each way that was named, with the fewest keys of the way, on forks of its chains in this process. The
 * chains themselves are only read, so nothing has to be undone, however this ends.
 *
 * @param payload Default: of each path, that of the last message that was delivered
 */
export async function proveTrust(
  hre: HardhatRuntimeEnvironment,
  { paths, notRead }: ProjectTrust,
  payload: Hex | undefined,
  { terminal: { err }, signal }: Pick<TaskIo, "terminal" | "signal">,
): Promise<PathProof[]> {
  const entries = chainsOf(hre.config.plugs)
  const book = await openContractBook(hre)
  await using stack = new Disposables()
  const opened = new Map<number, OpenedChain>()
  for (const entry of entries) {
    const isOfPath = paths.some(({ from, to }) => from.slug === entry.slug || to.slug === entry.slug)
    if (isOfPath && notRead.every(({ name }) => name !== entry.name))
      opened.set(entry.slug, await open(hre, entry, stack))
  }
  const proofs: PathProof[] = []
  for (const path of paths) {
    const [src, dst] = [opened.get(path.from.slug), opened.get(path.to.slug)]
    const used = payload === undefined ? await findDelivered(path, src, dst) : { payload, messageId: null }
    if (used === undefined)
      err.line(`${path.srcChain} → ${path.dstChain}: no message was delivered whose payload could be used.`)
    if (used === undefined || dst === undefined) continue
    const { abi } = await book.find(path.to.plug, { chain: dst.entry, argument: "plugs" })
    for (const power of fewestOfEach(path.powers)) {
      if (signal.aborted) throw new AbortedError()
      const forks = { src: src?.fork, dst: dst.fork }
      const proof = await proveForging(forks, { facts: path.facts, power, payload: used.payload, abi })
      proofs.push({ ...proof, path, power, ...used })
    }
  }
  if (proofs.length === 0 && paths.some(({ powers }) => powers.some(({ power }) => power === "forge"))) {
    const problem = "there is no delivered message whose payload could be used"
    throw new InvalidInputError({ argument: "--payload", problem, fix: 'Give one: 0x…, or "(uint256)" with --args 5.' })
  }
  return proofs
}

export type OpenedChain = { readonly entry: ChainEntry; readonly client: Client; readonly fork: Client }

async function open(hre: HardhatRuntimeEnvironment, entry: ChainEntry, stack: Disposables): Promise<OpenedChain> {
  const client = publicClientOf(stack.use(await connectChain(hre, entry)))
  if (!(await isDevelopmentNode(client))) {
    const problem = `${entry.name} is neither a devnet nor a fork`
    const fix =
      "Fork it with Hardhat or Anvil, and give plugs.chains the network of the fork with the slug of the chain."
    throw new InvalidInputError({ argument: "--prove", problem, fix })
  }
  // A network in this process, such as a fork of a public chain, is the copy itself.
  if (hre.config.networks[entry.network]?.type === "edr-simulated") return { entry, client, fork: client }
  const fork = await forkChain(hre, entry, { chainId: await getChainId(client), client })
  stack.defer(() => fork.close())
  return { entry, client, fork: publicClientOf(fork.connection) }
}

/** The ways to forge, each with its smallest set of keys. */
function fewestOfEach(powers: readonly Power[]): Power[] {
  const forging = powers.filter(({ power }) => power === "forge")
  return [...new Map(forging.toReversed().map((power) => [power.code, power])).values()].toReversed()
}

/** The payload of the newest message that the path has delivered. */
export async function findDelivered(
  { facts, from, to }: NamedTrust,
  src: OpenedChain | undefined,
  dst: OpenedChain | undefined,
): Promise<Pick<PathProof, "payload" | "messageId"> | undefined> {
  const socket = facts.src?.socket.address
  if (src === undefined || dst === undefined || socket === undefined) return undefined
  const { messages } = await listOutboundMessages(src.client, { socket, plug: from.plug })
  for (const { dstChainSlug, dstPlug, messageId, payload } of messages) {
    if (dstChainSlug !== to.slug || !isAddressEqual(dstPlug, to.plug)) continue
    const call = {
      abi: socketAbi,
      address: facts.dst.socket.address,
      functionName: "messageExecuted",
      args: [messageId],
    } as const
    if (await readContract(dst.client, call)) return { payload, messageId }
  }
  return undefined
}

/** The error with which the task ends if a way that was named could not be done. */
export function provenError(proofs: readonly Pick<PathProof, "status" | "power">[]): ShownFailureError | undefined {
  const refused = proofs.filter(({ status }) => status === "refused")
  if (refused.length === 0) return undefined
  return new ShownFailureError({
    message: "A way that plugs trust names could not be done.",
    next: "This is a defect of plugs trust, or the chains have changed since they were read. Run it again, then report it.",
    facts: { ways: [...new Set(refused.map(({ power }) => power.code))].join(", ") },
  })
}
