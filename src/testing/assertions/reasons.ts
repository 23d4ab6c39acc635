import type { Abi, Address, Hex } from "viem"
import { numberToHex } from "viem/utils"

import { constantProductDexArtifact } from "../../devnet/artifacts/ConstantProductDex.js"
import { forwarderArtifact } from "../../devnet/artifacts/Forwarder.js"
import { gatewaySocketArtifact } from "../../devnet/artifacts/GatewaySocket.js"
import { liquidityBridgeArtifact } from "../../devnet/artifacts/LiquidityBridge.js"
import { marketTokenArtifact } from "../../devnet/artifacts/MarketToken.js"
import { swapRouterArtifact } from "../../devnet/artifacts/SwapRouter.js"
import { watcherArtifact } from "../../devnet/artifacts/Watcher.js"
import type { LocalChain } from "../../devnet/chain/chains.js"
import type { Stage } from "../../devnet/stages.js"
import { readProjectAbis } from "../../explaining/source/readProjectAbis.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { ProjectRuntime } from "../world/openProjectChains.js"

/** What the test does to keep the actors from a stage, as lines of a failure text. */
export function findHold({ relay }: OpenWorld, stage: Stage | undefined): readonly string[] {
  if (!relay.running) return ["The relay is stopped, so no actor works: world.devnet.relay.start() starts it."]
  if (stage === undefined || !relay.isPaused(stage)) return []
  return [`The test holds the stage ${stage}: world.release("${stage}") lets it go on.`]
}

/**
 * Says how often something was tried that reverts, and how the test lets it be tried again.
 *
 * @param retryAt time of the world in milliseconds; `undefined` if it was given up
 */
export function describeTries(
  { clock }: OpenWorld,
  { attempts, retryAt }: { readonly attempts: number; readonly retryAt: number | undefined },
): string {
  const times = attempts === 1 ? "once" : attempts === 2 ? "twice" : `${attempts} times`
  if (retryAt === undefined) return `It was tried ${times}, and is not tried again.`
  const wait = Math.max(1, Math.ceil((retryAt - clock.now()) / 1_000))
  return `It was tried ${times}. world.time.increase(${wait}) lets it be tried again.`
}

/** A call that burns gas without end takes Hardhat's chains about a second for each million. */
const mostGas = 1_000_000n

/**
 * Runs a call that reverts once more, to find the line of Solidity that reverts.
 *
 * @returns such as `Greeter.inbound (contracts/Greeter.sol:21)`; `undefined` if the call does not revert any more, outside the project, or not
 *   within a million gas
 */
export async function findRevertLine(
  { provider }: Pick<LocalChain, "provider">,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly value?: bigint },
): Promise<string | undefined> {
  const { from, to, data, value = 0n } = call
  const limited = { from, to, data, value: numberToHex(value), gas: numberToHex(mostGas) }
  try {
    // Without a gas price, so that the caller needs no funds but the value.
    await provider.request({ method: "eth_call", params: [limited, "pending"] })
    return undefined
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? "") : ""
    const [, place, file, line] = /^\s+at (\S+) \(([^()\n]+\.sol):(\d+)(?::\d+)?\)$/m.exec(stack) ?? []
    return place === undefined ? undefined : `${place} (${file}:${line})`
  }
}

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
