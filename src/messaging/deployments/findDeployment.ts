import type { ChainDeployment, Deployments } from "./types.js"

/**
 * Loads the deployments on public chains that the package knows.
 *
 * @example
 * const mainnets = (await loadDeployments()).filter(({ isMainnet }) => isMainnet)
 */
export async function loadDeployments(): Promise<Deployments> {
  // Loaded when somebody asks: no other command should wait for it.
  const [{ mainnets }, { testnets }] = await Promise.all([import("./mainnets.js"), import("./testnets.js")])
  return [...mainnets, ...testnets]
}

/**
 * Finds the contracts of the messaging protocol on a chain. Nothing is asked of the chain: what is known was true when the package
 * was made, so check it with {@link checkSocket} before you rely on it.
 *
 * @param chainId as wallets use it; the slug of a chain can be another number
 * @param deployments from `readDeployments`. Default: those that the package knows
 * @returns `undefined` if the chain is not among them
 * @example
 * const arbitrum = await findDeployment(42161)
 * arbitrum?.socket // "0x37cc674582049b579571E2ffd890a4D99355F6ba"
 */
export async function findDeployment(chainId: number, deployments?: Deployments): Promise<ChainDeployment | undefined> {
  return (deployments ?? (await loadDeployments())).find((chain) => chain.chainId === chainId)
}
