import type { ArtifactManager } from "hardhat/types/artifacts"
import { type Address, type Client, isAddressEqual } from "viem"
import { getCode } from "viem/actions"

import { isCodeOf } from "../../explaining/source/sourceMaps.js"
import { readOwner } from "../../messaging/onchain/connection/readOwner.js"
import type { BookEntry } from "./BookEntry.js"

type Confirmation = {
  readonly client: Client
  readonly artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">
  /** Accounts of which one must own it. Default: anybody may. */
  readonly accounts?: readonly (Address | undefined)[] | undefined
}

/**
 * Asks a chain whether it confirms what a file of the project says of a contract: its code is that of the project's own artifact, and one
 * of these accounts owns it, because anybody can deploy the same code.
 *
 * @returns why not, as the second half of a sentence; `undefined` if it does
 */
export async function findDoubt(
  entry: Pick<BookEntry, "address" | "name" | "readContractName">,
  { client, artifacts, accounts }: Confirmation,
): Promise<string | undefined> {
  const { address } = entry
  const code = await getCode(client, { address })
  if (code === undefined) return "there is no contract at this address"
  const name = (await entry.readContractName()) ?? entry.name
  const sources = [...(await artifacts.getAllFullyQualifiedNames())].filter((source) => source.endsWith(`:${name}`))
  const built = await Promise.all(sources.map((source) => artifacts.readArtifact(source)))
  if (!built.some((artifact) => isCodeOf(artifact, code, { withMetadata: false }))) {
    return `its code is not that of ${name} as the project builds it now`
  }
  const owner = accounts && (await ownerOf(client, address))
  if (accounts?.some((account) => account && owner && isAddressEqual(account, owner)) !== false) return undefined
  return `anybody can deploy the code of ${name}, and ${owner ?? "nobody who says so"} owns this one`
}

export async function ownerOf(client: Client | undefined, address: Address): Promise<Address | undefined> {
  return client && (await readOwner(client, address))
}
