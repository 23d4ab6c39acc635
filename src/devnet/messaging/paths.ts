import type { Address } from "viem"

import type { ChainIdentity } from "../chain/chains.js"
import {
  type DevnetSwitchboardContract,
  type DevnetSwitchboardKind,
  devnetSwitchboardKinds,
  switchboardTable,
} from "#src/messaging/switchboardKinds.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** A path between two chains, in both directions, and the kinds of switchboards that plugs can choose on it. */
export type DevnetPath = {
  /** The names of two chains. */
  readonly between: readonly [string, string]
  readonly kinds: readonly DevnetSwitchboardKind[]
}

/**
 * Lists the path between every two chains. One that is not requested has every kind.
 *
 * @throws {InvalidInputError} a path names an unknown chain or kind, none, or one chain twice, or comes twice
 */
export function readPaths(
  requests: readonly DevnetPath[],
  chains: readonly Pick<ChainIdentity, "name">[],
): readonly DevnetPath[] {
  const names = chains.map(({ name }) => name)
  const requested = new Map<string, DevnetPath>()
  for (const path of requests) {
    checkPath(path, names)
    const key = keyOf(path.between)
    if (requested.has(key)) throw refuse(`the path between ${path.between.join(" and ")} comes twice`, "Name it once")
    requested.set(key, path)
  }
  return names.flatMap((name, index) =>
    names.slice(index + 1).map((other): DevnetPath => {
      const kinds = requested.get(keyOf([name, other]))?.kinds ?? devnetSwitchboardKinds
      return { between: [name, other], kinds: devnetSwitchboardKinds.filter((kind) => kinds.includes(kind)) }
    }),
  )
}

export function hasKind(
  paths: readonly DevnetPath[],
  between: readonly [string, string],
  kind: DevnetSwitchboardKind,
): boolean {
  return paths.some((path) => keyOf(path.between) === keyOf(between) && path.kinds.includes(kind))
}

/** The switchboards of one chain: `switchboard`, whose watchers attest packets, and `optimisticSwitchboard`, which allows them after a time. */
export type Switchboards = Readonly<Record<DevnetSwitchboardContract, Address>>

export function switchboardsIn(contracts: Switchboards): Switchboards {
  const names = devnetSwitchboardKinds.map((kind) => switchboardTable[kind].devnet.contract)
  return Object.fromEntries(names.map((name) => [name, contracts[name]])) as Switchboards
}

export function switchboardOf(contracts: Switchboards, kind: DevnetSwitchboardKind): Address {
  return contracts[switchboardTable[kind].devnet.contract]
}

/** Returns the kind of one of the devnet's switchboards; undefined for any other address. */
export function kindOfSwitchboard(contracts: Switchboards, address: Address): DevnetSwitchboardKind | undefined {
  const wanted = address.toLowerCase()
  return devnetSwitchboardKinds.find((kind) => switchboardOf(contracts, kind).toLowerCase() === wanted)
}

/** Returns what a packet needs before one of the devnet's switchboards allows it; undefined for any other address. */
export function needOf(contracts: Switchboards, address: Address | undefined): "attestations" | "time" | undefined {
  const kind = address && kindOfSwitchboard(contracts, address)
  return kind && switchboardTable[kind].needs
}

/** Returns the switchboard for what the devnet itself sends between two chains: the fast one, where there is one. */
export function switchboardBetween(
  paths: readonly DevnetPath[],
  between: readonly [string, string],
  contracts: Switchboards,
): Address {
  const kind = devnetSwitchboardKinds.find((known) => hasKind(paths, between, known)) ?? "FAST"
  return switchboardOf(contracts, kind)
}

function checkPath({ between, kinds }: DevnetPath, names: readonly string[]): void {
  const [one, other] = between
  for (const name of between) {
    if (!names.includes(name)) throw refuse(`there is no chain ${inQuotes(name)}`, `Name two of ${names.join(", ")}`)
  }
  if (one === other) throw refuse(`a path from ${one} to itself`, "Name two different chains")
  if (kinds.length === 0) throw refuse(`no kind between ${one} and ${other}`, giveKinds)
  for (const kind of kinds) {
    if (!devnetSwitchboardKinds.includes(kind)) throw refuse(`there is no kind ${inQuotes(kind)}`, giveKinds)
  }
}

const giveKinds = `Give one or more of ${devnetSwitchboardKinds.join(", ")}`

/** Paths have no direction. */
function keyOf(between: readonly [string, string]): string {
  return [...between].sort().join(" ")
}

function refuse(problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "paths", problem, fix: `${fix}.` })
}
