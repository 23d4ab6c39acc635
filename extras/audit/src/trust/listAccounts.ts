import type { Address } from "viem"

import type { ComparedAccount } from "./compareTrust.js"
import type { Account, EndFacts, PathFacts } from "./TrustFacts.js"

/** Lists each account of a path that is not a key, with all that says who acts for it. */
export function listAccounts({ src, dst }: PathFacts): ComparedAccount[] {
  return [src, dst].flatMap((end) =>
    [...(end?.accounts ?? [])].flatMap(([address, account]) =>
      account.kind === "key" || account.kind === "nobody"
        ? []
        : [
            {
              ...{ chainName: end?.chain.name ?? "", address },
              says: [
                `kind: ${account.kind}`,
                ...describe(account),
                ...(end === undefined ? [] : ownersIn(end, address)),
              ],
            },
          ],
    ),
  )
}

function ownersIn(end: EndFacts, address: Address): string[] {
  const owned = [end.plug, end.socket, end.executionManager, end.transmitManager, end.inbound]
  const contract = owned.find((one) => one.address === address)
  return contract === undefined ? [] : [`owner: ${String(contract.owner)}`, `next owner: ${String(contract.nominee)}`]
}

function describe(account: Account): string[] {
  const each = (name: string, all: readonly unknown[]): string[] => all.map((one) => `${name}: ${String(one)}`).sort()
  if (account.kind === "delegated key") return each("code", [account.delegate])
  if (account.kind === "Safe") {
    const { threshold, signers, modules, guards, singleton, fallbackHandler } = account
    return [
      ...each("threshold", [threshold]),
      ...each("signer", signers),
      ...each("module", modules),
      ...each("guard", guards),
      ...each("singleton", [singleton]),
      ...each("fallback handler", fallbackHandler === null ? [] : [fallbackHandler]),
    ]
  }
  const { implementation, by = [] } = ("upgrade" in account ? account.upgrade : undefined) ?? {}
  return [
    ...each("delay", account.kind === "timelock" ? [account.delay] : []),
    ...each("implementation", implementation === undefined ? [] : [implementation]),
    ...each("upgrader", by),
  ]
}
