import { TransactionRevertedError } from "../../../onchain/transactionErrors.js"
import { waitForReceipt } from "../../../onchain/waitForReceipt.js"
import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"
import { ConnectionNotMadeError } from "../../onchain/callErrors.js"
import { simulateChange } from "../plan/prepareChange.js"
import { readConnection } from "../plan/readChainState.js"
import { isAsWanted } from "../plan/WiringPlan.js"
import type { WiringChain } from "../Wiring.js"
import type { SendChangesOptions, SentChange } from "./sendChanges.js"
import type { AppliedChange } from "./WiringStep.js"

/** Waits for the transaction of a change, checks that the socket has the connection, and forgets the entry in the journal. */
export async function finishChange(
  { publicClient, journal }: WiringChain,
  { change, hash }: SentChange,
  { errorAbis, receiptTimeout, signal }: Pick<SendChangesOptions, "errorAbis" | "receiptTimeout" | "signal">,
): Promise<AppliedChange> {
  const { plug, functionName } = change
  const ended = (status: AppliedChange["status"], error?: PlugsError) => ({ change, status, hash, error })
  try {
    const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal })
    await journal?.remove(change)
    if (receipt.status !== "success") {
      const reason = await simulateChange(change, publicClient, errorAbis).then(
        () => undefined,
        (error: unknown) => (isPlugsError(error) ? error.shortMessage : undefined),
      )
      const next =
        "Plan the wiring again, with npx hardhat messaging wire --plan, and read what it says about this connection."
      return ended(
        "failed",
        new TransactionRevertedError({ call: { address: plug, functionName }, hash, reason, next }),
      )
    }
    if (isAsWanted(await readConnection(publicClient, change), change)) return ended("done")
    return ended("failed", new ConnectionNotMadeError({ plug, functionName, hash }))
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return ended("pending", error)
  }
}
