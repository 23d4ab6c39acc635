import type { ArtifactManager } from "hardhat/types/artifacts"

import type { ContractArtifact } from "./BookEntry.js"
import { parseAbiItems } from "./parseAbiItems.js"

/** Reads the artifact of one of the project's contracts, if it was built and no other contract has its name. */
export async function readProjectArtifact(artifacts: ArtifactManager, name: string): Promise<ContractArtifact> {
  const sources = [...(await artifacts.getAllFullyQualifiedNames())].filter((source) => source.endsWith(`:${name}`))
  const [source, another] = sources
  if (source === undefined || another !== undefined) return { abi: undefined, source: undefined }
  const { abi } = await artifacts.readArtifact(source)
  return { abi: parseAbiItems(abi), source }
}
