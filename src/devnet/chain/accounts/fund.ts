import { numberToHex, parseEther } from "viem/utils"

import type { Accounts } from "./accounts.js"
import type { LocalChain } from "../chains.js"

/** More than gas can ever cost here. */
const balance = numberToHex(parseEther("1000000"))

/** Gives native tokens of a chain to each of the devnet's accounts. */
export async function fund({ provider }: LocalChain, { watchers, ...others }: Accounts): Promise<void> {
  await Promise.all(
    [...Object.values(others), ...watchers].map(({ address }) =>
      provider.request({ method: "hardhat_setBalance", params: [address, balance] }),
    ),
  )
}
