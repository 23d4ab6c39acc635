import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"
import { readContract } from "viem/actions"

import { switchboardAbi } from "../abi.js"
import type { Difference, Side } from "./differencesOf.js"
import type { ConnectionSide } from "./readConnectionFacts.js"
import { missingInbound } from "./readPlugCode.js"

/** A problem on one side that stops messages. */
export type ConnectionDifference = {
  readonly side: Side
  /**
   * `slug`: the socket belongs to another chain. `sibling`: the plug is connected to another plug, or to none. `path`: a switchboard
   * of the plug has no path to the other chain. `switchboard`: a switchboard of the plug exchanges packets with another switchboard than
   * the one that the other plug uses, such as a fast one with an optimistic one; `actual` is the zero address if it knows none. `code`:
   * there is no contract. `function`: the plug cannot receive, because it has no `inbound(uint32,bytes)`.
   */
  readonly about: "slug" | "sibling" | "path" | "switchboard" | "code" | "function"
  readonly expected: string
  readonly actual: string
  /** One sentence for people. */
  readonly says: string
}

/** Something that could not be checked, which is not a difference. */
export type NotChecked = {
  readonly side: Side
  readonly about: "switchboard" | "code"
  readonly reason: string
  /** One sentence for people. */
  readonly says: string
}

type Sides = Readonly<Record<Side, ConnectionSide>>

/** Words what differs between two plugs, and what was not read. Throws the error of a node that does not say how they are connected. */
export async function wordDifferences(
  found: readonly Difference[],
  sides: Sides,
): Promise<{ readonly differences: readonly ConnectionDifference[]; readonly notChecked: readonly NotChecked[] }> {
  const unread = found.filter((one) => one.about === "unverified")
  for (const what of ["config", "slug"]) {
    const fatal = unread.find((one) => one.what === what)
    if (fatal !== undefined) throw fatal.error ?? new Error(fatal.reason)
  }
  const worded = found.map(async (one): Promise<readonly ConnectionDifference[]> => {
    const words = await word(one, sides)
    if (words === undefined || one.about === "unverified" || one.about === "choice") return []
    const [expected, actual, says] = words
    return [{ side: one.side, about: one.about, expected: String(expected), actual: String(actual), says }]
  })
  // A switchboard that could not be read is told once, although both directions need it.
  const notChecked = unread.map((one): [string, NotChecked] => {
    const { side, reason, own, expected } = one
    const [here, there] = endsOf(side, sides)
    const says =
      sayPlug(one, { plug: here.plug, on: `chain ${here.slug}` }) ??
      `Whether switchboard ${String(own)} on chain ${here.slug} fits ${String(expected)} on chain ${there.slug} was not checked: ${reason}.`
    return [`${side} ${String(own)}`, { side, about: own === undefined ? "code" : "switchboard", reason, says }]
  })
  return { differences: (await Promise.all(worded)).flat(), notChecked: [...new Map(notChecked).values()] }
}

type Words = readonly [expected: string | number, actual: string | number, says: string]

async function word(found: Difference, sides: Sides): Promise<Words | undefined> {
  const [own, other] = endsOf(found.side, sides)
  const plug = `plug ${own.plug} on chain ${own.slug}`
  switch (found.about) {
    case "slug": {
      const { expected, actual } = found
      return [expected, actual, `The socket ${own.socket} belongs to chain ${actual}, not to chain ${expected}.`]
    }
    case "sibling": {
      const { expected, actual } = found
      const now = isAddressEqual(actual, zeroAddress) ? "is not connected to a sibling" : `is connected to ${actual}`
      const says = `P${plug.slice(1)} ${now} on chain ${other.slug}; it should be connected to ${expected}.`
      return [expected, actual, says]
    }
    case "path": {
      const says = `The ${found.direction} switchboard of ${plug} has no path to chain ${other.slug}.`
      return [found.direction === "outbound" ? "a capacitor" : "a decapacitor", zeroAddress, says]
    }
    case "switchboard": {
      const { expected, actual } = found
      const [here, there] = await Promise.all([
        nameKind(own.client, found.own, other.slug),
        nameKind(other.client, expected, own.slug),
      ])
      const partner = actual === undefined ? "knows no switchboard" : `works with ${actual}`
      const says = `The ${here} of ${plug} ${partner} on chain ${other.slug}, where plug ${other.plug} uses the ${there}. Messages between them are never executed (PacketNotProposed).`
      return [expected, actual ?? zeroAddress, says]
    }
    case "code":
      return ["a contract", "none", sayPlug(found, { plug: own.plug, on: `chain ${own.slug}` }) ?? ""]
    case "function":
      return ["inbound(uint32,bytes)", "none", sayPlug(found, { plug: own.plug, on: `chain ${own.slug}` }) ?? ""]
    case "choice":
    case "unverified":
      return undefined
  }
}

/** Says why a plug gets no message, or that this was not read; `undefined` of what else differs. */
export function sayPlug(
  found: Difference,
  { plug, on }: { readonly plug: Address; readonly on: string },
): string | undefined {
  const { about } = found
  if (about === "code")
    return `There is no contract at ${plug} on ${on}. Messages to it are lost if there is none when they arrive.`
  if (about === "function") return `The plug ${plug} on ${on} has ${missingInbound}, so it gets no message.`
  if (about !== "unverified" || found.what !== "code") return undefined
  return `Whether the plug ${plug} on ${on} can receive was not checked: ${found.reason}.`
}

function endsOf(side: Side, { a, b }: Sides): readonly [own: ConnectionSide, other: ConnectionSide] {
  return side === "a" ? [a, b] : [b, a]
}

/** Names the kind of a switchboard by the functions that it has: only fast ones have watchers. */
async function nameKind(client: Client, address: Address, slug: number): Promise<string> {
  const answers = async (functionName: "totalWatchers" | "timeoutInSeconds"): Promise<boolean> => {
    const args = functionName === "totalWatchers" ? [slug] : []
    const call = { abi: switchboardAbi, address, functionName, args } as Parameters<typeof readContract>[1]
    return await readContract(client, call).then(
      () => true,
      () => false,
    )
  }
  if (await answers("totalWatchers")) return `fast switchboard ${address}`
  return `${(await answers("timeoutInSeconds")) ? "optimistic " : ""}switchboard ${address}`
}
