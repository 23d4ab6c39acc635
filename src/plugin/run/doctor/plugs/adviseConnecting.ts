import { type Address, isAddressEqual, zeroAddress } from "viem"

import { devnetSwitchboard } from "../../../../devnet/addresses.js"
import { readSiblingSwitchboards } from "../../../../messaging/onchain/connection/readSiblingSwitchboards.js"
import type { PlugConfig } from "../../../../messaging/onchain/getPlugConfig.js"
import { socketOf } from "../../../connection/configuredContracts.js"
import type { PlugEnd } from "./PlugEnd.js"

/** One end, and how its plug is configured for the other chain, if it is. */
export type ConfiguredEnd = PlugEnd & { readonly config?: PlugConfig | undefined }

/**
 * Says how two plugs are connected to each other, with the commands. A side that is right stays as it is, and the other one gets the
 * switchboard that fits its own.
 *
 * @param wrong the sides to connect
 */
export async function adviseConnecting(
  a: ConfiguredEnd,
  b: ConfiguredEnd,
  wrong: readonly ("a" | "b")[],
): Promise<string> {
  const commands: string[] = []
  for (const side of wrong) {
    const [own, other] = side === "a" ? [a, b] : [b, a]
    commands.push(await connectCommand(own, other, wrong.length === 1))
  }
  const who = wrong.length === 2 ? "both plugs" : `the plug on ${(wrong[0] === "a" ? a : b).chain.name}`
  return `Connect ${who}, as the owner: ${commands.join(" && ")}`
}

/** @param keeps whether the other side is connected already, and keeps its switchboard */
async function connectCommand(own: PlugEnd, other: ConfiguredEnd, keeps: boolean): Promise<string> {
  const fitting = keeps ? await switchboardFor(own, other) : undefined
  const isDefault = own.chain.isDevnet && (fitting === undefined || isAddressEqual(fitting, devnetSwitchboard))
  const option = isDefault ? "" : ` --switchboard ${fitting ?? "<switchboard>"}`
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
