import type { Account, Client, Hex } from "viem"
import { getBlockNumber, prepareTransactionRequest, signTransaction } from "viem/actions"
import { keccak256 } from "viem/utils"

import { explainCallError } from "../callErrors.js"
import type { ChainTransaction, Sender, Submission } from "./Submission.js"

/**
 * Fixes the nonce of a transaction before it is sent, so that at most one copy of it is mined however often it is sent. Signs it if
 * the account signs locally.
 */
export async function prepareSubmission(
  { account, publicClient, walletClient, call, errorAbis = [] }: Sender,
  transaction: ChainTransaction,
  nextNonce: () => Promise<number>,
): Promise<Submission> {
  const { to, data, value, chainId } = transaction
  try {
    const fromBlock = await getBlockNumber(publicClient, { cacheTime: 0 })
    const nonce = await nextNonce()
    if (account.type !== "local") return { transaction, nonce, fromBlock }
    const chain = walletClient.chain ?? null
    const request = await prepareTransactionRequest(walletClient, { account, chain, chainId, to, data, value, nonce })
    const raw = await sign(walletClient, account, request)
    return { transaction, nonce, fromBlock, raw, hash: keccak256(raw) }
  } catch (error) {
    throw explainCallError(error, call, { abis: errorAbis, advice: new Map() })
  }
}

/** viem's types tie a request to the chain of its client, which is not known here. */
async function sign(walletClient: Client, account: Account, request: object): Promise<Hex> {
  const chain = walletClient.chain ?? null
  const raw: unknown = await signTransaction(walletClient, { ...request, account, chain } as never)
  return raw as Hex
}
