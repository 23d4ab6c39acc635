import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { DoctorChain } from "./subjects/DoctorChain.js"
import type { PlugEnd } from "./subjects/DoctorPlug.js"
import { findWiring } from "#src/plugin/config/loadWiring.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"

/** What the project's wiring says. */
export type DoctorWiring = {
  readonly plugs: readonly (PlugEnd & { readonly application: string })[]
  /** Who talks to whom. */
  readonly pairs: readonly (readonly [PlugEnd, PlugEnd])[]
  /** The command that connects what it says. */
  readonly command: string
  /** Why it could not be read. */
  readonly problem: Error | undefined
}

/** Reads the wiring of the project, as far as it is on these chains. Without one, or where it is wrong, nothing is known. */
export async function readDoctorWiring(
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  book: ContractBook,
  chains: readonly DoctorChain[],
): Promise<DoctorWiring> {
  const plugs: (PlugEnd & { application: string })[] = []
  const pairs: (readonly [PlugEnd, PlugEnd])[] = []
  let command = "npx hardhat messaging wire --apply"
  try {
    const found = await findWiring(hre.config)
    if (found === undefined) return { plugs, pairs, command, problem: undefined }
    if (found.file !== undefined) command += ` --file ${found.file}`
    for (const { name: application, contracts, pairs: talking } of found.applications) {
      const ends = new Map<string, PlugEnd>()
      for (const chain of chains) {
        const contract = contracts.get(chain.name)
        if (contract === undefined) continue
        const argument = `wiring.${application}.contracts.${chain.name}`
        const { address } = await book.find(contract, { chain, argument })
        ends.set(chain.name, { chain, address })
        plugs.push({ chain, address, application })
      }
      for (const { between } of talking) {
        const [a, b] = between.map((chain) => ends.get(chain))
        if (a !== undefined && b !== undefined) pairs.push([a, b])
      }
    }
    return { plugs, pairs, command, problem: undefined }
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error))
    return { plugs: [], pairs: [], command, problem }
  }
}
