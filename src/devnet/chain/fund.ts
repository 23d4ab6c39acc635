import { parseEther } from "viem"

import type { Accounts } from "./accounts.js"
import type { LocalChain } from "./chains.js"

/** More than gas can ever cost here. */
const balance = parseEther("1000000")

/** Gives native tokens of a chain to each of the devnet's accounts. */
export async function fund({ testClient }: LocalChain, { watchers, ...others }: Accounts): Promise<void> {
  await Promise.all(
    [...Object.values(others), ...watchers].map(({ address }) => testClient.setBalance({ address, value: balance })),
  )
}
