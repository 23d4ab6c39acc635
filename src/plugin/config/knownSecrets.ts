import type { HardhatConfig, ResolvedConfigurationVariable } from "hardhat/types/config"

import { devnetOptions } from "#src/devnet/options.js"

/** Finds the API keys and other secrets of a project that can be read without a password. */
export async function knownSecrets({ plugs }: Pick<HardhatConfig, "plugs">): Promise<readonly string[]> {
  const { store, webhook: { url, secret } = {} } = plugs.watch
  const keys = [plugs.messaging.apiKey, plugs.swap.apiKey, plugs.recordsKey, store, url, secret].filter(
    (key) => key !== undefined,
  )
  const values = await Promise.all(keys.filter(isAtHand).map((key) => key.get()))
  return values.filter((value) => value !== devnetOptions.apiKey.default)
}

/** A variable that is not in the environment may be in a keystore, which asks for its password. */
function isAtHand(key: ResolvedConfigurationVariable & { readonly name?: unknown }): boolean {
  return typeof key.name !== "string" || process.env[key.name] !== undefined
}
