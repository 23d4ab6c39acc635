import type { DoctorPlug } from "./DoctorPlug.js"

/**
 * Checks whether a contract names a socket, as every plug does. A name in the project can be any contract's, and one that is no plug is
 * none of the doctor's. Where the node does not answer, or the chain's own socket is not well, it counts as one: the check of the plug is
 * skipped with the chain's.
 */
export async function isPlug({ chain, address }: Pick<DoctorPlug, "chain" | "address">): Promise<boolean> {
  try {
    const { client } = await chain.open()
    const { readSocketOf } = await import("../../../src/messaging/onchain/readSocketOf.js")
    await readSocketOf(client, address)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== "WRONG_CONTRACT") return true
    const { checkSocket } = await import("../chains/checkSocket.js")
    const socket = await checkSocket(chain).catch(() => undefined)
    return socket?.status !== "ok"
  }
}
