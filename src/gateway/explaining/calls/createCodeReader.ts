import type { Address } from "viem"

import { getCode } from "viem/actions"

import type { ReachedChain } from "../../reading/types.js"

/** Tells where there are contracts. Payloads of a request often call the same one, which is asked for once. */
export type CodeReader = { hasCode(chain: ReachedChain, address: Address): Promise<boolean> }

/** Creates it. A node that does not answer counts as one that has the contract, because nothing is known then. */
export function createCodeReader(): CodeReader {
  const known = new Map<string, Promise<boolean>>()
  return {
    hasCode({ client, slug }, address) {
      const key = `${slug} ${address.toLowerCase()}`
      const asking =
        known.get(key) ??
        getCode(client, { address }).then(
          (code) => code !== undefined && code !== "0x",
          () => true,
        )
      known.set(key, asking)
      return asking
    },
  }
}
