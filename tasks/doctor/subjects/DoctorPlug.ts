import type { Address } from "viem"

import type { DoctorChain } from "./DoctorChain.js"
import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** A connection of a plug to a chain: to some sibling there, which need not be right. */
export type PlugPath = { readonly to: DoctorChain; readonly config: PlugConfig }

/** A plug that is checked. */
export type DoctorPlug = {
  /** Its name in the project, or its address. */
  readonly label: string
  readonly chain: DoctorChain
  readonly address: Address
  /** Reads the chains that it is connected to. */
  readonly paths: () => Promise<readonly PlugPath[]>
}

/** @param chains all that it can be connected to */
export function createDoctorPlug(plug: Omit<DoctorPlug, "paths">, chains: readonly DoctorChain[]): DoctorPlug {
  const { chain, address } = plug
  return {
    ...plug,
    paths: lazily(async () => {
      const { client } = await chain.open()
      const [{ isAddressEqual, zeroAddress }, { getPlugConfig }] = await Promise.all([
        import("viem"),
        import("#src/messaging/onchain/getPlugConfig.js"),
      ])
      const socket = socketOf(chain)
      const others = chains.filter(({ slug }) => slug !== chain.slug)
      const paths = await Promise.all(
        others.map(async (to) => ({
          to,
          config: await getPlugConfig(client, { socket, plug: address, siblingChainSlug: to.slug }),
        })),
      )
      return paths.filter(({ config }) => !isAddressEqual(config.siblingPlug, zeroAddress))
    }),
  }
}

/** One end of a connection. */
export type PlugEnd = { readonly chain: DoctorChain; readonly address: Address }

/** The message that is priced: the one that `messaging fees` prices by default. */
export const pricedMessage = { minMsgGasLimit: 100_000n, payloadSize: 96 } as const

/** Reads the fee of a message from the socket of the plug's chain, in wei. */
export async function readMinimum({ chain, address }: DoctorPlug, to: Pick<ChainEntry, "slug">): Promise<bigint> {
  const [{ client }, { getMinFees }] = await Promise.all([chain.open(), import("#src/messaging/onchain/getMinFees.js")])
  return await getMinFees(client, { socket: socketOf(chain), plug: address, dstChainSlug: to.slug, ...pricedMessage })
}
