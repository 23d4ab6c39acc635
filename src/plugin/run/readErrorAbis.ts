import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi } from "viem"

/** The errors of everything that the project has built, so that a revert is told in the words of the user's own contracts. */
export async function readErrorAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  const names = [...(await artifacts.getAllFullyQualifiedNames())]
  const abis = await Promise.all(names.map(async (name) => (await artifacts.readArtifact(name)).abi as Abi))
  return abis.map((abi) => abi.filter(({ type }) => type === "error")).filter((abi) => abi.length > 0)
}
