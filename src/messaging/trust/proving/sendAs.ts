import { type Address, type TransactionReceipt, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { concatHex, encodeFunctionData, numberToHex, pad } from "viem/utils"

import { safeAbi } from "../safeAbi.js"
import type { EndFacts } from "../TrustFacts.js"
import type { ChainCopy, CopyCall } from "./openCopy.js"

export type Sender = {
  /** Whether they act for an account: as a key of theirs, or as a Safe. */
  readonly can: (address: Address) => boolean
  /** Sends as an account. `undefined` if they cannot, or the call reverts. */
  readonly as: (address: Address, call: CopyCall & { readonly to: Address }) => Promise<TransactionReceipt | undefined>
}

/** Safes within Safes that are followed. */
const maxDepth = 4

/** Sends as keys, which are impersonated, and as Safes: by the approvals of as many signers as it takes, or by a module. */
export function sendAs(copy: ChainCopy, accounts: EndFacts["accounts"], own: ReadonlySet<Address>): Sender {
  function can(address: Address, depth = 0): boolean {
    if (own.has(address)) return true
    const account = accounts.get(address)
    if (account?.kind !== "Safe" || depth >= maxDepth) return false
    const able = (member: Address): boolean => can(member, depth + 1)
    return account.modules.some(able) || account.signers.filter(able).length >= account.threshold
  }

  const as: Sender["as"] = async (address, call) => {
    if (own.has(address)) return await copy.send(address, call)
    const account = accounts.get(address)
    if (account?.kind !== "Safe" || !can(address)) return undefined
    const { to, data, value = 0n } = call
    const module = account.modules.find((one) => can(one))
    if (module !== undefined) {
      const args = [to, value, data, 0] as const
      const executing = encodeFunctionData({ abi: safeAbi, functionName: "execTransactionFromModule", args })
      return await as(module, { to: address, data: executing })
    }
    const safe = { abi: safeAbi, address } as const
    const args = [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
    const hash = await readContract(copy.client, { ...safe, functionName: "nonce" })
      .then((nonce) =>
        readContract(copy.client, { ...safe, functionName: "getTransactionHash", args: [...args, nonce] }),
      )
      // It only looks like a Safe.
      .catch(() => undefined)
    if (hash === undefined) return undefined
    // A Safe wants them in the order of their addresses.
    const signers = account.signers
      .filter((one) => can(one))
      .slice(0, account.threshold)
      .toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    const approving = encodeFunctionData({ abi: safeAbi, functionName: "approveHash", args: [hash] })
    for (const signer of signers) await as(signer, { to: address, data: approving })
    // What an owner has approved on the chain needs no signature: r is the owner, s nothing, v 1.
    const approved = concatHex(signers.flatMap((one) => [pad(one), numberToHex(0, { size: 32 }), "0x01"]))
    const executing = encodeFunctionData({ abi: safeAbi, functionName: "execTransaction", args: [...args, approved] })
    return await copy.send(signers[0] ?? address, { to: address, data: executing })
  }
  return { can, as }
}
