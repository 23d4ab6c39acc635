import type { Address } from "viem"
import { getAddress, parseAbi, slice, toEventSelector } from "viem/utils"

import type { RoleHolders } from "../TrustFacts.js"
import { askContract, type ChainViewAtHead } from "#src/messaging/reading/ChainView.js"
import { type Role, roleEvents, roleId } from "#src/messaging/reading/roles.js"
import { searchLogs } from "#src/onchain/logs.js"
import { readLogs } from "#src/onchain/scanning/readLogs.js"
import type { Clock } from "#src/primitives/clock.js"

const abi = parseAbi(["function hasRole(bytes32 role, address account) view returns (bool)"])

/** Requests for logs of one chain that are made at most, so that a path takes 60 of all kinds on a node that allows few blocks in one. */
const maxLogRequests = 10

/** Accounts that are asked for of one role. Anybody can deploy a switchboard that granted it to any number. */
const maxCandidates = 64

export type ReadHoldersParameters = {
  readonly roles: readonly Pick<RoleHolders, "contract" | "role">[]
  /** Accounts that are asked for where the logs do not say. */
  readonly suspects: readonly Address[]
  readonly clock: Clock
  /** Is told why the logs could not be read, if they could not. */
  readonly unread: (why: string) => void
}

/** Reads who holds roles: the logs say who ever got one, and the contracts who has it still. Never throws. */
export async function readHolders(
  view: ChainViewAtHead,
  { roles, suspects, clock, unread }: ReadHoldersParameters,
): Promise<RoleHolders[]> {
  const { client, blockNumber } = view
  // A node that is so far behind, or of another chain, has logs of nothing from there on.
  const firstBlock = (view.firstBlock ?? 0n) > blockNumber ? undefined : view.firstBlock
  const address = [...new Set(roles.map(({ contract }) => contract))]
  const topics = roleEvents.map((event) => toEventSelector(event))
  const { found, unread: why } = await searchLogs({
    ...{ fromBlock: firstBlock ?? 0n, toBlock: blockNumber, maxRequests: maxLogRequests },
    // Most roles are granted where a system begins.
    first: firstBlock === undefined ? "newest" : "oldest",
    read: async (range) => (await readLogs(client, { address, topics }, range, { clock })).logs,
  })
  if (why !== undefined) unread(why)
  const grantees = Map.groupBy(found, ({ address: contract, topics: [, role] }) => keyOf(contract, role))
  return await Promise.all(
    roles.map(async ({ contract, role }) => {
      const id = roleId(role)
      const ever = new Set(
        (grantees.get(keyOf(contract, id)) ?? []).flatMap(({ topics: [, , grantee] }) => grantee ?? []),
      )
      const named = [...ever].slice(0, maxCandidates + 1).map((grantee) => getAddress(slice(grantee, 12)))
      const candidates = [...new Set([...named, ...(why === undefined ? [] : suspects)])]
      const asked = candidates.slice(0, maxCandidates)
      const answers = await Promise.all(
        asked.map((account) =>
          askContract(view, { abi, address: contract, functionName: "hasRole", args: [id, account] }).catch(() => null),
        ),
      )
      // A contract that does not say is not one whose holders are known.
      const isComplete =
        why === undefined && candidates.length <= maxCandidates && answers.every((answer) => answer !== null)
      return { contract, role, holders: asked.filter((_, index) => answers[index] === true), isComplete }
    }),
  )
}

function keyOf(contract: string, role: string | undefined): string {
  return `${contract} ${role ?? ""}`.toLowerCase()
}

/** The holders of one role, as far as they are known. */
export function holdersOf(roles: readonly RoleHolders[], contract: Address, { name, slug }: Role): RoleHolders {
  const found = roles.find((one) => one.contract === contract && one.role.name === name && one.role.slug === slug)
  return found ?? { contract, role: slug === undefined ? { name } : { name, slug }, holders: [], isComplete: false }
}
