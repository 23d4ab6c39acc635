import type { Hex, LocalAccount } from "viem"
import { isHex } from "viem/utils"

import type { LocalChain } from "../../chain/chains.js"
import { addMethod } from "../../chain/requests.js"
import type { Outbound } from "../facts.js"
import type { MessagingLedger } from "../ledger.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** Serves `devnet_signExecution`: the executor's signature of a message that it gave up, with which anyone can execute it. */
export function signExecutions(
  chains: readonly Pick<LocalChain, "provider">[],
  { ledger, account }: { readonly ledger: Pick<MessagingLedger, "get">; readonly account: LocalAccount },
): void {
  addMethod(chains, "devnet_signExecution", async (messageId) => {
    const record = isHex(messageId) ? ledger.get(messageId.toLowerCase() as Hex) : undefined
    if (record === undefined) {
      throw new InvalidInputError({
        argument: "messageId",
        problem: `the devnet has no message ${JSON.stringify(messageId)}`,
        fix: "Give the id of a message that was sent on one of its chains.",
      })
    }
    return await account.signMessage({ message: { raw: record.outbound.packedMessage } })
  })
}

/** Signs a digest of a message at most once: nothing takes an actor more time, and two stages need the same signature. */
export function signOnce(
  account: LocalAccount,
  digestOf: (message: Outbound) => Hex,
): (message: Outbound) => Promise<Hex> {
  const signatures = new WeakMap<Outbound, Promise<Hex>>()
  return (message) => getOrAdd(signatures, message, () => account.signMessage({ message: { raw: digestOf(message) } }))
}
