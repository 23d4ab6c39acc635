import type { Address, Client, Hex, Transaction, TransactionReceipt } from "viem"
import { getBlock, getTransactionReceipt } from "viem/actions"
import { numberToHex } from "viem/utils"

import { openForkNode } from "../openForkNode.js"
import { type ChainIdentity, type LocalChain, openChains } from "#src/devnet/chain/chains.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { openCopy } from "#src/onchain/openCopy.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"

/** A transaction that is made on a fork, in a block of its own. */
export type MadeTransaction = {
  readonly from: Address
  readonly to: Address | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly gasPrice?: bigint | undefined
}

/** A fork on which messages are executed again. */
export type ReplayedChain = AsyncDisposable & {
  readonly chain: LocalChain
  /** Makes a transaction, as anybody. It may revert. Rejects with the node's error if the fork does not take it. */
  readonly make: (made: MadeTransaction) => Promise<TransactionReceipt>
  /** Lets seconds pass before what is made next. */
  readonly wait: (seconds: bigint) => void
}

/** What the blocks of a fork have in common with a block of the chain. */
export type ReplayedBlock = { readonly timestamp: bigint; readonly baseFeePerGas: bigint | null }

/**
 * Forks a chain after one of its blocks.
 *
 * @param from.origin the chain itself
 * @param from.like the block whose time and price of gas what is made on the fork gets. Default: the time of the block that it begins with
 * @throws {ForkStateMissingError} the node has forgotten the state
 */
export async function openReplayedChain(
  identity: ChainIdentity,
  from: {
    readonly url: string
    readonly block: bigint
    readonly origin: Client
    readonly like?: ReplayedBlock | undefined
  },
): Promise<ReplayedChain> {
  const { url, block, origin, like } = from
  await using opening = new Disposables()
  const node = await openForkNode(identity, { url, block: Number(block) })
  opening.defer(() => node.close({ isKept: false }))
  const { timestamp } = await getBlock(origin, { blockNumber: block })
  let time = timestamp
  let waited = 0n
  const opened = await openChains([{ ...identity, fork: node }], {
    attach: (_, provider) => {
      setTimes(provider, () => time)
    },
  })
  opening.defer(() => opened.close())
  const [chain] = opened.chains as [LocalChain]
  const ask = (method: string, ...params: unknown[]) => chain.provider.request({ method, params })
  return {
    chain,
    async make({ from: sender, to, gas, gasPrice: given, ...rest }) {
      const price = like?.baseFeePerGas ?? null
      // It can be from a block in which gas was cheaper.
      const gasPrice = given !== undefined && price !== null ? largerOf(given, price) : given
      const call = { ...rest, to: to ?? undefined, gas: smallerOf(gas, maxTransactionGas), gasPrice }
      await ask("evm_setAutomine", false)
      try {
        // Others may have made blocks on a fork that is served.
        const { timestamp: last } = await getBlock(chain.publicClient)
        time = largerOf((like?.timestamp ?? timestamp) + waited, last)
        if (price !== null) await ask("hardhat_setNextBlockBaseFeePerGas", numberToHex(price))
        const hash = await openCopy(chain.publicClient).send(sender, call)
        await ask("evm_mine")
        return await getTransactionReceipt(chain.publicClient, { hash })
      } finally {
        await ask("evm_setAutomine", true)
      }
    },
    wait(seconds) {
      waited += seconds
    },
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}

/** Gives each block that is mined a time. Blocks that have the same second follow one another on a fork as on its chain. */
function setTimes(provider: LocalChain["provider"], timeOf: () => bigint): void {
  const request = provider.request.bind(provider)
  provider.request = async (call) => {
    if (call.method === "evm_mine") {
      await request({ method: "evm_setNextBlockTimestamp", params: [numberToHex(timeOf())] })
    }
    return (await request(call)) as unknown
  }
}

/** Makes a transaction of the chain again. What it paid for gas is there, since the fork has no fees of a second layer. */
export async function makeAgain({ chain, make }: ReplayedChain, transaction: Transaction): Promise<void> {
  const { from, to, input: data, value, gas, gasPrice } = transaction
  await openCopy(chain.publicClient).fund(from, gas * (gasPrice ?? 0n) + 10n ** 18n)
  await make({ from, to, data, value, gas, gasPrice })
}
