import type { Abi, Address, Client, Hex } from "viem"

import { explainCallError } from "../../../onchain/callErrors.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { decodeRevert } from "../../onchain/decodeRevert.js"
import { isDevelopmentNode } from "../../onchain/delivery/executors.js"
import { tryCall } from "../../onchain/delivery/inboundCall.js"
import type { Power } from "../Power.js"
import type { EndFacts, PathFacts } from "../TrustFacts.js"
import { createActors, ProofEnded } from "./actors.js"
import { carryOn, forgeMessage, type Forging, type Side } from "./carrying.js"
import { carriedWays, forgeries } from "./forgeries.js"
import { type ChainCopy, type CopyCall, openCopy } from "./openCopy.js"
import { type Moved, readMoved } from "./readMoved.js"

/** Clients of nodes on which anything may be done, such as forks in this process. They are Hardhat's or Anvil's, and mine at once. */
export type CopiedChains = { readonly src?: Client | undefined; readonly dst: Client }

/** A path, and one way to forge a message on it. */
export type ProveForgingParameters = {
  /** Of the path, as {@link readTrust} gives them. */
  readonly facts: PathFacts
  /** A way to forge, with the keys that it takes. */
  readonly power: Pick<Power, "code"> & { readonly keys: readonly { readonly address: Address }[] }
  /** What the plug gets as if its sibling had sent it. */
  readonly payload: Hex
  /** ABI of the plug, which names what has changed, and why it reverts. */
  readonly abi?: Abi | undefined
}

/**
 * How a way to forge ended.
 *
 * - `proven`: the plug has run a message that was never sent
 * - `reverted`: the socket let it run, and `inbound` of the plug itself reverted on the payload
 * - `refused`: the keys could not do it; of a way that `readTrust` names, this is a defect
 * - `not tried`: it could not be carried out, such as by a switchboard of unknown rules
 */
export type ProofStatus = "proven" | "reverted" | "refused" | "not tried"

/** How an attempt to forge a message has ended. */
export type Proof = {
  readonly status: ProofStatus
  /** Why it is not proven; `null` if it is. */
  readonly why: string | null
  /** Seconds that had to pass. */
  readonly waited: bigint
  /** What the message has changed; `null` if nothing ran. */
  readonly moved: Moved | null
}

/**
 * Forges a message to a plug on copies of its chains, with some keys and no others, by one of the ways that {@link readTrust} names. All of
 * it is undone at the end.
 *
 * @throws {InvalidInputError} a node is none for development
 * @throws {NodeFailedError} a node does not answer
 * @example
 * const [power] = trust.powers.filter(({ power }) => power === "forge")
 * const { status, moved } = await proveForging({ src: alphaFork, dst: betaFork }, { facts: trust.facts, power, payload, abi })
 */
export async function proveForging(chains: CopiedChains, parameters: ProveForgingParameters): Promise<Proof> {
  for (const client of [chains.src, chains.dst]) {
    if (client !== undefined && !(await isDevelopmentNode(client))) {
      const problem = "a node is neither Hardhat's nor Anvil's, and what is tried on it would stay"
      throw new InvalidInputError({ argument: "chains", problem, fix: "Give clients of forks." })
    }
  }
  const src = chains.src && openCopy(chains.src)
  const dst = openCopy(chains.dst)
  let waited = 0n
  const wait = async (seconds: bigint): Promise<void> => {
    waited += seconds
    if (waited > longestWait) throw new ProofEnded("not tried", "it takes longer than a copy of a chain can wait")
    for (const copy of [src, dst]) await copy?.wait(seconds + 1n)
  }
  const work = async (): Promise<Omit<Proof, "waited">> => {
    try {
      return await forge({ src, dst, wait }, parameters)
    } catch (error) {
      if (error instanceof ProofEnded) return { status: error.status, why: error.message, moved: null }
      throw error
    }
  }
  try {
    const ended = await dst.tryOut(async () => (src === undefined ? await work() : await src.tryOut(work)))
    return { ...ended, waited }
  } catch (error) {
    throw explainCallError(error, { address: parameters.facts.dst.socket.address, functionName: "execute" })
  }
}

/** A thousand years, in seconds. */
const longestWait = 1_000n * 31_557_600n

type Copies = Pick<Forging, "wait"> & { readonly src: ChainCopy | undefined; readonly dst: ChainCopy }

async function forge(
  { src, dst, wait }: Copies,
  { facts, power, payload, abi }: ProveForgingParameters,
): Promise<Omit<Proof, "waited">> {
  const carryOut = forgeries[power.code]
  if (carryOut === undefined) throw new ProofEnded("not tried", "how the switchboard decides is not known")
  const keys = power.keys.map(({ address }) => address)
  const side = async (copy: ChainCopy, end: EndFacts, isCarried: boolean): Promise<Side> => {
    return { copy, end, actors: await createActors(copy, end, { keys, isCarried }) }
  }
  const { siblingSlug, plug, socket, chain } = facts.dst
  const forging: Forging = {
    src: src === undefined || facts.src === undefined ? undefined : await side(src, facts.src, false),
    dst: await side(dst, facts.dst, carriedWays.includes(power.code)),
    carrying: carryOn(dst, socket.address, chain.slug),
    message: forgeMessage(siblingSlug, plug.address, payload),
    wait,
  }
  const delay = longestDelay(facts, keys)
  if (delay > 0n) await wait(delay)
  const { execution, signer } = await carryOut(forging)
  const executing = await forging.carrying.executing(signer, execution)
  const receipt = await dst.send(signer.address, executing)
  if (receipt === undefined) return { ...(await explain(dst, executing, { plug: plug.address, abi })), moved: null }
  const moved = await readMoved(dst, receipt, { plug: plug.address, socket: socket.address, abi })
  return { status: "proven", why: null, moved }
}

/** Nothing that a timelock does happens before. */
function longestDelay({ src, dst }: PathFacts, keys: readonly Address[]): bigint {
  let longest = 0n
  for (const account of [src, dst].flatMap((end) => keys.map((key) => end?.accounts.get(key)))) {
    if (account?.kind === "timelock" && account.delay > longest) longest = account.delay
  }
  return longest
}

/** Tells an `inbound` that reverts from a socket that does not let it run: the plug is replaced by code that takes everything. */
async function explain(
  { client }: ChainCopy,
  call: CopyCall & { readonly to: Address },
  { plug, abi = [] }: { readonly plug: Address; readonly abi?: Abi | undefined },
): Promise<Pick<Proof, "status" | "why">> {
  const transaction = { to: call.to, data: call.data }
  const failed = await tryCall(client, transaction, "pending")
  const withoutPlug = await tryCall(client, transaction, "pending", { [plug]: { code: "0x00" } })
  const reason = decodeRevert(failed?.error, [abi])?.reason ?? "it ran out of gas"
  return withoutPlug === undefined
    ? { status: "reverted", why: reason }
    : { status: "refused", why: `the socket does not execute it: ${reason}` }
}
