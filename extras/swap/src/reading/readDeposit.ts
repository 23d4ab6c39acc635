import type { Address, Client, Hex } from "viem"
import { getBalance, getContractEvents } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { type EvmDeposit, evmDeposit } from "../depositTransfer.js"
import type { DepositRecord } from "../execution/journal/depositRecords.js"
import { nativeToken } from "../nativeToken.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { readBalance, tokenAbi } from "#src/onchain/tokens.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { largerOf } from "#src/primitives/numbers/amount.js"

/** What the address of a deposit has got since it was opened, in the smallest unit. */
export type Arrived = {
  /** Of native currency only what is there: what was moved on leaves no trace that is looked for. */
  readonly amount: bigint
  /** The transactions that paid it; `undefined` of native currency, whose payments leave no log. */
  readonly payments: readonly Hex[] | undefined
}

export type DepositReading = {
  readonly arrived: Arrived
  /** What was sent from there to an account of who asked for the swap. */
  readonly returned: { readonly amount: bigint; readonly to: Address; readonly txHash: Hex } | undefined
}

/** Reads what became of a deposit; `undefined` if it is on a chain that is not EVM. */
export async function readDeposit(
  client: Client,
  { route, request, fromBlock }: DepositRecord,
): Promise<DepositReading | undefined> {
  const deposit = route.deposit === null ? undefined : evmDeposit(route.deposit)
  if (deposit === undefined) return undefined
  const own = [request.refundAddress, request.userAddress].filter((account) => account !== undefined)
  const ends = { from: deposit.depositAddress, to: own.filter(isEvmAddress) }
  const [arrived, back] = await Promise.all([
    readArrived(client, deposit, fromBlock),
    readTransfers(client, deposit, { ends, fromBlock }),
  ])
  const last = back.at(-1)
  const amount = back.reduce((total, { args }) => total + args.value, 0n)
  return { arrived, returned: last && { amount, to: last.args.to, txHash: last.transactionHash } }
}

/**
 * Reads how much has arrived at the address of a deposit. A provider may have moved it on.
 *
 * @throws {NodeFailedError} the chain cannot be read
 */
export async function readArrived(client: Client, deposit: EvmDeposit, fromBlock: bigint): Promise<Arrived> {
  const { token, depositAddress } = deposit
  if (isAddressEqual(token, nativeToken)) {
    const balance = getBalance(client, { address: depositAddress }).catch((error: unknown) => {
      throw explainCallError(error, { address: depositAddress, functionName: "eth_getBalance" })
    })
    return { amount: await balance, payments: undefined }
  }
  const [owned, transfers] = await Promise.all([
    readBalance(client, token, depositAddress),
    readTransfers(client, deposit, { ends: { to: depositAddress }, fromBlock }),
  ])
  const moved = transfers.reduce((total, { args }) => total + args.value, 0n)
  const payments = [...new Set(transfers.map(({ transactionHash }) => transactionHash))]
  return { amount: largerOf(owned, moved), payments }
}

async function readTransfers(
  client: Client,
  { token }: EvmDeposit,
  { ends, fromBlock }: { readonly ends: { from?: Address; to: Address | Address[] }; readonly fromBlock: bigint },
) {
  if (isAddressEqual(token, nativeToken) || ends.to.length === 0) return []
  const transfers = {
    abi: tokenAbi,
    address: token,
    eventName: "Transfer",
    args: ends,
    fromBlock,
    strict: true,
  } as const
  return await getContractEvents(client, transfers).catch((error: unknown) => {
    throw explainCallError(error, { address: token, functionName: "eth_getLogs" })
  })
}
