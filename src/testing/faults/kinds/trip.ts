import type { Address, LocalAccount } from "viem"

import { chainOf } from "../../world/findInWorld.js"
import type { FaultContext, FaultKind, FaultWork } from "../FaultKind.js"
import { contextOf, submitSigned } from "../transactions.js"
import type { DataOf } from "../WorldFaults.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { hasKind, kindOfSwitchboard, switchboardOf } from "#src/devnet/messaging/paths.js"
import { switchboardAbi } from "#src/messaging/onchain/abi.js"
import { type Trip, tripCall } from "#src/messaging/onchain/operatorCalls.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"

/** Paths are tripped by their first watcher, everything by the owner, who also undoes both. Any account may submit a signature. */
export const trip: FaultKind<"trip"> = (data, context) => {
  if (data.what === "proposals") return tripProposals(data, context)
  return {
    begin: () => setTrips(data, context, true),
    undo: () => setTrips(data, context, false),
  }
}

async function setTrips({ chain: name, what, from }: DataOf<"trip">, context: FaultContext, isTripped: boolean) {
  const { world, happen } = context
  const { slug } = chainOf(world, name)
  const { contracts } = contextOf(world, slug)
  const { deployer, watchers } = world.accounts
  for (const kind of devnetSwitchboardKinds) {
    const switchboard = switchboardOf(contracts, kind)
    if (what === "everything") {
      await submit(context, name, { kind: isTripped ? "tripGlobal" : "unTrip", switchboard, signer: deployer })
      continue
    }
    for (const { name: sibling, slug: srcChainSlug } of Object.values(world.devnet.chains)) {
      if (from !== undefined && from !== sibling) continue
      if (!hasKind(world.devnet.paths, [name, sibling], kind)) continue
      const path = { switchboard, srcChainSlug }
      if (isTripped) await submit(context, name, { kind: "tripPath", ...path, signer: watchers[0] as LocalAccount })
      else await submit(context, name, { kind: "unTripPath", ...path, signer: deployer })
    }
  }
  if (isTripped) happen()
}

/** Trips the first proposal of each packet before it is attested. The transmitter then proposes it again. */
function tripProposals({ chain: name }: DataOf<"trip">, context: FaultContext): FaultWork {
  const { world, happen } = context
  const { slug } = chainOf(world, name)
  const signer = world.accounts.watchers[0] as LocalAccount
  const isFirst = ({ proposal }: MessageRecord): boolean => proposal?.proposalCount === 0n
  return {
    interceptor: {
      // The other watchers leave to the first one what it trips.
      choose: (stage, chainSlug, items, account) =>
        stage === "attest" && chainSlug === slug && account !== signer.address
          ? (items as readonly MessageRecord[]).filter((record) => !isFirst(record))
          : items,
      async before(stage, chainSlug, items) {
        if (stage !== "attest" || chainSlug !== slug) return items
        const { contracts, observer } = contextOf(world, slug)
        const left: unknown[] = []
        for (const record of items as readonly MessageRecord[]) {
          const { proposal, outbound } = record
          const isOurs = proposal !== undefined && kindOfSwitchboard(contracts, proposal.switchboard) !== undefined
          if (proposal?.proposalCount !== 0n || !isOurs) {
            left.push(record)
            continue
          }
          const { packetId, srcChainSlug } = outbound
          const { switchboard, proposalCount } = proposal
          const tripped = { switchboard, srcChainSlug, packetId, proposalCount }
          await submit(context, name, { kind: "tripProposal", ...tripped, signer })
          happen()
        }
        if (left.length < items.length) await observer.sync()
        return left
      },
    },
  }
}

/** Trips a switchboard with the next nonce of the account that signs. */
async function submit(
  { world }: FaultContext,
  name: string,
  { switchboard, signer, ...trip }: Trip & { readonly switchboard: Address; readonly signer: LocalAccount },
): Promise<void> {
  const chain = chainOf(world, name)
  const asking = { address: switchboard, abi: switchboardAbi, functionName: "nextNonce" } as const
  const nonce = await chain.publicClient.readContract({ ...asking, args: [signer.address] })
  await submitSigned(world, chain, signer, tripCall(trip, { switchboard, slug: chain.slug, nonce }))
}
