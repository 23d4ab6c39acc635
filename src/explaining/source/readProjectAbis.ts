import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi } from "viem"

export async function readProjectAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  const names = [...(await artifacts.getAllFullyQualifiedNames())]
  return await Promise.all(names.map(async (name) => (await artifacts.readArtifact(name)).abi as Abi))
}
