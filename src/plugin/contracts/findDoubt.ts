import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"
import {
  type Address,
  type Client,
  getAddress,
  type Hex,
  isAddressEqual,
  slice,
  TransactionReceiptNotFoundError,
} from "viem"
import { getCode, getTransactionReceipt } from "viem/actions"

import type { BookEntry } from "./BookEntry.js"
import { isCodeOf } from "#src/explaining/source/sourceMaps.js"
import { readOwner } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { throwExplained } from "#src/onchain/callErrors.js"

type Confirmation = {
  readonly client: Client
  readonly artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">
  /** Accounts of which one must own it, and one have deployed it. Default: anybody may. */
  readonly accounts?: readonly (Address | undefined)[] | undefined
}

/**
 * Asks a chain whether it confirms what a file of the project says of a contract: its code is that of the project's own artifact, and of
 * these accounts one owns it and one has deployed it. Anybody can deploy the same code with other arguments, and make anybody its owner.
 *
 * @returns why not, as the second half of a sentence; `undefined` if it does
 */
export async function findDoubt(
  entry: Pick<BookEntry, "address" | "name" | "readContractName" | "readDeployments">,
  { client, artifacts, accounts }: Confirmation,
): Promise<string | undefined> {
  const { address } = entry
  const code = await getCode(client, { address })
  if (code === undefined) return "there is no contract at this address"
  const name = (await entry.readContractName()) ?? entry.name
  if (!(await isBuilt({ name, address, code }, { client, artifacts }))) {
    return `its code, or that of a library of it, is not that of ${name} as the project builds it now`
  }
  if (accounts === undefined) return undefined
  const isOurs = (account: Address): boolean => accounts.some((each) => each && isAddressEqual(each, account))
  const owner = await ownerOf(client, address)
  if (owner === undefined || !isOurs(owner)) {
    return `anybody can deploy the code of ${name}, and ${owner ?? "nobody who says so"} owns this one`
  }
  const hashes = ((await entry.readDeployments?.()) ?? []).slice(0, maxDeployments)
  const deployers = await Promise.all(hashes.map((hash) => deployerIn(client, hash, address)))
  if (deployers.some((deployer) => deployer && isOurs(deployer))) return undefined
  const deployer = deployers.find((each) => each !== undefined)
  return `anybody can deploy the code of ${name} with other arguments, and ${deployer ?? "no transaction that its journal names"} has deployed this one`
}

/** Ignition sends one, and another after a reset. */
const maxDeployments = 8

/** Who has sent the transaction that has deployed a contract; `undefined` if it is not the one that has. */
async function deployerIn(client: Client, hash: Hex, address: Address): Promise<Address | undefined> {
  const receipt = await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    return throwExplained({ address, functionName: "eth_getTransactionReceipt" })(error)
  })
  const deployed = receipt?.status === "success" ? receipt.contractAddress : undefined
  return receipt && deployed && isAddressEqual(deployed, address) ? receipt.from : undefined
}

type Deployed = { readonly name: string; readonly address: Address; readonly code: Hex }

/** Whether a contract is one that the project builds, with its libraries, which do what they like with all that is the contract's. */
async function isBuilt(deployed: Deployed, project: Pick<Confirmation, "client" | "artifacts">): Promise<boolean> {
  const { name, address } = deployed
  const { client, artifacts } = project
  // A library has its own address in its code.
  const code = deployed.code.replace(address.slice(2).toLowerCase(), "0".repeat(40))
  const sources = [...(await artifacts.getAllFullyQualifiedNames())].filter((source) => source.endsWith(`:${name}`))
  const built: Artifact[] = await Promise.all(sources.map((source) => artifacts.readArtifact(source)))
  const fitting = built.filter((artifact) => isCodeOf(artifact, code, { withMetadata: false }))
  const linked = fitting.flatMap(({ deployedLinkReferences }) =>
    Object.values(deployedLinkReferences).flatMap((libraries) => Object.entries(libraries)),
  )
  const areBuilt = await Promise.all(
    linked.flatMap(([library, places]) =>
      places.map(async ({ start }) => {
        const at = getAddress(slice(deployed.code, start, start + 20))
        const own = await getCode(client, { address: at })
        return own !== undefined && (await isBuilt({ name: library, address: at, code: own }, project))
      }),
    ),
  )
  return fitting.length > 0 && !areBuilt.includes(false)
}

export async function ownerOf(client: Client | undefined, address: Address): Promise<Address | undefined> {
  return client && (await readOwner(client, address))
}
