import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi } from "viem"

import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"

/** Reads the errors in the project's artifacts, so that a revert is decoded with the user's own contracts. */
export function readErrorAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  return readItems(artifacts, ["error"])
}

/** Reads the functions and errors in the project's artifacts, so that calls and reverts are named as in the user's own contracts. */
export function readCallAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  return readItems(artifacts, ["error", "function"])
}

async function readItems(artifacts: ArtifactManager, types: readonly string[]): Promise<Abi[]> {
  const abis = await readProjectAbis(artifacts)
  return abis.map((abi) => abi.filter(({ type }) => types.includes(type))).filter((abi) => abi.length > 0)
}
