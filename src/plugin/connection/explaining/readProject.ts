import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { deploymentsOf } from "../../config/deployments.js"
import { readErrorAbis } from "../../contracts/readAbis.js"
import type { MessageChains } from "../chains/openMessageChains.js"
import { openKnownContracts } from "../openKnownContracts.js"
import { createFindSource } from "#src/explaining/source/createFindSource.js"
import { RetiredChainError } from "#src/messaging/deployments/deploymentErrors.js"
import type { ExplainMessageParameters } from "#src/messaging/explaining/explainMessage.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** What a project brings to explain messages: its chains, what it knows, the errors of its contracts, and the lines of their source code. */
export async function readProject(
  { config, artifacts }: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  { chains, opened }: { readonly chains: readonly ChainEntry[]; readonly opened: Pick<MessageChains, "find"> },
): Promise<Pick<ExplainMessageParameters, "chainOf" | "abis" | "findSource" | "isKnown">> {
  return {
    chainOf: async (slug) => {
      const entry = chains.find((chain) => chain.slug === slug)
      const reader = await opened.find(slug)
      if (entry !== undefined && reader !== undefined) return readable(entry, reader)
      const known = (await deploymentsOf(config.plugs).catch(() => [])).find((chain) => chain.slug === slug)
      if (known?.isRetired === true) throw new RetiredChainError(known)
      return undefined
    },
    isKnown: await openKnownContracts({ config, artifacts }, async (slug) => (await opened.find(slug))?.client),
    abis: await readErrorAbis(artifacts),
    findSource: createFindSource(artifacts),
  }
}

export function readable(
  { slug, name }: ChainEntry,
  reader: Pick<ReadableChain, "client" | "socket" | "otherNodes">,
): ReadableChain {
  return { ...reader, slug, name }
}
