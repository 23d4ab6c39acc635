import { type Address, type Hex, isAddressEqual, size, zeroAddress } from "viem"
import { getAbiItem, slice, toEventSelector } from "viem/utils"

import type { Step } from "./applyCalls.js"
import type { Finding, FindingName } from "./Finding.js"
import { findKeptOperations } from "./readOperations.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import {
  type ConnectionEnds,
  controlSlots,
  findOtherChange,
} from "#src/messaging/onchain/connection/connectionStorage.js"
import { logWords, wordToAddress } from "#src/messaging/onchain/connection/readSiblingSwitchboards.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import { nameEffect } from "#src/onchain/simulation/readAccountEffects.js"
import type { SimulatedLog } from "#src/onchain/simulation/Simulation.js"

/** A connection that a socket says it has made or removed. */
export type MadeConnection = {
  readonly chain: Step["chain"]
  readonly plug: Address
  readonly siblingChainSlug: number
  readonly sibling: Address
  readonly switchboards: readonly [inbound: Address, outbound: Address]
}

export type EffectsContext = {
  readonly copies: readonly Copy[]
  /** The sibling before the batch, where a connection is one that the wiring says; `undefined` where it is not. */
  readonly wiredBefore: (made: MadeConnection) => Address | undefined
  /** Who owned its plug before, as far as it is known. */
  readonly ownerOf: (made: MadeConnection) => Address | undefined
  /** An address, with what the contract is called if it has a name. */
  readonly label: (slug: number, address: Address) => string
}

export function listMade({ effects, chain }: Step, copies: readonly Copy[]): MadeConnection[] {
  const socket = copies.find(({ slug }) => slug === chain.slug)?.socket
  return (effects?.logs ?? []).flatMap((log) => readConnection(log, chain, socket) ?? [])
}

/** Finds what a call or message does but connecting plugs as the wiring says. */
export function findEffects(step: Step, { copies, wiredBefore, ownerOf, label }: EffectsContext): Finding[] {
  const { number, chain, effects, from } = step
  const found: Finding[] = []
  const add = (name: FindingName, says: string): void => void found.push({ name, number, chain: chain.name, says })
  const shown = (address: Address): string => label(chain.slug, address)
  if (!step.hasCode)
    add("NO_CODE", `${shown(step.to)} has no code, so the call does nothing unless code comes there first.`)
  if (step.status === "reverted") {
    add(number.startsWith("message") ? "MESSAGE" : "REVERTS", `${shown(step.to)} reverts: ${step.reason ?? ""}.`)
  }
  if (effects === undefined) return found
  const socket = copies.find(({ slug }) => slug === chain.slug)?.socket
  const wired: ConnectionEnds[] = []
  for (const log of effects.logs) {
    const made = readConnection(log, chain, socket)
    const name = nameEffect(log)
    if (made !== undefined) {
      const { plug, sibling, siblingChainSlug, switchboards } = made
      const before = wiredBefore(made)
      const wanted = { siblingChainSlug, sibling, switchboard: switchboards[0] }
      if (before !== undefined && socket !== undefined)
        wired.push({ plug, socket, sender: from, owner: ownerOf(made), wanted, before })
      else if (sibling === zeroAddress)
        add("CONNECTION", `${shown(plug)} is disconnected from chain ${siblingChainSlug}.`)
      else {
        const by = [...new Set(switchboards)].map(shown).join(" and ")
        const to = `${label(siblingChainSlug, sibling)} on chain ${siblingChainSlug}`
        add("CONNECTION", `${shown(plug)} is connected to ${to} by switchboard ${by}.`)
      }
    } else if (name !== undefined) {
      add(kindOf(name), `${shown(log.address)} logs ${name}(${wordsOf(log).map(sayWord).join(", ")}).`)
    }
  }
  for (const { dstChainSlug, dstPlug } of effects.messages) {
    add("MESSAGE", `A message is sent to ${label(dstChainSlug, dstPlug)} on chain ${dstChainSlug}.`)
  }
  for (const { from: payer, to, value } of effects.nativeTransfers) {
    add("NATIVE", `${value} wei go from ${shown(payer)} to ${shown(to)}.`)
  }
  const isKept = findKeptOperations(effects.logs)
  const others = effects.storage.filter(
    (word) => wired.every((ends) => findOtherChange([word], ends) !== undefined) && !isKept(word),
  )
  for (const [contract, words] of Map.groupBy(others, (word) => word.contract)) {
    for (const { slot, after } of words.filter((word) => controlSlots.has(word.slot)))
      add(
        "CODE",
        `${shown(contract)} is a proxy that takes its code from ${shown(wordToAddress(after))} (word ${slot}).`,
      )
    const [first] = words
    const more = words.length === 1 ? "" : ` and ${words.length - 1} more`
    if (first !== undefined) add("STORAGE", `${shown(contract)} keeps ${first.after} at word ${first.slot}${more}.`)
  }
  // It waits for something to take, or for a state that is not yet.
  const isScheduling = effects.storage.some(isKept)
  if (found.length === 0 && wired.length === 0 && !isScheduling)
    add("NO_EFFECT", `The call of ${shown(step.to)} moves, logs and stores nothing now.`)
  return found
}

const plugConnected = toEventSelector(getAbiItem({ abi: socketAbi, name: "PlugConnected" }))

function readConnection(log: SimulatedLog, chain: Step["chain"], socket?: Address): MadeConnection | undefined {
  // Any contract can log the same.
  if (log.topics[0] !== plugConnected || socket === undefined || !isAddressEqual(log.address, socket)) return undefined
  const [plug, slug, ...addresses] = logWords(log, 5)
  const [sibling, inbound, outbound] = addresses.map(wordToAddress)
  if (plug === undefined || slug === undefined || sibling === undefined) return undefined
  if (inbound === undefined || outbound === undefined) return undefined
  const ends = { plug: wordToAddress(plug), siblingChainSlug: Number(slug), sibling }
  return { chain, ...ends, switchboards: [inbound, outbound] }
}

/** Which of the findings an event of {@link nameEffect} is. */
function kindOf(event: string): FindingName {
  if (/^(Approval|AuthorizedOperator|OperatorSet|Permit|BorrowAllowance)/.test(event)) return "APPROVAL"
  if (/^(Transfer|Withdrawal|Deposit)/.test(event)) return "TOKENS"
  if (/^(Role|Minter)/.test(event)) return "ROLE"
  return /^(Upgraded|AdminChanged|BeaconUpgraded|DiamondCut|ChangedFallbackHandler)$/.test(event) ? "CODE" : "OWNER"
}

function wordsOf({ topics: [, ...indexed], data }: SimulatedLog): Hex[] {
  const count = Math.min(4, Math.floor(size(data) / 32))
  return [...indexed, ...Array.from({ length: count }, (_, index) => slice(data, index * 32, (index + 1) * 32))]
}

/** A number that amounts have, an address, or the word as it is. */
function sayWord(word: Hex): string {
  const number = BigInt(word)
  return number < 2n ** 96n ? String(number) : number < 2n ** 160n ? wordToAddress(word) : word
}
