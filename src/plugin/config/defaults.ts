import { devnetSocket } from "../../devnet/addresses.js"
import { defaultChains } from "../../devnet/defaults.js"
import { numberChains, numberGateway } from "../../devnet/numberChains.js"
import type { ChainConfig, DevnetConfig, DevnetUserConfig } from "./PlugsConfig.js"

export const defaultDevnetPort = 8645

/** The names of the public deployments of app gateways. In this file, because every command checks the configuration. */
export const publicGateways: readonly string[] = ["stage", "dev"]

/** Resolves the `plugs.devnet` block, which has been validated. */
export function resolveDevnet(devnet: DevnetUserConfig = {}): DevnetConfig {
  return {
    port: devnet.port ?? defaultDevnetPort,
    chains: numberChains(devnet.chains ?? defaultChains),
    gateway: { chainId: numberGateway(devnet.gateway?.chainId).chainId },
    allowedOrigins: devnet.allowedOrigins ?? [],
    paths: devnet.paths ?? [],
    optimisticTimeout: devnet.optimisticTimeout,
    memoryWarning: devnet.memoryWarning,
  }
}

export function devnetUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}

export function devnetMessagingUrl(port: number): string {
  return `${devnetUrl(port)}/messaging`
}

export function devnetGatewayUrl(port: number): string {
  return `${devnetUrl(port)}/gateway`
}

export function devnetSwapUrl(port: number): string {
  return `${devnetUrl(port)}/swap`
}

export function devnetRpcUrl(port: number, chainName: string): string {
  return `${devnetUrl(port)}/rpc/${chainName}`
}

/** Lists the devnet's chains as `plugs.chains` has them. */
export function devnetChains(devnet: DevnetConfig): Record<string, ChainConfig> {
  return Object.fromEntries(
    devnet.chains.map(({ name, slug }) => [name, { slug, network: name, socket: devnetSocket }]),
  )
}
