import { getAddress } from "viem/utils"

import type { DevnetFacts } from "./output/devnetBanner.js"
import type { Devnet, DevnetChain } from "#src/devnet/index.js"
import { switchboardsIn } from "#src/devnet/messaging/paths.js"
import type { DevnetConfig } from "#src/plugin/config/PlugsConfig.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/** Collects what a person or a program needs to use a devnet. */
export async function describeDevnet(
  devnet: Devnet<string>,
  {
    ownKey,
    config,
    page,
    state,
  }: {
    ownKey: boolean
    config: Pick<DevnetConfig, "port" | "chains">
    page?: string | undefined
    state?: string | undefined
  },
): Promise<DevnetFacts> {
  const chains = Object.values(devnet.chains)
  const [first] = chains as [DevnetChain]
  const account = getAddress(first.walletClient.account.address)
  const balances = await Promise.all(chains.map(({ publicClient }) => publicClient.getBalance({ address: account })))
  const balance = balances.reduce((least, other) => smallerOf(least, other))
  // A key of the user's own may be in use elsewhere too.
  const hide = (key: string): string => (ownKey ? "<the key you gave>" : key)
  return {
    url: devnet.url,
    chains: chains.map(describeChain),
    socket: first.contracts.socket,
    ...switchboardsIn(first.contracts),
    paths: devnet.paths,
    messaging: { ...devnet.messaging, apiKey: hide(devnet.messaging.apiKey) },
    swap: { ...devnet.swap, apiKey: hide(devnet.swap.apiKey) },
    gateway: {
      baseUrl: devnet.gateway.baseUrl,
      chain: describeChain(devnet.gateway.chain),
      addressResolver: devnet.gateway.chain.contracts.addressResolver,
      feesPlug: first.contracts.feesPlug,
      feeToken: first.contracts.feeToken,
      sixDecimalFeeToken: first.contracts.sixDecimalFeeToken,
    },
    account,
    advice: adviseConfiguration(
      { port: Number(new URL(devnet.url).port), chains: chains.map(({ name }) => name) },
      config,
    ),
    balance,
    page,
    state,
  }
}

function describeChain({ name, chainId, slug, rpcUrl }: DevnetFacts["chains"][number]): DevnetFacts["chains"][number] {
  return { name, chainId, slug, rpcUrl }
}

/**
 * Says what to add to the configuration when a devnet runs on another port, or with other chains, than the project's tasks and scripts
 * expect.
 *
 * @returns `undefined` when they agree
 * @example
 * adviseConfiguration({ port: 9000, chains: ["alpha", "beta"] }, config.plugs.devnet) // "plugs: { devnet: { port: 9000 } }"
 */
export function adviseConfiguration(
  { port, chains }: { readonly port: number; readonly chains: readonly string[] },
  config: Pick<DevnetConfig, "port" | "chains">,
): string | undefined {
  const hasChains = chains.join() === config.chains.map(({ name }) => name).join()
  const differences = [
    ...(port === config.port ? [] : [`port: ${port}`]),
    ...(hasChains ? [] : [`chains: ${JSON.stringify(chains)}`]),
  ]
  return differences.length === 0 ? undefined : `plugs: { devnet: { ${differences.join(", ")} } }`
}
