import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { MessageChain } from "../../../messaging/index.js"
import { isPlugsError, PlugsError } from "../../../primitives/PlugsError.js"
import { chainsOf } from "../../config/chainsOf.js"
import { publicClientOf } from "../../connection/clientsOf.js"
import { socketOf } from "../../connection/configuredContracts.js"
import { connectChain } from "../../connection/connectChain.js"

/** Why a chain cannot be read, as the end of a sentence. */
export type ChainProblem = { readonly problem: string }

/** The configured chains, each opened when it is first needed. Dispose of them when the task has ended. */
export type MessageChains = AsyncDisposable & {
  /** Opens the chain of a slug once. */
  open(slug: number): Promise<MessageChain | ChainProblem>
  /**
   * The same, for whoever cannot do without the chain.
   *
   * @throws {NodeUnreachableError} and what else is wrong with it
   */
  require(slug: number): Promise<MessageChain>
  /** The same, for whoever does without a chain that cannot be read. */
  find(slug: number): Promise<MessageChain | undefined>
}

/**
 * Opens the configured chains for reading, by their slugs.
 *
 * @example
 * await using chains = openMessageChains(hre)
 * const beta = await chains.find(41002)
 */
export function openMessageChains(hre: HardhatRuntimeEnvironment): MessageChains {
  const connections: NetworkConnection[] = []
  const opened = new Map<number, Promise<MessageChain>>()
  const connect = async (slug: number): Promise<MessageChain> => {
    const entry = chainsOf(hre.config.plugs).find((chain) => chain.slug === slug)
    if (entry === undefined) throw new ChainNotConfiguredError(slug)
    const socket = socketOf(entry)
    const connection = await connectChain(hre, entry)
    connections.push(connection)
    return { client: publicClientOf(connection), socket }
  }
  const require = (slug: number): Promise<MessageChain> => {
    const opening = opened.get(slug) ?? connect(slug)
    opened.set(slug, opening)
    return opening
  }
  return {
    require,
    open: (slug) => require(slug).catch(problemOf),
    find: (slug) => require(slug).catch(() => undefined),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

class ChainNotConfiguredError extends PlugsError {
  readonly code = "CHAIN_NOT_CONFIGURED"

  constructor(slug: number) {
    super("it is not in plugs.chains", { facts: { slug: String(slug) } })
  }
}

function problemOf(error: unknown): ChainProblem {
  if (!isPlugsError(error)) throw error
  return { problem: error.shortMessage.replace(/\.$/, "") }
}
