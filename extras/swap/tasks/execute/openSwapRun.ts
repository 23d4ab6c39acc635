import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Account, PublicClient, WalletClient } from "viem"

import type { SwapLimits } from "../arguments/readSwapLimits.js"
import type { GetSwapOfferParameters } from "../offer/getSwapOffer.js"
import { type LeastSubject, ownLeast } from "../offer/ownLeast.js"
import { openJournal, type SwapRecords } from "#extras/swap/src/plugin/openJournal.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import { trustedContracts } from "#extras/swap/src/plugin/trustedContracts.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import { isDevnetChain } from "#src/plugin/config/isDevnetChain.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import type { RouteLimits, SwapClient } from "#src/swap/index.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

/** What a swap is executed with, on the chain that it begins on. Connections are closed with it. */
export type SwapRun = SwapRecords &
  AsyncDisposable & {
    readonly client: SwapClient
    readonly publicClient: PublicClient
    readonly walletClient: WalletClient & { readonly account: Account }
    /** Opens a client that reads a chain; `undefined` if no network reaches it. */
    readonly readerOf: (chainId: number) => Promise<PublicClient | undefined>
    /**
     * The contracts that the swap may call, approve and pay, how much it may lose, what it may leave unsaid, and what its gas may cost.
     */
    readonly limits: Omit<RouteLimits, "minOut" | "maxNativeFee" | "maxCalldata"> & GasLimits
    /**
     * Finds the least output that the user accepts.
     *
     * @throws {InvalidInputError} nobody is asked, and the user has not said it for a swap that is not on local chains alone
     */
    readonly leastOf: (subject: LeastSubject) => Promise<bigint | undefined>
    readonly pins: GetSwapOfferParameters["pins"]
    readonly errorAbis: readonly Abi[]
    readonly chainName: (chainId: number) => string
    /** How often to poll, and how long to wait. */
    readonly polling: { readonly minInterval?: number; readonly maxInterval?: number; readonly timeout?: number }
    readonly signal: AbortSignal
    /** Prints the malformed parts of the API's answers, once. */
    readonly printNotes: () => void
  }

/** Opens what a swap is executed with: its chain, the API, and the records of the project. */
export async function openSwapRun(
  hre: HardhatRuntimeEnvironment,
  {
    source,
    limits: { waitOptions, allowed, acceptLoss, acceptUndecoded, minOut, gas, yes },
    pays = "tx",
  }: {
    readonly source: ChainEntry
    readonly limits: SwapLimits
    /** What `--allow-target` names: contracts to call, or a deposit address. Default: contracts. */
    readonly pays?: "tx" | "deposit"
  },
  { terminal, signal, clock }: TaskIo,
): Promise<SwapRun> {
  const { plugs } = hre.config
  await using opening = new Disposables()
  const notes = opening.use(openMalformedNotes(terminal.err))
  const client = await openSwap(plugs, { clock, onMalformed: notes.onMalformed })
  const chains = opening.use(openChains(hre, { signal }))
  const chain = await chains.connect(source)
  const records = await openJournal(chain, hre.config)
  const trusted = await trustedContracts(source, hre.config, pays === "tx" ? allowed : [])
  const allowedDeposits = [...trusted.allowedDeposits, ...(pays === "deposit" ? allowed : [])]
  const walletClient = await chain.wallet()
  return {
    ...records,
    client,
    publicClient: chain.client,
    walletClient,
    readerOf: (chainId) => readerOf(chains, chainId),
    limits: { ...trusted, allowedDeposits, acceptLoss, acceptUndecoded, ...readGasLimits(gas, source) },
    leastOf: async (subject) => {
      const isRequired = yes && !(await isOnDevnet(hre.config, subject.swapRequest))
      return ownLeast(subject, { minOut, acceptLoss, isRequired }, plugs)
    },
    pins: (name) => pinnedTokens(plugs, name),
    errorAbis: await chain.errorAbis(),
    chainName: nameSwapChains(hre.config),
    polling: { ...pollingIntervals(plugs.swap), ...waitOptions },
    signal,
    printNotes: () => {
      notes.print()
    },
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}

/** Whether a swap begins and ends on the devnet's own chains, where nothing is worth anything. */
async function isOnDevnet(
  config: HardhatRuntimeEnvironment["config"],
  { origin, destination }: LeastSubject["swapRequest"],
): Promise<boolean> {
  const names = [...new Set([origin.name, destination.name])]
  const chains = chainsOf(config.plugs)
  const local = await Promise.all(
    names.map(async (name) => {
      const chain = chains.find((each) => each.name === name)
      return chain !== undefined && (await isDevnetChain(chain, config))
    }),
  )
  return local.every(Boolean)
}
