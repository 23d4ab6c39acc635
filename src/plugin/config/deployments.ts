import type { ChainConfig, PlugsConfig, UnidentifiedChain } from "./PlugsConfig.js"
import type { Networks } from "./resolvePlugs.js"
import {
  devnetAddressResolver,
  devnetAsyncDeployer,
  devnetFeesManager,
  devnetFeesPlug,
  devnetForwarderBeacon,
  devnetGatewaySocket,
  devnetWatcher,
} from "#src/devnet/addresses.js"
import type { GatewayDeployment } from "#src/gateway/deployments/gatewayDeployments.js"
import type { ChainDeployment, Deployments } from "#src/messaging/deployments/ChainDeployment.js"
import { devnetSwitchboard } from "#src/messaging/switchboardKinds.js"

/**
 * Loads the deployments of the messaging protocol that a project uses: those of its file, or those that the package knows.
 *
 * @throws {DataFileError} the file cannot be read, or is not as specified
 */
export async function deploymentsOf({ messaging }: Pick<PlugsConfig, "messaging">): Promise<Deployments> {
  if (messaging.deployment === undefined) {
    const { loadDeployments } = await import("#src/messaging/deployments/findDeployment.js")
    return await loadDeployments()
  }
  const { readDeployments } = await import("#src/messaging/deployments/readDeployments.js")
  return await readDeployments(messaging.deployment)
}

/**
 * Fills in what follows from the chain ids in the configuration: the slugs and sockets of configured chains, and a chain for each other
 * network whose chain id has a known deployment. What the user has written stays, and of several networks of one chain the first one that is
 * not simulated is read; the others are remembered beside it. No network is asked.
 *
 * @throws {DataFileError} the user's file of deployments is not as specified
 */
export async function identifyChains(plugs: PlugsConfig, networks: Networks): Promise<PlugsConfig> {
  const deployments = await deploymentsOf(plugs)
  const chains: Record<string, ChainConfig> = {}
  const unidentified: Record<string, UnidentifiedChain> = {}
  for (const [name, chain] of Object.entries(plugs.chains)) chains[name] = addSocket(chain, deployments)
  for (const [name, chain] of Object.entries(plugs.unidentified)) {
    const deployment = deploymentOn(networks[chain.network]?.chainId, deployments)
    if (deployment === undefined) unidentified[name] = chain
    else chains[name] = identifiedBy(deployment, chain)
  }
  const configured = { ...chains, ...unidentified }
  const reached = new Set(Object.values(configured).map(({ network }) => network))
  const isSimulated = ([, { type }]: [string, Networks[string]]): number => Number(type === "edr-simulated")
  // A fork in this process never stands for the chain itself.
  for (const [network, { chainId }] of Object.entries(networks).sort((a, b) => isSimulated(a) - isSimulated(b))) {
    const deployment = deploymentOn(chainId, deployments)
    const isFree = !Object.hasOwn(configured, network) && !reached.has(network) && isChainName(network)
    if (deployment === undefined || !isFree) continue
    const [name, taken] = Object.entries(chains).find(([, { slug }]) => slug === deployment.slug) ?? [network]
    chains[name] =
      taken === undefined
        ? identifiedBy(deployment, { network, socket: undefined })
        : { ...taken, otherNetworks: [...(taken.otherNetworks ?? []), network] }
  }
  return { ...plugs, chains, unidentified }
}

/** A chain whose deployment was found. Its own socket stays. */
export function identifiedBy({ slug, socket }: ChainDeployment, own: UnidentifiedChain): ChainConfig {
  return { ...own, slug, socket: own.socket ?? socket }
}

/** The slug says which deployment is meant: a fork of a chain can have another chain id. */
function addSocket(chain: ChainConfig, deployments: Deployments): ChainConfig {
  if (chain.socket !== undefined) return chain
  return { ...chain, socket: deployments.find(({ slug }) => slug === chain.slug)?.socket }
}

function deploymentOn(chainId: number | undefined, deployments: Deployments): ChainDeployment | undefined {
  return chainId === undefined ? undefined : deployments.find((chain) => chain.chainId === chainId)
}

/** As `plugs.chains` requires it: a name that looks like a slug could be mistaken for one. */
function isChainName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name)
}

/**
 * Finds the deployment of app gateways that a project uses.
 *
 * @returns `undefined` if its API is not the devnet's and `plugs.gateway.deployment` does not say which it is
 * @throws {DataFileError} the user's file is not as specified
 */
export async function gatewayDeploymentOf(
  config: Pick<PlugsConfig, "gateway" | "devnet">,
): Promise<GatewayDeployment | undefined> {
  const { deployment } = config.gateway
  if (deployment === undefined) return undefined
  if (deployment === "devnet") return devnetGateway(config)
  const { findGatewayDeployment } = await import("#src/gateway/deployments/findGatewayDeployment.js")
  return await findGatewayDeployment(deployment)
}

/** The contracts have the same addresses on every devnet. */
function devnetGateway({ devnet }: Pick<PlugsConfig, "devnet">): GatewayDeployment {
  return {
    name: "devnet",
    gateway: {
      slug: devnet.gateway.chainId,
      addressResolver: devnetAddressResolver,
      asyncDeployer: devnetAsyncDeployer,
      forwarderBeacon: devnetForwarderBeacon,
      feesManager: devnetFeesManager,
      watcher: devnetWatcher,
    },
    chains: devnet.chains.map(({ slug }) => ({
      slug,
      socket: devnetGatewaySocket,
      switchboard: devnetSwitchboard("FAST"),
      feesPlug: devnetFeesPlug,
    })),
  }
}
