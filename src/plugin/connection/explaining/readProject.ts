import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { deploymentsOf } from "../../config/deployments.js"
import type { Chains } from "../chains/openChains.js"
import { openKnownContracts } from "../openKnownContracts.js"
import { createFindSource } from "#src/explaining/source/createFindSource.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { RetiredChainError } from "#src/messaging/deployments/deploymentErrors.js"
import type { ExplainMessageParameters } from "#src/messaging/explaining/explainMessage.js"

/** What a project brings to explain messages: its chains, what it knows, the ABIs of its contracts, and the lines of their source code. */
export async function readProject(
  { config, artifacts }: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  opened: Pick<Chains, "find">,
): Promise<Pick<ExplainMessageParameters, "chainOf" | "abis" | "findSource" | "isKnown">> {
  return {
    chainOf: async (slug) => {
      const reader = await opened.find(slug)
      if (reader !== undefined) return reader
      const known = (await deploymentsOf(config.plugs).catch(() => [])).find((chain) => chain.slug === slug)
      if (known?.isRetired === true) throw new RetiredChainError(known)
      return undefined
    },
    isKnown: await openKnownContracts({ config, artifacts }, async (slug) => (await opened.find(slug))?.client),
    abis: await readProjectAbis(artifacts),
    findSource: createFindSource(artifacts),
  }
}
