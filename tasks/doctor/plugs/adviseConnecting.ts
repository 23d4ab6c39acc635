import { type Address, isAddressEqual, zeroAddress } from "viem"

import { devnetSwitchboards } from "../../../src/devnet/addresses.js"
import { type SwitchboardKind, switchboardKinds } from "../../../src/messaging/switchboardKinds.js"
import { readSiblingSwitchboards } from "../../../src/messaging/onchain/connection/readSiblingSwitchboards.js"
import type { PlugConfig } from "../../../src/messaging/onchain/getPlugConfig.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import type { PlugEnd } from "./PlugEnd.js"

/** One end, and how its plug is configured for the other chain, if it is. */
export type ConfiguredEnd = PlugEnd & { readonly config?: PlugConfig | undefined }

/**
 * Says how two plugs are connected to each other, with the commands. A side that is right stays as it is, and the other one gets the
 * switchboard that fits its own. Where no switchboard is known, there is no command, because it could not be run.
 *
 * @param wrong the sides to connect
 */
export async function adviseConnecting(
  a: ConfiguredEnd,
  b: ConfiguredEnd,
  wrong: readonly ("a" | "b")[],
): Promise<string> {
  const found = await Promise.all(
    wrong.map((side) =>
      side === "a" ? connectCommand(a, b, wrong.length === 1) : connectCommand(b, a, wrong.length === 1),
    ),
  )
  const commands = found.filter((command) => command !== undefined)
  const who = wrong.length === 2 ? "both plugs" : `the plug on ${(wrong[0] === "a" ? a : b).chain.name}`
  if (commands.length === wrong.length) return `Connect ${who}, as the owner: ${commands.join(" && ")}`
  const chains = `${a.chain.name} and ${b.chain.name}`
  return `Connect ${who}, as the owner, with messaging connect. Which switchboard joins ${chains} is not known here, so give its address with --switchboard.`
}

/**
 * @param keeps whether the other side is connected already, and keeps its switchboard
 * @returns `undefined` if the switchboard is not known
 */
async function connectCommand(own: PlugEnd, other: ConfiguredEnd, keeps: boolean): Promise<string | undefined> {
  const fitting = keeps ? await switchboardFor(own, other) : undefined
  const isDefault = own.chain.isDevnet && (fitting === undefined || isAddressEqual(fitting, devnetSwitchboards.FAST))
  const switchboard = fitting ?? (isDefault ? undefined : await kindFor(own, other, keeps))
  if (switchboard === undefined && !isDefault) return undefined
  const option = isDefault ? "" : ` --switchboard ${switchboard}`
  return `npx hardhat messaging connect ${own.address} ${other.address} --from ${own.chain.name} --to ${other.chain.name}${option}`
}

/** The switchboard of one chain that exchanges packets with the one that the plug on the other chain uses. */
async function switchboardFor(own: PlugEnd, { chain, config }: ConfiguredEnd): Promise<Address | undefined> {
  if (config === undefined || isAddressEqual(config.outboundSwitchboard, zeroAddress)) return undefined
  const { client } = await chain.open()
  const [answer] = await readSiblingSwitchboards(client, {
    socket: socketOf(chain),
    siblingChainSlug: own.chain.slug,
    switchboards: [config.outboundSwitchboard],
  })
  return answer?.isRead === true ? answer.sibling : undefined
}

/** The first kind of switchboard that joins both chains by what is known of them: that of the other plug, if it keeps its own. */
async function kindFor(own: PlugEnd, other: ConfiguredEnd, keeps: boolean): Promise<SwitchboardKind | undefined> {
  const [there, back] = await Promise.all([
    own.chain.switchboardsTo(other.chain.slug),
    other.chain.switchboardsTo(own.chain.slug),
  ])
  const used = (keeps ? other.config?.outboundSwitchboard : undefined) ?? zeroAddress
  const fits = back.filter(({ address }) => isAddressEqual(used, zeroAddress) || isAddressEqual(address, used))
  return switchboardKinds.find((kind) => [there, fits].every((list) => list.some((known) => known.kind === kind)))
}
