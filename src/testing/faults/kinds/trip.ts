import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  type LocalAccount,
  parseAbi,
  toBytes,
} from "viem"

import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import { hasKind, kindOfSwitchboard, switchboardOf } from "../../../devnet/messaging/paths.js"
import { devnetSwitchboardKinds } from "../../../messaging/switchboardKinds.js"
import { chainOf } from "../../world/findInWorld.js"
import type { FaultContext, FaultKind } from "../FaultKind.js"
import { contextOf, sendAs } from "../transactions.js"
import type { DataOf } from "../WorldFaults.js"

const abi: Abi = parseAbi([
  "function nextNonce(address signer) view returns (uint256)",
  "function tripGlobal(uint256 nonce, bytes signature)",
  "function tripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
  "function tripProposal(uint256 nonce, bytes32 packetId, uint256 proposalCount, bytes signature)",
  "function unTrip(uint256 nonce, bytes signature)",
  "function unTripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
])

/** Paths are tripped by their first watcher, everything by the owner, who also undoes both. Any account may submit a signature. */
export const trip: FaultKind<"trip"> = (data, context) => {
  if (data.what === "proposals") return { interceptor: tripProposals(data, context) }
  return {
    begin: () => setTrips(data, context, true),
    undo: () => setTrips(data, context, false),
  }
}

async function setTrips({ chain: name, what, from }: DataOf<"trip">, context: FaultContext, isTripped: boolean) {
  const { world, happen } = context
  const chain = chainOf(world, name)
  const { contracts } = contextOf(world, chain.slug)
  const { deployer, watchers } = world.accounts
  for (const kind of devnetSwitchboardKinds) {
    const address = switchboardOf(contracts, kind)
    const submit = tripper(context, name, address)
    if (what === "everything") {
      await submit(deployer, (nonce) => ({
        functionName: isTripped ? "tripGlobal" : "unTrip",
        digest: digestOf(isTripped ? "TRIP_GLOBAL" : "UN_TRIP_GLOBAL", [
          ["address", address],
          ["uint32", chain.slug],
          ["uint256", nonce],
          ["bool", isTripped],
        ]),
        args: [],
      }))
      continue
    }
    for (const sibling of Object.values(world.devnet.chains)) {
      if (from !== undefined && from !== sibling.name) continue
      if (!hasKind(world.devnet.paths, [name, sibling.name], kind)) continue
      const signer = isTripped ? (watchers[0] as LocalAccount) : deployer
      await submit(signer, (nonce) => ({
        functionName: isTripped ? "tripPath" : "unTripPath",
        digest: digestOf(isTripped ? "TRIP_PATH" : "UN_TRIP_PATH", [
          ["address", address],
          ["uint32", sibling.slug],
          ["uint32", chain.slug],
          ["uint256", nonce],
          ["bool", isTripped],
        ]),
        args: [sibling.slug],
      }))
    }
  }
  if (isTripped) happen()
}

/** Trips the first proposal of each packet before it is attested. The transmitter then proposes it again. */
function tripProposals({ chain: name }: DataOf<"trip">, context: FaultContext) {
  const { world, happen } = context
  const slug = chainOf(world, name).slug
  const tripping = world.accounts.watchers[0] as LocalAccount
  const isFirst = ({ proposal }: MessageRecord): boolean => proposal?.proposalCount === 0n
  return {
    // The other watchers leave to the first one what it trips.
    choose: (stage: string, chainSlug: number, items: readonly unknown[], account?: Address): readonly unknown[] =>
      stage === "attest" && chainSlug === slug && account !== tripping.address
        ? (items as readonly MessageRecord[]).filter((record) => !isFirst(record))
        : items,
    async before(stage: string, chainSlug: number, items: readonly unknown[]): Promise<readonly unknown[]> {
      if (stage !== "attest" || chainSlug !== slug) return items
      const { chain, contracts, observer } = contextOf(world, slug)
      const left: unknown[] = []
      for (const record of items as readonly MessageRecord[]) {
        const { proposal, outbound } = record
        const isOurs = proposal !== undefined && kindOfSwitchboard(contracts, proposal.switchboard) !== undefined
        if (proposal?.proposalCount !== 0n || !isOurs) {
          left.push(record)
          continue
        }
        const { packetId, srcChainSlug } = outbound
        await tripper(
          context,
          name,
          proposal.switchboard,
        )(tripping, (nonce) => ({
          functionName: "tripProposal",
          digest: digestOf("TRIP_PROPOSAL", [
            ["address", proposal.switchboard],
            ["uint32", srcChainSlug],
            ["uint32", chain.slug],
            ["uint256", nonce],
            ["bytes32", packetId],
            ["uint256", proposal.proposalCount],
          ]),
          args: [packetId, proposal.proposalCount],
        }))
        happen()
      }
      if (left.length < items.length) await observer.sync()
      return left
    },
  }
}

type Signed = { readonly functionName: string; readonly digest: Hex; readonly args: readonly unknown[] }

/** Signs an update of a switchboard with the signer's next nonce, and submits it. */
function tripper({ world }: FaultContext, name: string, address: Address) {
  const chain = chainOf(world, name)
  return async (signer: LocalAccount, update: (nonce: bigint) => Signed): Promise<void> => {
    const { publicClient } = chain
    const nonce = (await publicClient.readContract({
      address,
      abi,
      functionName: "nextNonce",
      args: [signer.address],
    })) as bigint
    const { functionName, digest, args } = update(nonce)
    const signature = await signer.signMessage({ message: { raw: digest } })
    const data = encodeFunctionData({ abi, functionName, args: [nonce, ...args, signature] })
    await sendAs(chain, world.accounts.deployer, { to: address, data })
  }
}

function digestOf(action: string, fields: readonly (readonly [type: string, value: unknown])[]): Hex {
  const all = [["bytes32", keccak256(toBytes(action))] as const, ...fields]
  return keccak256(
    encodeAbiParameters(
      all.map(([type]) => ({ type })),
      all.map(([, value]) => value),
    ),
  )
}
