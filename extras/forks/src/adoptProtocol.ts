import { type Address, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { encodeFunctionData, isAddressEqual } from "viem/utils"

import { createAdoptConnections } from "./adoptConnections.js"
import type { AdoptOptions, DeployedChain } from "./DeployedChain.js"
import { giveRoles } from "./giveRoles.js"
import { socketArtifact } from "#src/devnet/artifacts/messaging.js"
import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import type { Accounts } from "#src/devnet/chain/accounts.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { initCode, type OpeningReceipt, sendTogether } from "#src/devnet/chain/deployInOrder.js"
import type { AdoptedProtocol } from "#src/devnet/messaging/adoption.js"
import type { MessageFact } from "#src/devnet/messaging/facts.js"
import type { ForkedDeployment } from "#src/devnet/options.js"
import { checkSocket } from "#src/messaging/deployments/checkSocket.js"
import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { packPacketId } from "#src/messaging/ids.js"
import { capacitorAbi } from "#src/messaging/onchain/abi.js"
import { sealCall, signedBy } from "#src/messaging/onchain/operatorCalls.js"

/**
 * Takes over the deployed messaging contracts of a fork: its actors get their roles from who grants them, impersonated, and no code is
 * changed. Packets that wait are sealed, since a capacitor seals in order, and are not carried.
 *
 * @throws {DeploymentMismatchError} the chain does not have the socket of its deployment
 * @throws {WatchersUnknownError} the node does not give the logs that name the watchers
 */
export async function adoptProtocol(
  chain: LocalChain,
  { deployment, siblings, accounts }: AdoptOptions,
): Promise<AdoptedProtocol> {
  const { slug, name, publicClient } = chain
  const { socket } = deployment
  await checkSocket(publicClient, { socket, slug, chain: name })
  const read = (functionName: "executionManager__" | "transmitManager__" | "hasher__" | "capacitorFactory__") =>
    readContract(publicClient, { address: socket, abi: socketArtifact.abi, functionName })
  const [executionManager, transmitManager, hasher, capacitorFactory] = await Promise.all([
    read("executionManager__"),
    read("transmitManager__"),
    // Nothing here needs these two, and an older socket may not have them.
    read("hasher__").catch(() => zeroAddress),
    read("capacitorFactory__").catch(() => zeroAddress),
  ])
  const [deployed] = (await sendTogether(chain, accounts.deployer.address, [
    { data: initCode(batcherArtifact, [socket]) },
  ])) as [OpeningReceipt]
  const contracts = {
    ...{ hasher, capacitorFactory, socket, executionManager, transmitManager },
    switchboard: leadingTo(siblings, deployment, "FAST"),
    optimisticSwitchboard: leadingTo(siblings, deployment, "OPTIMISTIC"),
    batcher: deployed.contractAddress ?? zeroAddress,
    signatureVerifier: zeroAddress,
  }
  await giveRoles(chain, { contracts, deployment, siblings, accounts })
  const known: MessageFact[] = []
  for (const sibling of siblings) {
    for (const leading of switchboardsTo(deployment, sibling.slug)) {
      const capacitor = await readContract(publicClient, {
        ...{ address: socket, abi: socketArtifact.abi, functionName: "capacitors__" },
        args: [leading.address, sibling.slug],
      })
      if (isAddressEqual(capacitor, zeroAddress)) continue
      known.push(...factsOf(chain, { leading, sibling, capacitor }))
      await sealWaiting(chain, { socket, capacitor, dstChainSlug: sibling.slug, transmitter: accounts.transmitter })
    }
  }
  return {
    contracts,
    known,
    adoptConnections: (ledger) => createAdoptConnections(chain, { socket, ledger, known }),
  }
}

type Switchboard = ForkedDeployment["switchboards"][number]

/** The switchboard of a kind that leads to one of these chains; the zero address if none does. */
function leadingTo(chains: readonly DeployedChain[], deployment: ForkedDeployment, kind: Switchboard["kind"]): Address {
  const leading = chains.flatMap(({ slug }) => switchboardsTo(deployment, slug))
  return leading.find((one) => one.kind === kind)?.address ?? zeroAddress
}

/** The deployed switchboards of one kind are siblings. The contracts log it, in blocks that are not read. */
function factsOf(
  { slug }: LocalChain,
  { leading, sibling, capacitor }: { leading: Switchboard; sibling: DeployedChain; capacitor: Address },
): MessageFact[] {
  const switchboard = leading.address
  const added: MessageFact = { kind: "capacitorAdded", capacitor, switchboard }
  const other = switchboardsTo(sibling.deployment, slug).find(({ kind }) => kind === leading.kind)
  if (other === undefined) return [added]
  return [added, { kind: "siblingNamed", switchboard, dstChainSlug: sibling.slug, sibling: other.address }]
}

/** Seals the packets that a capacitor has from before the fork. What they hold need not be known. */
async function sealWaiting(
  chain: LocalChain,
  options: { socket: Address; capacitor: Address; dstChainSlug: number; transmitter: Accounts["transmitter"] },
): Promise<void> {
  const { socket, capacitor, dstChainSlug, transmitter } = options
  const { slug: srcChainSlug, publicClient } = chain
  const reading = { address: capacitor, abi: capacitorAbi } as const
  const [, next] = await readContract(publicClient, { ...reading, functionName: "getNextPacketToBeSealed" })
  const last = await readContract(publicClient, { ...reading, functionName: "getLastFilledPacket" })
  const counts = Array.from({ length: Number(last - next) + 1 }, (_, index) => next + BigInt(index))
  const calls = await Promise.all(
    counts.map(async (packetCount) => {
      const root = await readContract(publicClient, { ...reading, functionName: "getRootByCount", args: [packetCount] })
      // The last filled packet of a capacitor that has none is its first.
      if (BigInt(root) === 0n) return []
      const packetId = packPacketId({ srcChainSlug, capacitor, packetCount })
      const call = await signedBy(transmitter, sealCall(socket, { dstChainSlug, packetId, root, capacitor }))
      return [{ to: call.address, data: encodeFunctionData(call) }]
    }),
  )
  await sendTogether(chain, transmitter.address, calls.flat())
}
