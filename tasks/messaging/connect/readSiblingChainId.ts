import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { getChainId } from "viem/actions"

import type { Ends } from "./findEnds.js"
import { openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"

/** Reads the id of the sibling's chain, if the function that connects takes one; `undefined` too if that chain cannot be read. */
export async function readSiblingChainId(
  hre: HardhatRuntimeEnvironment,
  { way: { signature = "", abi = [], args = [] }, to }: Pick<Ends, "way" | "to">,
): Promise<number | undefined> {
  if (!/chain_?id/i.test([signature, JSON.stringify(abi), ...args].join(" "))) return undefined
  await using chains = openMessageChains(hre)
  const reader = await chains.find(to.slug)
  return reader && (await getChainId(reader.client).catch(() => undefined))
}
