import path from "node:path"

import { commandLine } from "../../../src/primitives/commands/commandLine.js"
import { identifyChain } from "../../../src/plugin/records/identifyChain.js"
import { findLeftAllowances } from "../../../src/swap/execution/findLeftAllowances.js"
import { chainFolderName } from "../../../src/plugin/records/openChainFolder.js"
import type { DoctorChain } from "../chains/DoctorChain.js"
import { type Finding, ok, warning } from "../checks.js"
import type { ReadJournal } from "./readJournals.js"

/** Checks that no contract may still take tokens that a swap was meant to use. One line for each that may. */
export async function checkAllowance(
  chain: DoctorChain,
  journals: readonly ReadJournal[],
): Promise<readonly Finding[]> {
  const { client, connection } = await chain.open()
  const name = chainFolderName(await identifyChain(connection, client))
  const entries = journals.filter(({ folder }) => path.basename(folder) === name).flatMap((journal) => journal.entries)
  const { checked, left } = await findLeftAllowances(client, entries)
  const findings = left.map(({ account, token, spender, amount, revoke }) =>
    warning(
      `${spender} may still take ${amount} (in the smallest unit) of the token ${token} from ${account}.`,
      `To revoke it, send from ${account} a transaction to ${revoke.to} on ${chain.name} with the data ${revoke.data}. If that is the network's account, this does so: npx hardhat ${commandLine("swap revoke", { token, spender, network: chain.network }, { positional: [] })}`,
    ),
  )
  if (findings.length > 0) return findings
  return [ok(checked === 0 ? "No swap has approved anything." : "Nothing is left of what swaps have approved.")]
}
