import { type Abi, type Address, zeroAddress } from "viem"

import { type PathTrust, readTrust } from "../trust/readTrust.js"
import { applyCalls, followCalls, type Step } from "./applyCalls.js"
import type { Batch, BatchChain } from "./Batch.js"
import { carrierAbi, isMultiSend } from "./carriers.js"
import { decodeCalls, type DecodedCall, type KnownContract, listCalls } from "./decodeCalls.js"
import { findEffects, listMade, type MadeConnection } from "./findEffects.js"
import type { Finding, FindingName } from "./Finding.js"
import { findTrustChanges } from "./findTrustChanges.js"
import { judgeDeliveries } from "./judgeDeliveries.js"
import { readSafeHashes, type SafeHashes } from "./readSafeHashes.js"
import { executionManagerAbi, plugAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import type { ReadTrustParameters, TrustPolicy } from "#src/messaging/TrustPolicy.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import type { WiredConnection, WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { TriedDelivery } from "#src/messaging/wiring/tryDeliveries.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** The batches, the forks that they are tried on, and the wiring that they are compared with. */
export type JudgeBatchesParameters = Pick<ReadTrustParameters, "isKnownSwitchboard" | "otherSlugs" | "safeCode"> & {
  readonly batches: readonly Batch[]
  /** Of all chains of the wiring and of the batches. A batch without one is not applied. */
  readonly copies: readonly Copy[]
  /** How the copies differ from the wiring. */
  readonly plan: WiringPlan
  /** Compares them again. */
  readonly planAgain: () => Promise<WiringPlan>
  /** What the project knows of an address. */
  readonly contractOf: (slug: number, address: Address) => KnownContract
  /** ABIs for contracts that it does not know, and to decode reverts with. */
  readonly otherAbis: readonly Abi[]
  readonly policy?: TrustPolicy | undefined
  /** The nonce of the first batch. Default: that of its file, or the next one of its Safe. */
  readonly nonce?: bigint | undefined
  readonly clock?: Clock | undefined
}

/** `as wired`: it does what the wiring says, and nothing else. `beyond`: it does more, or fails. `unknown`: nothing was found, and not all is known. */
export type Verdict = "as wired" | "beyond" | "unknown"

/** A batch whose calls are decoded, and what its owners sign. */
export type JudgedBatch = Omit<Batch, "calls"> & {
  /** Of several: `unknown` also if nothing was found in its own calls, and something that is in no call of any. */
  readonly verdict: Verdict
  readonly calls: readonly DecodedCall[]
  readonly hashes: SafeHashes | { readonly why: string }
}

/** What {@link judgeBatches} has found. */
export type Judgement = {
  /** Of all together. */
  readonly verdict: Verdict
  /** What they do that the wiring does not say. */
  readonly findings: readonly Finding[]
  /** Changes of the wiring that the batches make, and those that are left. */
  readonly wiring: { readonly done: number; readonly left: number }
  /** Those that are left. */
  readonly lacks: readonly WiredConnection[]
  /** What the project, the wiring or the protocol calls the addresses in the calls, by chain. */
  readonly names: readonly { readonly chain: string; readonly address: Address; readonly name: string }[]
  readonly batches: readonly JudgedBatch[]
  /** What became of each call, and of each message that followed. */
  readonly steps: readonly Step[]
  /** What a message does over each connection that they make. */
  readonly deliveries: readonly TriedDelivery[]
  /** What could not be applied or compared. */
  readonly notJudged: readonly { readonly name: string; readonly why: string }[]
}

/**
 * Judges batches of somebody else: decodes them, applies them to copies of the chains as their senders, delivers the messages that follow, makes
 * the calls that they schedule, compares the result with a wiring and a policy, and tries a message over each new connection. The copies are
 * changed.
 *
 * @throws {NodeFailedError} a copy does not answer
 * @example
 * const planAgain = () => planWiring({ wiring, chains: forks })
 * const known = { contractOf: () => ({}), otherAbis: [vaultAbi] }
 * const judged = await judgeBatches({ batches, copies, plan: await planAgain(), planAgain, ...known })
 * if (judged.verdict !== "as wired") throw new Error(judged.findings.map(({ says }) => says).join(" "))
 */
export async function judgeBatches(parameters: JudgeBatchesParameters): Promise<Judgement> {
  const { batches, copies, otherAbis, clock = systemClock, policy, plan: before } = parameters
  const notJudged: { name: string; why: string }[] = []
  const readPaths = async (): Promise<PathTrust[] | undefined> =>
    await readTrust({ ...parameters, paths: listPaths(before), chains: copies }).catch((error: unknown) => {
      if (!isPlugsError(error)) throw error
      notJudged.push({ name: "who is trusted", why: error.shortMessage })
      return undefined
    })
  const trusted = await readPaths()
  const contractOf = knowProtocol(parameters, trusted)
  const judged: Omit<JudgedBatch, "verdict">[] = []
  const steps: Step[] = []
  const nonces = new Map<string, bigint>()
  let first = 1
  for (const batch of batches) {
    const { chain, from } = batch
    const abis = { contractOf: (address: Address) => contractOf(chain.slug, address), others: otherAbis }
    const calls = decodeCalls(batch.calls, { from, first, abis })
    const copy = copies.find(({ slug }) => slug === chain.slug)
    const sender = `${chain.slug} ${from}`
    const nonce = nonces.get(sender) ?? (first === 1 ? parameters.nonce : undefined)
    const hashes = copy === undefined ? { why: noCopy } : await readSafeHashes(copy, batch, { ...parameters, nonce })
    if ("nonce" in hashes) nonces.set(sender, hashes.nonce + 1n)
    judged.push({ ...batch, calls, hashes })
    if (copy === undefined) notJudged.push({ name: `what is called on ${chain.name}`, why: noCopy })
    else steps.push(...(await applyCalls(copy, calls, otherAbis)))
    first += calls.length
  }
  steps.push(...(await followCalls(steps, copies, otherAbis)))
  const after = await parameters.planAgain()
  for (const { number, status, reason = "" } of steps) {
    if (status === "unread") notJudged.push({ name: number, why: reason })
  }
  for (const { chain, about } of after.problems) {
    if (about === "unreachable") notJudged.push({ name: `the wiring of ${chain}`, why: noCopy })
  }

  const tried = await judgeDeliveries({ before, after }, { copies, errorAbis: otherAbis })
  notJudged.push(...tried.notJudged)
  const made = steps.flatMap((step) => listMade(step, copies))
  const wiredBefore = (one: MadeConnection): Address | undefined => siblingBefore(one, made, { before, after })
  const ownerOf = ({ chain, plug }: MadeConnection): Address | undefined =>
    trusted?.find(({ to }) => to.slug === chain.slug && to.plug === plug)?.facts.dst.plug.owner ?? undefined
  const rewired = new Set(made.filter(wiredBefore).map(keyOf))
  const label = (slug: number, address: Address): string => [contractOf(slug, address).name, address].join(" ").trim()
  const trustedAfter = trusted && (await readPaths())
  const context = {
    ...{ policy, now: clock.now() },
    isRewired: ({ from, to }: PathTrust) =>
      rewired.has(`${to.slug} ${to.plug} ${from.slug}`) || rewired.has(`${from.slug} ${from.plug} ${to.slug}`),
  }
  const findings: Finding[] = [
    ...judged.flatMap(({ chain, calls }) => listCalls(calls).flatMap((call) => findCallProblems(call, chain, label))),
    ...steps.flatMap((step) => findEffects(step, { copies, wiredBefore, ownerOf, label })),
    ...(trusted === undefined || trustedAfter === undefined ? [] : findTrustChanges(trusted, trustedAfter, context)),
    ...tried.findings,
  ]
  const verdict = findings.length > 0 ? "beyond" : notJudged.length > 0 ? "unknown" : "as wired"
  const differing = ({ changes, extras }: WiringPlan): WiredConnection[] => [...changes, ...extras]
  const lacks = differing(after)
  const wiring = { done: Math.max(0, differing(before).length - lacks.length), left: lacks.length }
  const names = judged.flatMap(({ chain, calls }) => nameAddresses(calls, chain, { copies, contractOf }))
  const { deliveries } = tried
  const verdictOn = ({ calls }: Pick<JudgedBatch, "calls">): Verdict => {
    if (judged.length === 1) return verdict
    const blamed = findings.map(({ number }) => /^\d+/.exec(number ?? "")?.[0])
    if (calls.some(({ number }) => blamed.includes(number))) return "beyond"
    return notJudged.length > 0 || blamed.includes(undefined) ? "unknown" : "as wired"
  }
  const judgedBatches = judged.map((batch) => ({ ...batch, verdict: verdictOn(batch) }))
  return { verdict, findings, wiring, lacks, names, batches: judgedBatches, steps, deliveries, notJudged }
}

const noCopy = "there is no copy of the chain"

/** Names the addresses in calls: as on their own chain, or else on another one. */
function nameAddresses(
  calls: readonly DecodedCall[],
  { slug: own, name: chain }: Batch["chain"],
  { copies, contractOf }: Pick<JudgeBatchesParameters, "copies" | "contractOf">,
): Judgement["names"] {
  const texts = listCalls(calls).flatMap(({ from, to, call }) => [
    from,
    to,
    ...(call?.args ?? []).map(({ text }) => text),
  ])
  const addresses = new Set(texts.flatMap((text) => text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []) as Address[])
  return [...addresses].flatMap((address) => {
    const here = contractOf(own, address).name
    const there = copies.find(({ slug }) => contractOf(slug, address).name !== undefined)
    const name = here ?? (there && `${contractOf(there.slug, address).name ?? ""} of ${there.name}`)
    return name === undefined ? [] : [{ chain, address, name }]
  })
}

/** The paths of a wiring, as they are connected when they are read. */
function listPaths({ inPlace, changes }: WiringPlan): ReadTrustParameters["paths"] {
  return [...inPlace, ...changes].map(({ chainSlug, plug, siblingChainSlug }) => ({
    ...{ from: { slug: siblingChainSlug }, to: { slug: chainSlug, plug } },
  }))
}

/** What the project knows of an address, and what the wiring and the protocol say besides. */
function knowProtocol(
  { contractOf, copies, plan }: JudgeBatchesParameters,
  paths: readonly PathTrust[] = [],
): JudgeBatchesParameters["contractOf"] {
  const known = new Map<string, { name: string | undefined; abi: Abi }>()
  const add = (slug: number, address: Address, abi: Abi, name?: string): void => {
    const key = `${slug} ${address}`
    const { name: before, abi: more = [] } = known.get(key) ?? {}
    known.set(key, { name: before ?? name, abi: [...more, ...abi] })
  }
  for (const { chainSlug, plug, application } of [...plan.inPlace, ...plan.changes])
    add(chainSlug, plug, plugAbi, `plug of ${application}`)
  for (const { chainSlug, plug, abi, switchboard, switchboardKind } of plan.changes) {
    add(chainSlug, plug, abi)
    if (switchboardKind !== undefined) add(chainSlug, switchboard, [], `${switchboardKind} switchboard`)
  }
  for (const { slug, socket } of copies) add(slug, socket, socketAbi, "socket")
  for (const { chain, plug, executionManager, transmitManager, inbound, outbound } of paths.map(
    ({ facts }) => facts.dst,
  )) {
    if (plug.owner !== null && plug.owner !== undefined) add(chain.slug, plug.owner, carrierAbi, "owner of plugs")
    const switchboards = [inbound, outbound].filter(({ isKnown }) => isKnown)
    for (const { name, address } of [executionManager, transmitManager, ...switchboards]) {
      add(chain.slug, address, [...executionManagerAbi, ...switchboardAbi], name)
    }
  }
  return (slug, address) => {
    const [own, more] = [contractOf(slug, address), known.get(`${slug} ${address}`)]
    return { name: own.name ?? more?.name, abi: [...(own.abi ?? []), ...(more?.abi ?? [])] }
  }
}

type Plans = { readonly before: WiringPlan; readonly after: WiringPlan }

/** The sibling before a connection was made that is as the wiring says; `undefined` for any other, also one that does not last. */
function siblingBefore(
  one: MadeConnection,
  made: readonly MadeConnection[],
  { before, after }: Plans,
): Address | undefined {
  const key = keyOf(one)
  const ends = ({ sibling, switchboards }: MadeConnection): string => [sibling, ...switchboards].join()
  if (made.some((other) => keyOf(other) === key && ends(other) !== ends(one))) return undefined
  const find = <Each extends WiredConnection>(all: readonly Each[]): Each | undefined =>
    all.find(({ chainSlug, plug, siblingChainSlug }) => `${chainSlug} ${plug} ${siblingChainSlug}` === key)
  if (find(after.inPlace) !== undefined) return find(before.changes)?.before.sibling ?? one.sibling
  return one.sibling === zeroAddress ? find(before.extras)?.sibling : undefined
}

function keyOf({ chain, plug, siblingChainSlug }: MadeConnection): string {
  return `${chain.slug} ${plug} ${siblingChainSlug}`
}

/** Finds problems of a call by its form: on the chain it can do other things than on a copy. */
export function findCallProblems(
  { number, operation, to, value, data, call, isKnown, isClaimed, problem, claimed, inner }: DecodedCall,
  { slug, name: chain }: BatchChain,
  label: (slug: number, address: Address) => string,
): Finding[] {
  const found: Finding[] = []
  const target = label(slug, to)
  const add = (name: FindingName, says: string): void => void found.push({ name, number, chain, says })
  if (operation === 1 && !(isMultiSend(to) && inner.length > 0)) {
    add("DELEGATECALL", `The code of ${target} runs as the account itself, and may do everything. It was not applied.`)
  }
  if (problem !== undefined) {
    const bytes = (data.length - 2) / 2
    add("UNDECODED", `The call of ${target} with ${value} wei and ${bytes} bytes is not decoded whole: ${problem}.`)
  } else if (call !== undefined && !isKnown) {
    const may = isClaimed ? "As the file says and its selector allows" : "By its selector"
    add("UNDECODED", `The ABI of ${target} is not known. ${may}, the call may be ${call.signature}.`)
  }
  if (claimed !== undefined) add("MISLEADING", `The file says ${claimed}, and the data is of another call.`)
  return found
}
