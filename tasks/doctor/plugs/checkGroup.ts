import { getAddress, isAddressEqual } from "viem"

import { failed, type Finding, skipped } from "../checks.js"
import { explainFailure } from "../explainFailure.js"
import { adviseConnecting } from "./adviseConnecting.js"
import { checkConnection } from "./checkConnection.js"
import type { DoctorPlug } from "./DoctorPlug.js"
import type { PlugGroup } from "./findPlugs.js"
import type { PlugEnd } from "./PlugEnd.js"

/**
 * Checks every connection of an application: those between its plugs, and those to any other plug. Two of its plugs need not be connected
 * with each other, as those of a hub with spokes; but a plug that is connected with nobody is wrong.
 */
export async function checkGroup({ label, plugs }: PlugGroup): Promise<readonly Finding[]> {
  // A plug that does not answer has a line of its own.
  const answers = await Promise.all(plugs.map((plug) => plug.paths().catch(() => undefined)))
  const reached = plugs.filter((_, index) => answers[index] !== undefined)
  const pairs = await pairsOf(reached)
  const found = await Promise.all(pairs.map((pair) => checkPair(pair, label)))
  return [...found.flat(), ...(await checkAlone({ label, plugs: reached }, pairs))]
}

type Pair = readonly [PlugEnd, PlugEnd]

/** Every two ends of which at least one is connected to the other's chain. */
async function pairsOf(plugs: readonly DoctorPlug[]): Promise<Pair[]> {
  const pairs = new Map<string, Pair>()
  await Promise.all(
    plugs.map(async (plug) => {
      for (const { to, config } of await plug.paths()) {
        const pair: Pair = [plug, { chain: to, address: getAddress(config.siblingPlug) }]
        // Where it is connected to another plug than that of its application, that is what is wrong.
        const [own] = plugs.filter(({ chain }) => chain.slug === to.slug)
        const wanted: Pair = own === undefined ? pair : [plug, own]
        pairs.set(keyOf(wanted), pairs.get(keyOf(wanted)) ?? wanted)
      }
    }),
  )
  return [...pairs.values()]
}

function keyOf(pair: Pair): string {
  return pair
    .map(({ chain, address }) => `${chain.slug} ${address}`)
    .sort()
    .join(" ")
}

async function checkPair([a, b]: Pair, label: string): Promise<readonly Finding[]> {
  const subject = `${label}: ${a.chain.name} ↔ ${b.chain.name}`
  try {
    const finding = await checkConnection(a, b)
    return finding === undefined ? [] : [{ ...finding, subject }]
  } catch (error) {
    const { says } = explainFailure(error)
    return [skipped(says, subject)]
  }
}

/** Finds the plugs that are connected with nobody, and says how each is connected with another one of its application. */
async function checkAlone({ label, plugs }: PlugGroup, pairs: readonly Pair[]): Promise<readonly Finding[]> {
  const isIn = (plug: PlugEnd) => (pair: Pair) =>
    pair.some(({ chain, address }) => chain.slug === plug.chain.slug && isAddressEqual(address, plug.address))
  const alone = plugs.filter((plug) => !pairs.some(isIn(plug)))
  const missing = new Map<string, Finding>()
  for (const plug of alone) {
    const partner = plugs.find(({ chain }) => chain.slug !== plug.chain.slug)
    const subject =
      partner === undefined ? `${label}: ${plug.chain.name}` : `${label}: ${plug.chain.name} ↔ ${partner.chain.name}`
    const says = `The plug ${plug.address} on ${plug.chain.name} is connected to no other chain, so it can send nothing.`
    const mend =
      partner === undefined
        ? "Deploy its sibling on another chain, and connect both with messaging connect."
        : await adviseConnecting(plug, partner, ["a", "b"])
    const key = partner === undefined ? subject : keyOf([plug, partner])
    if (!missing.has(key)) missing.set(key, failed(says, mend, subject))
  }
  return [...missing.values()]
}
