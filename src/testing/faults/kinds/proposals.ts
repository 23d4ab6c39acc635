import { type Address, encodeFunctionData, type Hex, keccak256 } from "viem"

import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import { switchboardOf } from "../../../devnet/messaging/paths.js"
import { sealDigest } from "../../../messaging/ids.js"
import { socketAbi } from "../../../messaging/onchain/abi.js"
import { devnetSwitchboardKinds } from "../../../messaging/switchboardKinds.js"
import { slugOf } from "../../world/findInWorld.js"
import type { FaultContext, FaultKind, FaultWork } from "../FaultKind.js"
import { contextOf, sendAs } from "../transactions.js"

export const forgedProposals: FaultKind<"forgedProposals"> = (data, context) =>
  propose(data, context, (record, { switchboard }) => ({ root: keccak256(record.outbound.packedMessage), switchboard }))

export const misdirectedProposals: FaultKind<"misdirectedProposals"> = (data, context) =>
  propose(data, context, ({ outbound }, { other }) => ({ root: outbound.packedMessage, switchboard: other }))

type Switchboards = { readonly switchboard: Address; /** One that the plug has not chosen. */ readonly other: Address }

/** Proposes something wrong of each packet that was not proposed before, signed by the transmitter. */
function propose(
  {
    chain: name,
    thenHonest = false,
  }: { readonly chain?: string | undefined; readonly thenHonest?: boolean | undefined },
  { world, happen }: FaultContext,
  wrongly: (record: MessageRecord, switchboards: Switchboards) => { readonly root: Hex; readonly switchboard: Address },
): FaultWork {
  const slug = slugOf(world, name)
  const { transmitter, deployer } = world.accounts
  return {
    interceptor: {
      async before(stage, chainSlug, items) {
        if (stage !== "propose" || (slug !== undefined && slug !== chainSlug)) return items
        const { chain, contracts } = contextOf(world, chainSlug)
        const { socket: address } = contracts
        const switchboards = devnetSwitchboardKinds.map((kind) => switchboardOf(contracts, kind))
        for (const record of items as readonly MessageRecord[]) {
          const { packetId, dstChainSlug } = record.outbound
          const chosen = record.connection?.inboundSwitchboard
          if (chosen === undefined) continue
          const read = { address, abi: socketAbi, functionName: "proposalCount", args: [packetId] } as const
          if ((await chain.publicClient.readContract(read)) > 0n) continue
          const other = switchboards.find((switchboard) => switchboard !== chosen) ?? chosen
          const { root, switchboard } = wrongly(record, { switchboard: chosen, other })
          const raw = sealDigest({ dstChainSlug, packetId, root })
          const signature = await transmitter.signMessage({ message: { raw } })
          const args = [packetId, root, switchboard, signature] as const
          const data = encodeFunctionData({ abi: socketAbi, functionName: "proposeForSwitchboard", args })
          await sendAs(chain, deployer, { to: address, data })
          happen()
        }
        return thenHonest ? items : []
      },
    },
  }
}
