import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi } from "viem"

import { readProjectAbis } from "../../explaining/source/readProjectAbis.js"

/** Reads the errors in the project's artifacts, so that a revert is decoded with the user's own contracts. */
export async function readErrorAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  const abis = await readProjectAbis(artifacts)
  return abis.map((abi) => abi.filter(({ type }) => type === "error")).filter((abi) => abi.length > 0)
}

/** Reads the functions and errors in the project's artifacts, so that calls and reverts are named as in the user's own contracts. */
export async function readCallAbis(artifacts: ArtifactManager): Promise<Abi[]> {
  const abis = await readProjectAbis(artifacts)
  return abis
    .map((abi) => abi.filter(({ type }) => type === "error" || type === "function"))
    .filter((abi) => abi.length > 0)
}
