import { type Address, encodeAbiParameters, encodeFunctionData, keccak256, type LocalAccount, toBytes } from "viem"

import { chainOf } from "../../world/findInWorld.js"
import type { FaultContext, FaultKind, FaultWork } from "../FaultKind.js"
import { contextOf, sendAs } from "../transactions.js"
import type { DataOf } from "../WorldFaults.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { hasKind, kindOfSwitchboard, switchboardOf } from "#src/devnet/messaging/paths.js"
import { switchboardAbi } from "#src/messaging/onchain/abi.js"
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
  const signedLast = [["bool", isTripped]] as const
  for (const kind of devnetSwitchboardKinds) {
    const address = switchboardOf(contracts, kind)
    if (what === "everything") {
      await submit(context, name, {
        ...{ address, signer: deployer, slugs: [slug], signedLast, args: [] },
        ...(isTripped
          ? { functionName: "tripGlobal", action: "TRIP_GLOBAL" }
          : { functionName: "unTrip", action: "UN_TRIP_GLOBAL" }),
      })
      continue
    }
    for (const sibling of Object.values(world.devnet.chains)) {
      if (from !== undefined && from !== sibling.name) continue
      if (!hasKind(world.devnet.paths, [name, sibling.name], kind)) continue
      await submit(context, name, {
        ...{ address, slugs: [sibling.slug, slug], signedLast, args: [sibling.slug] },
        ...(isTripped
          ? { functionName: "tripPath", action: "TRIP_PATH", signer: watchers[0] as LocalAccount }
          : { functionName: "unTripPath", action: "UN_TRIP_PATH", signer: deployer }),
      })
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
          await submit(context, name, {
            ...{ functionName: "tripProposal", action: "TRIP_PROPOSAL", address: proposal.switchboard, signer },
            ...{ slugs: [srcChainSlug, slug], args: [packetId, proposal.proposalCount] },
            signedLast: [
              ["bytes32", packetId],
              ["uint256", proposal.proposalCount],
            ],
          })
          happen()
        }
        if (left.length < items.length) await observer.sync()
        return left
      },
    },
  }
}

type Update = {
  /** The switchboard. */
  readonly address: Address
  readonly functionName: "tripGlobal" | "tripPath" | "tripProposal" | "unTrip" | "unTripPath"
  /** Between the nonce and the signature. */
  readonly args: readonly unknown[]
  readonly signer: LocalAccount
  /** What is signed: the action, the switchboard, these slugs, the nonce, and the last. */
  readonly action: string
  readonly slugs: readonly number[]
  readonly signedLast: readonly (readonly [type: string, value: unknown])[]
}

/** Signs an update of a switchboard with the signer's next nonce, and submits it. */
async function submit(
  { world }: FaultContext,
  name: string,
  { address, functionName, args, signer, action, slugs, signedLast }: Update,
): Promise<void> {
  const chain = chainOf(world, name)
  const asking = { address, abi: switchboardAbi, functionName: "nextNonce", args: [signer.address] } as const
  const nonce = await chain.publicClient.readContract(asking)
  const lastTypes = signedLast.map(([type]) => type)
  const types = ["bytes32", "address", ...slugs.map(() => "uint32"), "uint256", ...lastTypes].map((type) => ({ type }))
  const values = [keccak256(toBytes(action)), address, ...slugs, nonce, ...signedLast.map(([, value]) => value)]
  const raw = keccak256(encodeAbiParameters(types, values))
  const signature = await signer.signMessage({ message: { raw } })
  const data = encodeFunctionData({ abi: switchboardAbi, functionName, args: [nonce, ...args, signature] as never })
  await sendAs(chain, world.accounts.deployer, { to: address, data })
}
