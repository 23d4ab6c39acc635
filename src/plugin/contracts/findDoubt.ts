import type { ArtifactManager } from "hardhat/types/artifacts"
import { type Address, type Client, getContractAddress, isAddressEqual } from "viem"
import { getCode, getTransactionCount } from "viem/actions"

import type { Place } from "../../explaining/remedy.js"
import { isCodeOf } from "../../explaining/source/sourceMaps.js"
import { readOwner } from "../../messaging/onchain/connection/readOwner.js"
import type { BookEntry } from "./BookEntry.js"

type Confirmation = {
  readonly client: Client
  readonly artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">
  /** Accounts of which one must own or have deployed it. Default: it is nobody's in particular. */
  readonly accounts?: readonly Address[] | undefined
}

/**
 * Asks a chain whether it confirms what a file of the project says of a contract: its code is that of the project's own artifact, and one
 * of these accounts owns or has deployed it, because anybody can deploy the same code.
 *
 * @returns why not, as the second half of a sentence; `undefined` if it does
 */
export async function findDoubt(
  { address, name: shortName, readContractName }: Pick<BookEntry, "address" | "name" | "readContractName">,
  { client, artifacts, accounts }: Confirmation,
): Promise<string | undefined> {
  const code = await getCode(client, { address })
  if (code === undefined) return "there is no contract at this address"
  const name = (await readContractName()) ?? shortName
  const sources = [...(await artifacts.getAllFullyQualifiedNames())].filter((source) => source.endsWith(`:${name}`))
  const built = await Promise.all(sources.map((source) => artifacts.readArtifact(source)))
  if (!built.some((artifact) => isCodeOf(artifact, code, { withMetadata: false })))
    return `its code is not that of ${name} as the project builds it now`
  if (accounts === undefined) return undefined
  const owner = await readOwner(client, address)
  const isOwned = owner !== undefined && accounts.some((account) => isAddressEqual(account, owner))
  if (isOwned || (await isDeployedBy(accounts, address, client))) return undefined
  return `its code is that of ${name}, which anybody can deploy, and it is neither owned nor deployed by an account that is known here`
}

/** Nonces that are looked at: an account that has sent more has to name the contract. */
const maxNonces = 5_000

async function isDeployedBy(accounts: readonly Address[], address: Address, client: Client): Promise<boolean> {
  for (const from of accounts) {
    const sent = Math.min(await getTransactionCount(client, { address: from }), maxNonces)
    for (let nonce = 0; nonce < sent; nonce += 1) {
      if (isAddressEqual(getContractAddress({ from, nonce: BigInt(nonce) }), address)) return true
    }
  }
  return false
}

/** Reads who owns contracts, of those that say it. */
export async function readOwners(
  places: readonly Place[],
  clientOf: (slug: number) => Promise<Client | undefined>,
): Promise<readonly Address[]> {
  const owners = places.map(async ({ slug, address }) => {
    const client = await clientOf(slug)
    return client && (await readOwner(client, address))
  })
  return (await Promise.all(owners)).filter((owner) => owner !== undefined)
}
