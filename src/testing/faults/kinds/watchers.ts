import { type Address, encodeFunctionData } from "viem"

import { isOn } from "../../world/findInWorld.js"
import type { FaultyWorld } from "../../world/OpenWorld.js"
import { delay, type FaultKind, withhold } from "../FaultKind.js"
import { contextOf, sendAs } from "../transactions.js"
import { gasPerAttestation } from "#src/devnet/messaging/actors/watcher.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { needOf } from "#src/devnet/messaging/paths.js"
import { batchTransaction } from "#src/devnet/relay/callBatch.js"
import { attestCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"

type Selection = { readonly watchers?: number | undefined; readonly chain?: string | undefined }

/** Whether a worker is one of the watchers that a fault is about. */
function selects({ watchers, chain }: Selection, world: FaultyWorld) {
  const chosen = new Set<Address | undefined>(world.accounts.watchers.slice(0, watchers).map(({ address }) => address))
  const isThere = isOn(world, chain)
  return (stage: string, chainSlug: number, account: Address | undefined): boolean =>
    stage === "attest" && chosen.has(account) && isThere(chainSlug)
}

export const missingAttestations: FaultKind<"missingAttestations"> = (data, context) =>
  withhold(selects(data, context.world), context)

export const lateAttestations: FaultKind<"lateAttestations"> = ({ seconds, ...data }, context) =>
  delay(selects(data, context.world), seconds, context)

export const doubledAttestations: FaultKind<"doubledAttestations"> = (data, { world, happen }) => {
  const isAbout = selects(data, world)
  return {
    interceptor: {
      async before(stage, chainSlug, items, address) {
        const account = world.accounts.watchers.find((watcher) => watcher.address === address)
        if (account === undefined || !isAbout(stage, chainSlug, address)) return items
        const { chain, contracts } = contextOf(world, chainSlug)
        for (const { proposal, outbound, attestedBy } of items as readonly MessageRecord[]) {
          if (proposal === undefined || needOf(contracts, proposal.switchboard) !== "attestations") continue
          if (attestedBy.has(account.address)) continue
          const { packetId } = outbound
          const call = await signedBy(account, attestCall({ ...proposal, dstChainSlug: chainSlug, packetId }))
          // The deployer submits the first one, and the watcher itself the second: its items are as they were before. In a batch, which
          // does not revert with it if this fault has attested it already.
          const attesting = { to: call.address, data: encodeFunctionData(call), gas: gasPerAttestation }
          await sendAs(chain, world.accounts.deployer, batchTransaction(contracts.batcher, [attesting]))
          happen()
        }
        return items
      },
    },
  }
}
