import type { NetworkConnection } from "hardhat/types/network"

type Provider = NetworkConnection["provider"]

/**
 * Tells any number of listeners that a chain's newest block is another one. EDR announces blocks that are mined, but not
 * that `evm_revert` took some away: that is heard here, whoever asks for it.
 */
export async function followHead(provider: Provider): Promise<(listener: () => void) => () => void> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const request = provider.request.bind(provider)
  provider.request = async (call) => {
    const answer: unknown = await request(call)
    if (call.method === "evm_revert") tell()
    return answer
  }
  provider.on("notification", tell)
  await request({ method: "eth_subscribe", params: ["newHeads"] })
  return (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}
