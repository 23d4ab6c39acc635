import type { Abi, Address, Hex } from "viem"
import { readContract } from "viem/actions"
import { encodeFunctionData, isAddressEqual, parseEther } from "viem/utils"

import type { AdoptOptions } from "./DeployedChain.js"
import { executionManagerArtifact, transmitManagerArtifact } from "#src/devnet/artifacts/messaging.js"
import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { sendTogether } from "#src/devnet/chain/deployInOrder.js"
import type { ProtocolContracts } from "#src/devnet/messaging/deploy.js"
import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { readRoleHolders, roleId } from "#src/messaging/reading/roles.js"
import { openCopy } from "#src/onchain/openCopy.js"
import { chainFact } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** The watchers of a fork's fast switchboard are not all known, and without each of them no packet is attested. */
export class WatchersUnknownError extends PlugsError {
  readonly code = "WATCHERS_UNKNOWN"

  constructor(path: {
    chain: string
    sibling: number
    switchboard: Address
    found: number | undefined
    total: number
  }) {
    const { chain, sibling, switchboard, found, total } = path
    super("The watchers of a fork's switchboard cannot be replaced, because its logs do not name all of them.", {
      facts: {
        ...{ chain, "packets of": chainFact(sibling), switchboard, watchers: String(total) },
        "named in logs": found === undefined ? "the node gives no logs" : String(found),
      },
      next: "Fork from a node that gives all logs of the switchboard.",
    })
  }
}

type RoleCall = { readonly to: Address; readonly data: Hex }

type Roles = AdoptOptions & {
  readonly contracts: Pick<ProtocolContracts, "switchboard" | "executionManager" | "transmitManager">
}

/**
 * Gives the devnet's actors the roles of the deployed ones, as the owner of each contract.
 *
 * @throws {WatchersUnknownError} the node does not give the logs that name the watchers
 */
export async function giveRoles(chain: LocalChain, options: Roles): Promise<void> {
  const { contracts, deployment, siblings, accounts } = options
  const isWatched = ({ address }: { readonly address: Address }) => isAddressEqual(address, contracts.switchboard)
  const paths = siblings.filter(({ slug }) => switchboardsTo(deployment, slug).some(isWatched))
  const watching = await Promise.all(paths.map(({ slug }) => replaceWatchers(chain, slug, options)))
  const transmitting = siblings.map(({ slug }) =>
    callOf(contracts.transmitManager, transmitManagerArtifact.abi, "grantRoleWithSlug", [
      ...[roleId({ name: "TRANSMITTER_ROLE" }), slug, accounts.transmitter.address],
    ]),
  )
  for (const calls of [await executing(chain, options), transmitting, watching.flat()]) await sendAsOwner(chain, calls)
}

function callOf(to: Address, abi: Abi, functionName: string, args: readonly unknown[]): RoleCall {
  return { to, data: encodeFunctionData({ abi, functionName, args }) }
}

/** An open execution manager lets anybody execute, and knows no roles. */
async function executing(chain: LocalChain, { contracts, accounts }: Roles): Promise<readonly RoleCall[]> {
  const { executionManager: address } = contracts
  const { abi } = executionManagerArtifact
  const args = [roleId({ name: "EXECUTOR_ROLE" }), accounts.executor.address] as const
  const hasRoles = await readContract(chain.publicClient, { address, abi, functionName: "hasRole", args }).then(
    () => true,
    () => false,
  )
  return hasRoles ? [callOf(address, abi, "grantRole", args)] : []
}

/** Takes the role of watching the packets of a chain from everybody who has it: a switchboard waits for all of its watchers. */
async function replaceWatchers(
  { publicClient, name, slug: own }: LocalChain,
  slug: number,
  { contracts, deployment, accounts }: Roles,
): Promise<readonly RoleCall[]> {
  const { abi } = fastSwitchboardArtifact
  const { switchboard } = contracts
  const source = { client: publicClient, socket: deployment.socket, slug: own, name }
  const [holders, total] = await Promise.all([
    readRoleHolders({ ...source, firstBlock: BigInt(deployment.startBlock ?? 0) }, await publicClient.getBlock(), {
      contract: switchboard,
      role: { name: "WATCHER_ROLE", slug },
    }),
    readContract(publicClient, { address: switchboard, abi, functionName: "totalWatchers", args: [slug] }),
  ])
  if (holders?.length !== Number(total)) {
    throw new WatchersUnknownError({
      chain: name,
      sibling: slug,
      switchboard,
      found: holders?.length,
      total: Number(total),
    })
  }
  return [
    ...holders.map((holder) => callOf(switchboard, abi, "revokeWatcherRole", [slug, holder])),
    ...accounts.watchers.map(({ address }) => callOf(switchboard, abi, "grantWatcherRole", [slug, address])),
  ]
}

/** Sends calls to one contract as its owner, which may be a contract too. */
async function sendAsOwner(chain: LocalChain, calls: readonly RoleCall[]): Promise<void> {
  const [first] = calls
  if (first === undefined) return
  const { abi } = executionManagerArtifact
  const owner = await readContract(chain.publicClient, { address: first.to, abi, functionName: "owner" })
  await openCopy(chain.publicClient).fund(owner, enough)
  const receipts = await sendTogether(chain, owner, calls)
  if (receipts.every(({ status }) => status === "0x1")) return
  throw new Error(
    `${owner}, the owner of ${first.to} on ${chain.name}, could not give its roles to the devnet's actors`,
  )
}

const enough = parseEther("1000")
