import { type Address, isAddressEqual, zeroAddress } from "viem"

import type { PlugEnd } from "./subjects/DoctorPlug.js"
import { type Knows, type Place, type Remedy, writeRemedy } from "#src/explaining/remedy.js"
import { withTrusted } from "#src/messaging/explaining/knowContracts.js"
import type { ConnectionEnd } from "#src/messaging/onchain/connection/differencesOf.js"
import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { devnetSwitchboard, type SwitchboardKind, switchboardKinds } from "#src/messaging/switchboardKinds.js"

/** One end, and what was read of its connection to the other one. */
export type ReadEnd = PlugEnd & { readonly facts?: ConnectionEnd | undefined }

/**
 * Says how two plugs are connected to each other, with the commands. A side that is right stays as it is, and the other one gets the
 * switchboard that fits its own. Where no switchboard is known, there is no command, because it could not be run; and none connects a plug
 * to one that the project does not know.
 *
 * @param options.wrong the sides to connect
 */
export async function adviseConnecting(
  a: ReadEnd,
  b: ReadEnd,
  { wrong, isKnown }: { readonly wrong: readonly ("a" | "b")[]; readonly isKnown: Knows },
): Promise<string> {
  const keeps = wrong.length === 1
  const found = await Promise.all(
    wrong.map((side) => (side === "a" ? connectCommand(a, b, keeps) : connectCommand(b, a, keeps))),
  )
  const trusted = [a, b].flatMap((end, index) => {
    const config = configOf(end)
    const otherSlug = (index === 0 ? b : a).chain.slug
    return config === undefined ? [] : [{ plug: placeOf(end), otherSlug, config }]
  })
  const knows = withTrusted(isKnown, trusted)
  const remedies = found.filter((remedy) => remedy !== undefined)
  const written = await Promise.all(remedies.map((remedy) => writeRemedy(remedy, knows)))
  const commands = written.flatMap(({ command }) => command ?? [])
  const who = wrong.length === 2 ? "both plugs" : `the plug on ${(wrong[0] === "a" ? a : b).chain.name}`
  if (commands.length === wrong.length) return `Connect ${who}, as the owner: ${commands.join(" && ")}`
  if (remedies.length === wrong.length) {
    return `Connect ${who}, as the owner, with messaging connect, if both are yours: name them in plugs.contracts or in the wiring, and the command is here.`
  }
  const chains = `${a.chain.name} and ${b.chain.name}`
  return `Connect ${who}, as the owner, with messaging connect. Which switchboard joins ${chains} is not known here, so give its address with --switchboard.`
}

/**
 * @param keeps whether the other side is connected already, and keeps its switchboard
 * @returns `undefined` if the switchboard is not known
 */
async function connectCommand(own: PlugEnd, other: ReadEnd, keeps: boolean): Promise<Remedy | undefined> {
  const used = (keeps ? configOf(other)?.outboundSwitchboard : undefined) ?? zeroAddress
  const partner = other.facts?.partners.find(({ switchboard }) => isAddressEqual(switchboard, used))?.partner
  const fitting = partner !== undefined && "known" in partner ? partner.known : undefined
  const isDefault = own.chain.isDevnet && (fitting === undefined || isAddressEqual(fitting, devnetSwitchboard("FAST")))
  const switchboard = fitting ?? (isDefault ? undefined : await kindFor(own, other, used))
  if (switchboard === undefined && !isDefault) return undefined
  const option = isDefault ? "" : ` --switchboard ${switchboard}`
  const command = `npx hardhat messaging connect ${own.address} ${other.address} --from ${own.chain.name} --to ${other.chain.name}${option}`
  const through = fitting === undefined ? [] : [{ ...placeOf(own), address: fitting, otherSlug: other.chain.slug }]
  return { who: "connect it", command, grants: [placeOf(own), placeOf(other), ...through] }
}

function configOf({ facts }: ReadEnd): PlugConfig | undefined {
  return facts !== undefined && "known" in facts.config ? facts.config.known : undefined
}

function placeOf({ chain, address }: PlugEnd): Place {
  return { slug: chain.slug, address }
}

/** The first kind of switchboard that joins both chains by what is known of them: that of the other plug, if it uses one. */
async function kindFor(own: PlugEnd, other: PlugEnd, used: Address): Promise<SwitchboardKind | undefined> {
  const [there, back] = await Promise.all([
    own.chain.switchboardsTo(other.chain.slug),
    other.chain.switchboardsTo(own.chain.slug),
  ])
  const fits = back.filter(({ address }) => isAddressEqual(used, zeroAddress) || isAddressEqual(address, used))
  return switchboardKinds.find((kind) => [there, fits].every((list) => list.some((known) => known.kind === kind)))
}
