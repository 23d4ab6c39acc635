import { getAddress } from "viem/utils"

import type { DevnetFacts, OwnFacts } from "./output/devnetBanner.js"
import type { Devnet, DevnetChain } from "#src/devnet/index.js"
import { switchboardsIn } from "#src/devnet/messaging/paths.js"
import type { DevnetConfig } from "#src/plugin/config/PlugsConfig.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/** Collects what a person or a program needs to use a devnet. */
export async function describeDevnet(
  devnet: Devnet<string, boolean, boolean>,
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
  const isWhole = devnet.gateway !== undefined
  const account = getAddress(first.walletClient.account.address)
  const balances = await Promise.all(chains.map(({ publicClient }) => publicClient.getBalance({ address: account })))
  const balance = balances.reduce((least, other) => smallerOf(least, other))
  // A key of the user's own may be in use elsewhere too.
  const hide = (key: string): string => (ownKey ? "<the key you gave>" : key)
  return {
    url: devnet.url,
    chains: chains.map((chain) => ({ ...describeChain(chain), ...(!isWhole && { socket: chain.contracts.socket }) })),
    paths: devnet.paths,
    messaging: { ...devnet.messaging, apiKey: hide(devnet.messaging.apiKey) },
    ...(isWhole ? describeOwn(devnet as Devnet<string>, hide) : {}),
    account,
    advice: adviseConfiguration(
      { port: Number(new URL(devnet.url).port), chains: isWhole ? chains.map(({ name }) => name) : undefined },
      config,
    ),
    balance,
    page,
    state,
  }
}

/** What a devnet has on chains of its own. */
function describeOwn({ chains, swap, gateway }: Devnet<string>, hide: (key: string) => string): OwnFacts {
  const { contracts } = Object.values(chains)[0] as DevnetChain
  return {
    socket: contracts.socket,
    ...switchboardsIn(contracts),
    swap: { ...swap, apiKey: hide(swap.apiKey) },
    gateway: {
      baseUrl: gateway.baseUrl,
      chain: describeChain(gateway.chain),
      addressResolver: gateway.chain.contracts.addressResolver,
      feesPlug: contracts.feesPlug,
      feeToken: contracts.feeToken,
      sixDecimalFeeToken: contracts.sixDecimalFeeToken,
    },
  }
}

function describeChain({ name, chainId, slug, rpcUrl }: DevnetFacts["chains"][number]): DevnetFacts["chains"][number] {
  return { name, chainId, slug, rpcUrl }
}

/**
 * Says what to add to the configuration when a devnet runs on another port, or with other chains, than the project's tasks and scripts
 * expect.
 *
 * @param chains undefined for forks and nodes, whose names are those of the project
 * @returns `undefined` when they agree
 * @example
 * adviseConfiguration({ port: 9000, chains: ["alpha", "beta"] }, config.plugs.devnet) // "plugs: { devnet: { port: 9000 } }"
 */
export function adviseConfiguration(
  { port, chains }: { readonly port: number; readonly chains: readonly string[] | undefined },
  config: Pick<DevnetConfig, "port" | "chains">,
): string | undefined {
  const hasChains = chains === undefined || chains.join() === config.chains.map(({ name }) => name).join()
  const differences = [
    ...(port === config.port ? [] : [`port: ${port}`]),
    ...(hasChains ? [] : [`chains: ${JSON.stringify(chains)}`]),
  ]
  return differences.length === 0 ? undefined : `plugs: { devnet: { ${differences.join(", ")} } }`
}
