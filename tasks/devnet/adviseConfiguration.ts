import type { DevnetConfig } from "../../src/plugin/config/PlugsConfig.js"

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
