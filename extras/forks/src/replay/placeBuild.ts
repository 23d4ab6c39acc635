import { readFile } from "node:fs/promises"

import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"
import { type Address, type Hex, parseAbi, slice, zeroHash } from "viem"
import { getCode, getStorageAt, readContract } from "viem/actions"
import { size } from "viem/utils"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { implementationSlot } from "#src/onchain/readFunction.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** A build that was put in the place of a deployed contract. */
export type PlacedBuild = {
  readonly contract: string
  /** Where: the plug, or what a proxy there leads to. */
  readonly address: Address
  /** The immutables that were filled with what the deployed contract answers, by name. */
  readonly immutables: Readonly<Record<string, Hex>>
}

type References = Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>

/**
 * Puts a build of the project in the place of a plug's code, with its storage as it is. What the constructor would fill in, the deployed
 * contract is asked for, by the functions that have the names of these immutables.
 *
 * @throws {InvalidInputError} the project has no such build, or something of it cannot be filled in
 */
export async function placeBuild(
  { publicClient: client, testClient }: LocalChain,
  {
    artifacts,
    contract,
    plug,
  }: { readonly artifacts: ArtifactManager; readonly contract: string; readonly plug: Address },
): Promise<PlacedBuild> {
  const refuse = (problem: string, fix: string) => new InvalidInputError({ argument: "--with", problem, fix })
  const artifact: Artifact = await artifacts.readArtifact(contract).catch(() => {
    throw refuse(`the project has no build of ${contract}`, "Build it with npx hardhat build, or check the name.")
  })
  const { deployedBytecode, deployedLinkReferences } = artifact
  if (deployedBytecode === "0x" || Object.keys(deployedLinkReferences).length > 0) {
    const what = deployedBytecode === "0x" ? "has no code" : "needs libraries"
    throw refuse(`${contract} ${what}, so it cannot stand for a plug`, "Name the contract that was deployed.")
  }
  const stored = slice((await getStorageAt(client, { address: plug, slot: implementationSlot })) ?? zeroHash, -20)
  const address = BigInt(stored) === 0n ? plug : stored
  if ((await getCode(client, { address })) === undefined) {
    throw refuse(`there is no contract at ${address}`, "Deploy the plug first.")
  }
  const immutables: Record<string, Hex> = {}
  let code = deployedBytecode
  for (const [id, places] of Object.entries((artifact.immutableReferences ?? {}) as References)) {
    const name = await readImmutableName(artifacts, artifact, Number(id))
    const abi = parseAbi([`function ${name ?? "unknown"}() view returns (bytes32)`])
    const value =
      name === undefined
        ? undefined
        : await readContract(client, { address, abi, functionName: name }).catch(() => undefined)
    if (name === undefined || value === undefined || size(value) !== 32) {
      const what = name === undefined ? "an immutable" : `the immutable ${name}`
      const problem = `${what} of ${contract} is not known, because the deployed contract has no function for it`
      throw refuse(problem, "Make it public, or keep the value in a constant or in storage.")
    }
    for (const { start, length } of places) {
      const at = 2 + 2 * start
      code = code.slice(0, at) + value.slice(2 + 2 * (32 - length)) + code.slice(at + 2 * length)
    }
    immutables[name] = value
  }
  await testClient.setCode({ address, bytecode: code as Hex })
  return { contract, address, immutables }
}

/** Finds the name of an immutable in the syntax trees of the build, which know it by a number. */
async function readImmutableName(artifacts: ArtifactManager, { buildInfoId }: Artifact, id: number) {
  const file = buildInfoId === undefined ? undefined : await artifacts.getBuildInfoOutputPath(buildInfoId)
  return file === undefined ? undefined : (await variablesIn(file)).get(id)
}

/** The names of all variables of a build. The file has tens of megabytes, and a name by which it changes with its contents. */
const variablesIn = memoize(async (file: string): Promise<ReadonlyMap<unknown, string>> => {
  const names = new Map<unknown, string>()
  const open: unknown[] = [JSON.parse(await readFile(file, "utf8"))]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isRecord(node) && node["nodeType"] === "VariableDeclaration") names.set(node["id"], String(node["name"]))
    if (typeof node === "object" && node !== null) for (const inside of Object.values(node)) open.push(inside ?? null)
  }
  return names
})
