import type { PublicClient } from "viem"
import { getBalance, getBlock, getChainId, getGasPrice, readContract } from "viem/actions"

import { failed, type Finding, ok, warning } from "./checks.js"
import { fixClock, maxSkewMs, wallTimeOf } from "./machine.js"
import type { DoctorChain } from "./subjects/DoctorChain.js"
import { type DoctorPlug, readMinimum } from "./subjects/DoctorPlug.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { senderOn } from "#src/plugin/connection/chains/clientsOf.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { formatAmount, largerOf } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Checks that a chain's node answers, and that it is a node of that chain. */
export async function checkNetwork(chain: DoctorChain): Promise<Finding> {
  const { client } = await chain.open()
  const found = await getChainId(client)
  const { network, slug, chainId } = chain
  if (chainId !== undefined) {
    if (found === chainId) return ok(`A node of chain ${found} answers.`)
    return failed(
      `The node is of chain ${found}, and not of chain ${chainId} as config.networks.${network}.chainId says.`,
      `Correct config.networks.${network}.url, or its chainId.`,
    )
  }
  // Most slugs are chain ids, but not all: the socket decides.
  if (found === slug) return ok(`A node of chain ${found} answers.`)
  return warning(
    `The node is of chain ${found}, and the chain's slug is ${slug}.`,
    `If that is right, say so with chainId: ${found} in config.networks.${network}; otherwise correct its url.`,
  )
}

/** Checks that a chain's socket is a contract, and that it is the socket of that chain. */
export async function checkSocket(chain: DoctorChain): Promise<Finding> {
  const socket = socketOf(chain)
  const correct = `Correct config.plugs.chains.${chain.name}.socket.`
  const { client } = await chain.open()
  if ((await readCodeSize(client, socket)) === 0) {
    return failed(`There is no contract at the socket's address ${socket}.`, correct)
  }
  try {
    const slug = await readContract(client, { abi: socketAbi, address: socket, functionName: "chainSlug" })
    if (slug === chain.slug) return ok(`The socket ${socket} has the slug ${slug}.`)
    return failed(
      `The socket ${socket} has the slug ${slug}, and the configuration says ${chain.slug}.`,
      `Correct config.plugs.chains.${chain.name}: its slug, its socket or its network.`,
    )
  } catch (error) {
    if (!isContractFailure(error)) throw error
    return failed(`The contract at ${socket} is no socket: it has no chainSlug.`, correct)
  }
}

/** Milliseconds. Every public chain has a block more often than that. */
const maxBlockAgeMs = 10 * 60_000

/** Checks the machine's clock against the latest block. A local chain makes blocks when something is sent, so an old one says nothing. */
export async function checkChainClock(chain: DoctorChain, clock: Clock): Promise<Finding> {
  const { client } = await chain.open()
  const { timestamp, number } = await getBlock(client)
  const age = wallTimeOf(clock) - Number(timestamp) * 1_000
  if (Number.isNaN(age)) return failed("The node's latest block has no time.", "Use another node for this network.")
  const ahead = formatDuration(-age)
  if (age < -maxSkewMs) {
    const says = `Block ${number} is ${ahead} ahead of this machine's clock.`
    return warning(
      says,
      chain.isLocal
        ? "Start the chain anew if a test has moved its time. Otherwise set this machine's clock."
        : fixClock(),
    )
  }
  if (age > maxBlockAgeMs && !chain.isLocal) {
    const says = `The latest block, ${number}, is ${formatDuration(age)} old by this machine's clock.`
    return warning(says, `If the node has fallen behind, use another one. Otherwise: ${fixClock()}`)
  }
  return ok(`Block ${number} is ${age < 0 ? "new" : `${formatDuration(age)} old`}.`)
}

/** Gas of a transaction that sends a message, generously. */
const gasOfMessage = 300_000n

type CheckAccountParameters = {
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
  const address = await senderOn(connection).catch((error: unknown) => {
    if (isPlugsError(error) && error.code === "INVALID_INPUT") return undefined
    throw error
  })
  if (address === undefined) {
    return warning(
      `The network ${chain.network} has no account, so nothing can be sent from ${chain.name}.`,
      `Add one to config.networks.${chain.network}.accounts, such as [configVariable("PRIVATE_KEY")].`,
    )
  }
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
  return settled.flat().reduce((most, fee) => largerOf(most, fee), 0n)
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
