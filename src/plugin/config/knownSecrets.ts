import type { HardhatConfig, ResolvedConfigurationVariable } from "hardhat/types/config"

import { devnetOptions } from "../../devnet/options.js"

/** Finds the API keys, URLs of nodes and other secrets of a project that can be read without a password. */
export async function knownSecrets({ plugs }: Pick<HardhatConfig, "plugs">): Promise<readonly string[]> {
  const { url, secret } = plugs.watch.webhook ?? {}
  const nodes = Object.values(plugs.chains).flatMap((chain) => chain.nodes ?? [])
  const all = [plugs.messaging.apiKey, plugs.swap.apiKey, url, secret, ...nodes]
  const keys = all.filter((key) => key !== undefined)
  const values = await Promise.all(keys.filter(isAtHand).map((key) => key.get()))
  return values.filter((value) => value !== devnetOptions.apiKey.default)
}

/** A variable that is not in the environment may be in a keystore, which asks for its password. */
function isAtHand(key: ResolvedConfigurationVariable & { readonly name?: unknown }): boolean {
  return typeof key.name !== "string" || process.env[key.name] !== undefined
}
