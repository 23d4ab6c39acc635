import type { PublicClient } from "viem"

import { getBalance, getChainId, getGasPrice } from "viem/actions"

import { readNativeCurrency } from "../../../src/onchain/reading/readNativeCurrency.js"
import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { walletClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { failed, type Finding, ok, warning } from "../checks.js"
import type { DoctorPlug } from "../plugs/DoctorPlug.js"
import { readMinimum } from "../plugs/readMinimum.js"
import type { DoctorChain } from "./DoctorChain.js"

/** Gas of a transaction that sends a message, generously. */
const gasOfMessage = 300_000n

export type CheckAccountParameters = {
  readonly chain: DoctorChain
  /** The plugs of the chain, whose fees the account must be able to pay. */
  readonly plugs: readonly DoctorPlug[]
  /** Whether messages are sent from this chain; an account of another one needs nothing until it connects a plug. */
  readonly isSource: boolean
}

/** Checks that the account that sends can pay for a message: its gas, and the highest fee of the chain's plugs. */
export async function checkAccount({ chain, plugs, isSource }: CheckAccountParameters): Promise<Finding> {
  const { client, connection } = await chain.open()
  const lacks = isSource ? failed : warning
  const wallet = await walletClientOf(connection).catch((error: unknown) => {
    if (isPlugsError(error) && error.code === "INVALID_INPUT") return undefined
    throw error
  })
  if (wallet === undefined) {
    return warning(
      `The network ${chain.network} has no account, so nothing can be sent from ${chain.name}.`,
      `Add one to config.networks.${chain.network}.accounts, such as [configVariable("PRIVATE_KEY")].`,
    )
  }
  const { address } = wallet.account
  const [balance, gasPrice, fee] = await Promise.all([
    getBalance(client, { address }),
    getGasPrice(client),
    highestFee(plugs),
  ])
  const needed = gasOfMessage * gasPrice + fee
  const symbol = await symbolOf(chain, client)
  const owns = `${address} owns about ${roughly(balance)} ${symbol}`
  if (balance >= needed) return ok(`${owns}; a message takes about ${roughly(needed)}.`)
  return lacks(
    `${owns}, and a message takes about ${roughly(needed)}.`,
    `Send at least ${roughly(needed - balance)} ${symbol} to ${address} on ${chain.name}.`,
  )
}

/** Wei. What cannot be priced is left out: the check of the connection says why. */
async function highestFee(plugs: readonly DoctorPlug[]): Promise<bigint> {
  const fees = plugs.map(async (plug) => {
    const paths = await plug.paths()
    return await Promise.all(paths.map(({ to }) => readMinimum(plug, to).catch(() => 0n)))
  })
  const settled = await Promise.all(fees.map((found) => found.catch(() => [])))
  return settled.flat().reduce((most, fee) => (fee > most ? fee : most), 0n)
}

/** The list of currencies takes long to load, and has no local chain. */
async function symbolOf({ isLocal }: DoctorChain, client: PublicClient): Promise<string> {
  if (isLocal) return "ETH"
  return (await readNativeCurrency(undefined, await getChainId(client))).symbol
}

/** Formats wei with four digits that matter, rounded up. */
function roughly(wei: bigint): string {
  const unit = 10n ** BigInt(Math.max(0, String(wei).length - 4))
  return formatAmount(((wei + unit - 1n) / unit) * unit, 18)
}
