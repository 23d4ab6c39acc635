import { type Address, type Hex, keccak256 } from "viem"

import { isOn } from "../../world/findInWorld.js"
import type { FaultContext, FaultKind, FaultWork } from "../FaultKind.js"
import { contextOf, submitSigned } from "../transactions.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { switchboardOf } from "#src/devnet/messaging/paths.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { proposeCall } from "#src/messaging/onchain/operatorCalls.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"

export const forgedProposals: FaultKind<"forgedProposals"> = (data, context) =>
  propose(data, context, ({ outbound }, switchboard) => ({ root: keccak256(outbound.packedMessage), switchboard }))

export const misdirectedProposals: FaultKind<"misdirectedProposals"> = (data, context) =>
  propose(data, context, ({ outbound }, _, other) => ({ root: outbound.packedMessage, switchboard: other }))

/** Proposes something wrong of each packet that was not proposed before, signed by the transmitter. */
function propose(
  {
    chain: name,
    thenHonest = false,
  }: { readonly chain?: string | undefined; readonly thenHonest?: boolean | undefined },
  { world, happen }: FaultContext,
  wrongly: (record: MessageRecord, chosen: Address, other: Address) => { root: Hex; switchboard: Address },
): FaultWork {
  const isThere = isOn(world, name)
  return {
    interceptor: {
      async before(stage, chainSlug, items) {
        if (stage !== "propose" || !isThere(chainSlug)) return items
        const { chain, contracts } = contextOf(world, chainSlug)
        const switchboards = devnetSwitchboardKinds.map((kind) => switchboardOf(contracts, kind))
        for (const record of items as readonly MessageRecord[]) {
          const { packetId } = record.outbound
          const chosen = record.connection?.inboundSwitchboard
          if (chosen === undefined) continue
          const read = {
            address: contracts.socket,
            abi: socketAbi,
            functionName: "proposalCount",
            args: [packetId],
          } as const
          if ((await chain.publicClient.readContract(read)) > 0n) continue
          const other = switchboards.find((switchboard) => switchboard !== chosen) ?? chosen
          const proposed = { dstChainSlug: chainSlug, packetId, ...wrongly(record, chosen, other) }
          await submitSigned(world, chain, world.accounts.transmitter, proposeCall(contracts.socket, proposed))
          happen()
        }
        return thenHonest ? items : []
      },
    },
  }
}
