import {
  type Abi,
  type AbiEvent,
  type AbiFunction,
  type Address,
  type Hex,
  isAddressEqual,
  type Log,
  maxUint256,
  zeroAddress,
} from "viem"
import {
  decodeEventLog,
  encodeFunctionData,
  formatAbiItem,
  formatAbiItemWithArgs,
  getAbiItem,
  getAddress,
  parseAbi,
  toEventSelector,
} from "viem/utils"

import { capacitorAbi, socketAbi, switchboardAbi } from "../../onchain/abi.js"
import { decodeRevert } from "../../onchain/decodeRevert.js"
import { tryCall } from "../../onchain/delivery/inboundCall.js"
import { readReceipt } from "../../onchain/delivery/readSentMessages.js"
import { type OutboundMessage, readOutboundMessages } from "../../onchain/events.js"
import type { ReadableChain } from "../Journey.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { oneLine, shorten } from "#src/primitives/text.js"

/** A log that contracts of the application wrote while a message was delivered. */
export type ApplicationLog = {
  readonly address: Address
  /** Such as `Kept(to: 0x…, amount: 45)`; the first topic if no ABI has the event. */
  readonly says: string
  readonly isDecoded: boolean
}

/** A log by which an application says that it kept a delivery back, and the call that releases it. */
export type KeptBack = {
  readonly log: ApplicationLog
  /** Whether the contract that logged it is a `GuardedPlug`. Of other contracts only the name of the event tells. */
  readonly isHeld: boolean
  readonly release: ReleasingCall | undefined
  /** Whether it is never handled any more, because a `GuardedPlug` has begun its path anew. */
  readonly isEnded: boolean
}

export type ReleasingCall = {
  /** Such as `retry(to: 0x…)`. */
  readonly says: string
  readonly to: Address
  readonly data: Hex
  /** Why it reverts in the newest block, called by an account without rights; `undefined` if it would succeed. */
  readonly revert: string | undefined
  /** The call by which the owner lets a message be released that a `GuardedPlug` has cancelled. */
  readonly restore?: string | undefined
}

/** The part of a delivery that the protocol does not see. */
export type Outcome = {
  readonly logs: readonly ApplicationLog[]
  readonly keptBack: readonly KeptBack[]
  /** The messages that the delivery sent on. */
  readonly sent: readonly OutboundMessage[]
}

/**
 * Reads what the application did with a message, from the logs between the delivery before it in the transaction and its own.
 *
 * @param abis ABIs of the project's contracts. What a `GuardedPlug` logs is known without them
 * @returns `undefined` if the node does not have the transaction, or it does not deliver the message
 */
export async function readOutcome(
  { client, socket }: Pick<ReadableChain, "client" | "socket">,
  delivery: { readonly messageId: Hex; readonly transactionHash: Hex },
  abis: readonly Abi[],
): Promise<Outcome | undefined> {
  const receipt = await readReceipt(client, delivery.transactionHash)
  const logs = receipt && logsOfDelivery(receipt.logs, { socket, messageId: delivery.messageId })
  if (logs === undefined) return undefined
  const known = withGuarded(abis)
  const events = eventsIn(known)
  const decoded = logs.filter((log) => !isOfProtocol(log, socket)).map((log) => decode(log, events))
  const keptBack = await Promise.all(
    decoded.flatMap((log) =>
      log.event !== undefined && isKeeping(log.event.name) ? [readKept(client, log, known)] : [],
    ),
  )
  return {
    logs: decoded.map(({ address, says, isDecoded }) => ({ address, says, isDecoded })),
    keptBack: keptBack.filter(
      ({ release, isEnded }) => isEnded || release?.revert === undefined || !isOver.test(release.revert),
    ),
    sent: readOutboundMessages(logs, { socket }),
  }
}

const executed = toEventSelector(getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }))

function logsOfDelivery(
  logs: readonly Log[],
  { socket, messageId }: { readonly socket: Address; readonly messageId: Hex },
): readonly Log[] | undefined {
  const isEnd = ({ address, topics }: Log) => isAddressEqual(address, socket) && topics[0] === executed
  let delivery: Log[] = []
  for (const log of logs) {
    if (!isEnd(log)) delivery.push(log)
    else if (log.data === messageId.toLowerCase()) return delivery
    else delivery = []
  }
  return undefined
}

const protocolTopics: ReadonlySet<string> = new Set(
  [...capacitorAbi, ...switchboardAbi].filter((item) => item.type === "event").map((item) => toEventSelector(item)),
)

function isOfProtocol({ address, topics }: Log, socket: Address): boolean {
  return isAddressEqual(address, socket) || protocolTopics.has(topics[0] ?? "")
}

type DecodedLog = ApplicationLog & {
  readonly event: { readonly name: string; readonly item: AbiEvent; readonly args: readonly unknown[] } | undefined
  /** The ABIs that have the event. */
  readonly abis: readonly Abi[]
}

type KnownEvents = ReadonlyMap<string, readonly { readonly item: AbiEvent; readonly abi: Abi }[]>

/** All events by their first topic, each with its ABI. To hash them takes longer than to read a delivery. */
const eventsIn = memoize((abis: readonly Abi[]): KnownEvents => {
  const events = abis.flatMap((abi) => abi.filter((item) => item.type === "event").map((item) => ({ item, abi })))
  return Map.groupBy(events, ({ item }) => toEventSelector(item))
}, new WeakMap())

/** Whether a contract of these ABIs can say that it kept something back. Of the others nothing can be seen to be. */
export function canKeepBack(abis: readonly Abi[]): boolean {
  return abis.flat().some((item) => item.type === "event" && isKeeping(item.name))
}

function decode(log: Log, known: KnownEvents): DecodedLog {
  const address = getAddress(log.address)
  const [topic = "0x"] = log.topics
  const having = known.get(topic) ?? []
  for (const { item } of having) {
    try {
      const { args = [] } = decodeEventLog({ abi: [item], topics: log.topics as [Hex], data: log.data, strict: true })
      const values = Array.isArray(args) ? args : item.inputs.map(({ name }) => args[name as never] as unknown)
      const text = formatAbiItemWithArgs({ abiItem: item, args: values, includeName: true }) ?? item.name
      const event = { name: item.name, item, args: values }
      return { address, says: shorten(oneLine(text), 300), isDecoded: true, event, abis: having.map(({ abi }) => abi) }
    } catch {
      // Another ABI may have the event with other indexed parameters.
    }
  }
  return { address, says: topic, isDecoded: false, event: undefined, abis: [] }
}

/** Words in the names of events with which contracts say that they kept something back. */
const keeping =
  /^(held|kept|withheld|pending|queued|deferred|delayed|postponed|caught|failed|failure|stuck|parked|rejected|refused|unclaimed|escrowed|limited|throttled|retryable|skipped|undelivered)$/
/** Words with which they say that it is over. */
const ending =
  /^(released|resolved|cleared|cancelled|canceled|processed|executed|minted|bridged|claimed|dropped|restored|set|updated)$/
/** Errors of a call that has nothing to release any more. */
const isOver = /^(NotHeld|NotPending|MessageEnded|Already\w*|Nothing\w*)\b/

function isKeeping(name: string): boolean {
  const words = name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase())
  return words.some((word) => keeping.test(word)) && !words.some((word) => ending.test(word))
}

const releasing =
  /^(release|retry|claim|redeem|resume|recover|settle|process|execute|finali[sz]e|unlock|mint|withdraw)/i

const guardedAbi = parseAbi([
  "event MessageHeld(bytes32 indexed heldId, uint32 indexed srcChainSlug, uint256 number, uint256 amount, uint256 from, bytes payload)",
  "function release(uint256 number, uint32 srcChainSlug, bytes payload)",
  "error NotHeld(bytes32 heldId)",
  "error NotReleasableYet(bytes32 heldId, uint256 from)",
  "error MessageEnded(bytes32 heldId, uint256 epoch)",
])

/** The same ABIs each time, by which their events are remembered. */
const withGuarded = memoize((abis: readonly Abi[]): readonly Abi[] => [...abis, guardedAbi], new WeakMap())

/** With the names of its parameters, since another contract's event could mean another thing by the same types. */
const held =
  "MessageHeld(bytes32 heldId, uint32 srcChainSlug, uint256 number, uint256 amount, uint256 from, bytes payload)"

async function readKept(
  client: ReadableChain["client"],
  { address, says, isDecoded, event, abis }: DecodedLog,
  known: readonly Abi[],
): Promise<KeptBack> {
  const log = { address, says, isDecoded }
  const isHeld = event !== undefined && formatAbiItem(event.item, { includeName: true }) === held
  const found = event && findRelease(event, abis)
  if (found === undefined) return { log, isHeld, release: undefined, isEnded: false }
  const { item, args } = found
  const data = encodeFunctionData({ abi: [item], functionName: item.name, args })
  const text = formatAbiItemWithArgs({ abiItem: item, args, includeName: true }) ?? item.name
  const failed = await tryCall(client, { from: zeroAddress, to: address, data }, "latest").catch((error: unknown) => ({
    error,
  }))
  const decoded = failed && decodeRevert(failed.error, known)
  const revert = failed && (decoded?.reason ?? "the node does not say")
  const isCancelled = isHeld && decoded?.name === "NotReleasableYet" && decoded.args[1] === maxUint256
  const restore = isCancelled ? `restore(${String(decoded.args[0])})` : undefined
  const isEnded = isHeld && decoded?.name === "MessageEnded"
  return { log, isHeld, release: { says: oneLine(text), to: address, data, revert, restore }, isEnded }
}

/** Finds the function that takes no more than the event has, and as much of it as it can. */
function findRelease(
  { item, args }: NonNullable<DecodedLog["event"]>,
  abis: readonly Abi[],
): { readonly item: AbiFunction; readonly args: readonly unknown[] } | undefined {
  const named = new Map(item.inputs.map(({ name, type }, index) => [`${plain(name)} ${type}`, args[index]]))
  const fits = abis
    .flat()
    .filter((one) => one.type === "function")
    .filter(({ name, stateMutability }) => releasing.test(name) && !["view", "pure"].includes(stateMutability))
    .filter(({ inputs }) => inputs.length > 0 && inputs.every(({ name, type }) => named.has(`${plain(name)} ${type}`)))
    .sort((one, other) => other.inputs.length - one.inputs.length)
  const [best] = fits
  return best && { item: best, args: best.inputs.map(({ name, type }) => named.get(`${plain(name)} ${type}`)) }
}

/** Parameters are often written with an underscore that the event does not have. */
function plain(name: string | undefined): string {
  return (name ?? "").replaceAll("_", "").toLowerCase()
}
