import type { Abi } from "viem"

import { constantProductDexArtifact } from "../../../devnet/artifacts/ConstantProductDex.js"
import { forwarderArtifact } from "../../../devnet/artifacts/Forwarder.js"
import { gatewaySocketArtifact } from "../../../devnet/artifacts/GatewaySocket.js"
import { liquidityBridgeArtifact } from "../../../devnet/artifacts/LiquidityBridge.js"
import { marketTokenArtifact } from "../../../devnet/artifacts/MarketToken.js"
import { swapRouterArtifact } from "../../../devnet/artifacts/SwapRouter.js"
import { watcherArtifact } from "../../../devnet/artifacts/Watcher.js"
import { readProjectAbis } from "../../../explaining/source/readProjectAbis.js"
import type { OpenWorld } from "../../OpenWorld.js"
import type { ProjectRuntime } from "../../chains/openWorldChains.js"

const known = new WeakMap<ProjectRuntime["artifacts"], Promise<readonly Abi[]>>()

/**
 * The ABIs to decode a revert with: first those of the contracts that tests have deployed, then those of the whole project, because app
 * gateways deploy contracts too.
 */
export async function projectAbis({ registry, hre: { artifacts } }: OpenWorld): Promise<readonly Abi[]> {
  const all = known.get(artifacts) ?? readProjectAbis(artifacts)
  known.set(artifacts, all)
  return [...registry.all().map(({ abi }) => abi), ...(await all), ...devnetAbis]
}

/** The contracts of the devnet whose errors a call of a user's contract can end with. */
const devnetAbis: readonly Abi[] = [
  watcherArtifact.abi,
  gatewaySocketArtifact.abi,
  forwarderArtifact.abi,
  swapRouterArtifact.abi,
  liquidityBridgeArtifact.abi,
  constantProductDexArtifact.abi,
  marketTokenArtifact.abi,
]
