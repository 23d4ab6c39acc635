import type { Hex, LocalAccount } from "viem"

import { attestDigest } from "../../../messaging/ids.js"
import { fastSwitchboardArtifact } from "../../artifacts/FastSwitchboard.js"
import { encodeCall } from "../../chain/encodeCall.js"
import type { ActorCall } from "../../relay/batching/callBatch.js"
import type { Proposal } from "../facts.js"

/** Returns the call of the fast switchboard with which a watcher attests a proposal of a packet. */
export async function attestationCall(
  watcher: LocalAccount,
  { dstChainSlug, packetId, proposal }: { dstChainSlug: number; packetId: Hex; proposal: Proposal },
): Promise<ActorCall> {
  const { switchboard, proposalCount, root } = proposal
  const raw = attestDigest({ switchboard, dstChainSlug, packetId, proposalCount, root })
  const signature = await watcher.signMessage({ message: { raw } })
  const args = [packetId, proposalCount, root, signature] as const
  const data = encodeCall({ abi: fastSwitchboardArtifact.abi, functionName: "attest", args })
  return { to: switchboard, data, gas: gasPerAttestation }
}

/** With a third to spare. */
const gasPerAttestation = 120_000n
