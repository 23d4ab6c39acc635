import {
  devnetAddressResolver,
  devnetAsyncDeployer,
  devnetFeesManager,
  devnetFeesPlug,
  devnetForwarderBeacon,
  devnetGatewaySocket,
  devnetSwitchboards,
  devnetWatcher,
} from "../../devnet/addresses.js"
import type { GatewayDeployment } from "../../gateway/deployments/gatewayDeployments.js"
import type { PlugsConfig } from "./PlugsConfig.js"

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
  const { findGatewayDeployment } = await import("../../gateway/deployments/findGatewayDeployment.js")
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
      switchboard: devnetSwitchboards.FAST,
      feesPlug: devnetFeesPlug,
    })),
  }
}
