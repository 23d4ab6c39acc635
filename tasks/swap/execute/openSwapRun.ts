import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Account, PublicClient, WalletClient } from "viem"

import { readGasLimits } from "../../../src/plugin/config/gasLimits.js"
import { chainIdOf, nameSwapChains } from "../../../src/plugin/config/swapChains.js"
import { publicClientOf, walletClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { pinnedTokens } from "../../../src/plugin/connection/findToken.js"
import { openSwap, pollingIntervals } from "../../../src/plugin/connection/openClients.js"
import { trustedContracts } from "../../../src/plugin/connection/trustedContracts.js"
import { readErrorAbis } from "../../../src/plugin/contracts/readAbis.js"
import { openJournal, type SwapRecords } from "../../../src/plugin/records/openJournal.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import type { GasLimits } from "../../../src/onchain/gas/GasPlan.js"
import { Disposables } from "../../../src/primitives/lifetime/Disposables.js"
import type { RouteLimits, SwapClient } from "../../../src/swap/index.js"
import { openMalformedNotes } from "../../../src/terminal/malformedNotes.js"
import type { ReadExecuteArguments } from "../arguments/readExecuteArguments.js"
import type { GetSwapOfferParameters } from "../offer/getSwapOffer.js"
import { openReader } from "../offer/openReader.js"

/** What a swap is executed with, on the chain that it begins on. Connections are closed with it. */
export type SwapRun = SwapRecords &
  AsyncDisposable & {
    readonly client: SwapClient
    readonly publicClient: PublicClient
    readonly walletClient: WalletClient & { readonly account: Account }
    /** Opens a client that reads a chain; `undefined` if no network reaches it. */
    readonly readerOf: (chainId: number) => Promise<PublicClient | undefined>
    /** The contracts that the swap may call and approve, how much it may lose, and what its gas may cost. */
    readonly limits: Pick<RouteLimits, "allowedTargets" | "allowedSpenders" | "acceptLoss"> & GasLimits
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
    waitOptions,
    allowedTargets,
    acceptLoss,
    gas,
  }: Omit<ReadExecuteArguments, "command"> & Pick<ReadExecuteArguments["command"], "source">,
  { terminal, signal, clock }: TaskIo,
): Promise<SwapRun> {
  const { plugs } = hre.config
  await using opening = new Disposables()
  const notes = opening.use(openMalformedNotes(terminal.err))
  const client = await openSwap(plugs, { clock, onMalformed: notes.onMalformed })
  const connection = opening.use(await connectChain(hre, source, { signal }))
  const publicClient = publicClientOf(connection)
  const records = await openJournal(connection, hre.config, publicClient)
  const limits = {
    ...(await trustedContracts(source, hre.config, allowedTargets)),
    acceptLoss,
    ...readGasLimits(gas, source),
  }
  const walletClient = await walletClientOf(connection)
  const errorAbis = await readErrorAbis(hre.artifacts)
  const opened = opening.move()
  return {
    ...records,
    client,
    publicClient,
    walletClient,
    readerOf: async (chainId) =>
      chainId === chainIdOf(source, hre.config) ? publicClient : opened.use(await openReader(hre, chainId)).client,
    limits,
    pins: (name) => pinnedTokens(plugs, name),
    errorAbis,
    chainName: nameSwapChains(hre.config),
    polling: { ...pollingIntervals(plugs.swap), ...waitOptions },
    signal,
    printNotes: () => {
      notes.print()
    },
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  }
}
