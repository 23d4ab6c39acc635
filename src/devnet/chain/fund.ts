import { parseEther } from "viem"

import type { Accounts } from "./accounts.js"
import type { LocalChain } from "./chains.js"

/** More than gas can ever cost here. */
const staffBalance = parseEther("1000000")

/** Gives everyone of the staff native tokens of a chain. */
export async function fund({ testClient }: LocalChain, { watchers, ...others }: Accounts): Promise<void> {
  await Promise.all(
    [...Object.values(others), ...watchers].map(({ address }) =>
      testClient.setBalance({ address, value: staffBalance }),
    ),
  )
}
