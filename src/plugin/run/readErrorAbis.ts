import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi } from "viem"

/** Reads the errors in the project's artifacts, so that a revert is decoded with the user's own contracts. */
export async function readErrorAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  const names = [...(await artifacts.getAllFullyQualifiedNames())]
  const abis = await Promise.all(names.map(async (name) => (await artifacts.readArtifact(name)).abi as Abi))
  return abis.map((abi) => abi.filter(({ type }) => type === "error")).filter((abi) => abi.length > 0)
}
