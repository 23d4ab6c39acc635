import type { Address, Client, Hex } from "viem"

import { getBalance } from "viem/actions"
import { encodeFunctionData, numberToHex } from "viem/utils"

import { TransactionRevertedError } from "../../onchain/transactionErrors.js"
import { waitForReceipt } from "../../onchain/waitForReceipt.js"
import { executionManagerAbi } from "../onchain/abi.js"
import { executorRole } from "./executors.js"

/** Enough for the gas of one transaction on any chain. */
const enough = 10n ** 18n

/** Lets an account execute messages on a development node, by impersonating the owner of the execution manager. */
export async function grantExecutorRole(
  client: Client,
  { manager, owner, account }: { readonly manager: Address; readonly owner: Address; readonly account: Address },
): Promise<void> {
  const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
    await client.request({ method, params } as never)
  await request("hardhat_impersonateAccount", owner)
  try {
    // The owner of a contract can be a contract, which needs no native tokens of its own.
    const balance = await getBalance(client, { address: owner })
    if (balance < enough) await request("hardhat_setBalance", owner, numberToHex(enough))
    const call = {
      abi: executionManagerAbi,
      address: manager,
      functionName: "grantRole",
      args: [executorRole, account],
    } as const
    const hash = (await request("eth_sendTransaction", {
      from: owner,
      to: manager,
      data: encodeFunctionData(call),
    })) as Hex
    const receipt = await waitForReceipt(client, { hash, timeout: 60_000 })
    if (receipt.status !== "success") throw new TransactionRevertedError({ call, hash, reason: undefined })
  } finally {
    await request("hardhat_stopImpersonatingAccount", owner)
  }
}
