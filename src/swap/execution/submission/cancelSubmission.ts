import { sendTransaction } from "viem/actions"

import { NotSubmittedError } from "../../../onchain/transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "../../../onchain/waitForReceipt.js"
import { type Recovered, recoverSubmission } from "../../../onchain/submission/recoverSubmission.js"
import { lockSender } from "./lockSender.js"
import type { Execution, Submission } from "../types.js"

/**
 * Gives up a transaction that was signed and that no node has. Its bytes could still be mined later, so its nonce is used up first: by an
 * empty payment from the account to itself, which costs the gas of a plain payment.
 *
 * @returns what became of the transaction: `dead`, or `sent` if it was mined after all
 * @throws {NotSubmittedError} {@link NotMinedError} the payment was not accepted or not mined; calling again goes on from there
 */
export async function cancelSubmission(execution: Execution, submission: Submission): Promise<Recovered> {
  const { account, parameters } = execution
  const { publicClient, walletClient, client, signal, receiptTimeout = defaultReceiptTimeout } = parameters
  const { nonce } = submission
  const lock = await lockSender(execution)
  try {
    const to = account.address
    const chain = walletClient.chain ?? null
    const hash = await sendTransaction(walletClient, { account, chain, to, value: 0n, nonce }).catch(
      (error: unknown) => {
        throw new NotSubmittedError({ call: { address: to, functionName: "an empty payment to itself" }, error })
      },
    )
    await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal, clock: client.clock })
    return await recoverSubmission({ account: account.address, publicClient }, submission)
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}
