import type { Transaction } from "viem"

import { getTransactionCount } from "viem/actions"

import { findByNonce } from "../../../onchain/findByNonce.js"
import { explainMessageCommand } from "../../../primitives/commands/explainCommands.js"
import type { MessageCause } from "../types.js"
import type { KnownTransactionCase } from "./types.js"

/** Finds whether another transaction of the same account was mined with the nonce of this one, which therefore never will be. */
export async function findReplacement({
  src,
  srcTxHash,
  remembered,
}: KnownTransactionCase): Promise<MessageCause | undefined> {
  if (remembered?.nonce === undefined) return undefined
  const { account, nonce, fromBlock = 0n } = remembered
  const count = await getTransactionCount(src.client, { address: account })
  if (count <= nonce) return undefined
  const other = await findMined({ src, account, nonce, fromBlock })
  if (other?.hash === srcTxHash) return undefined
  const source = other === undefined ? src.name : `${src.name}, block ${String(other.blockNumber)}`
  return {
    name: "transaction-replaced",
    certainty: "certain",
    says:
      other === undefined
        ? `Another transaction of ${account} was mined on ${src.name} with the same nonce, ${String(nonce)}, so this one never will be.`
        : `The transaction ${other.hash} was mined on ${src.name} in its place: both are of ${account} and have nonce ${String(nonce)}.`,
    evidence: [
      { source: "the records of this project", says: `${account} submitted ${srcTxHash} with nonce ${String(nonce)}.` },
      other === undefined
        ? {
            source,
            says: `The account has used ${String(count)} nonces, and the node does not show which transaction used this one.`,
          }
        : { source, says: `${other.hash} has nonce ${String(nonce)}.` },
    ],
    mend: {
      who:
        other === undefined ? "you, by sending again" : "you, by following what was mined instead, or by sending again",
      command: other === undefined ? null : explainMessageCommand(other.hash, { from: src.name }),
    },
    about: null,
  }
}

/** Finds it by the account's nonces in older blocks. Many nodes keep those of the newest ones only. */
async function findMined({
  src,
  ...parameters
}: Pick<KnownTransactionCase, "src"> & Parameters<typeof findByNonce>[1]): Promise<Transaction | undefined> {
  try {
    const use = await findByNonce(src.client, parameters)
    return use.kind === "mined" ? use.transaction : undefined
  } catch {
    return undefined
  }
}
