import { chainsOf, sourceChain } from "../../src/plugin/config/chainsOf.js"
import { chainIdOf, nameSwapChains } from "../../src/plugin/config/swapChains.js"
import { readAcceptLoss } from "./arguments/readAcceptLoss.js"
import { readAllowedTargets } from "./arguments/readAllowedTargets.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { identifyNetworks } from "../../src/plugin/connection/chains/identifyNetworks.js"
import { openSwap, pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { trustedContracts } from "../../src/plugin/connection/trustedContracts.js"
import { readErrorAbis } from "../../src/plugin/contracts/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { openJournal } from "../../src/plugin/records/openJournal.js"
import { openReader } from "./offer/openReader.js"
import { sayWhenSwapInterrupted } from "./execute/sayWhenSwapInterrupted.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { payDeposit } from "./deposits/payDeposit.js"
import { checkQuoteId } from "../../src/swap/wire/parameters/statusChecks.js"
import { requireConsent } from "../../src/terminal/core/askYes.js"
import { confirmSwap } from "../../src/terminal/swap/consent/confirmSwap.js"
import { printResumed } from "../../src/terminal/swap/events/printResumed.js"
import { showExecution } from "../../src/terminal/swap/showExecution.js"

type PayArguments = {
  quoteId: string
  from: string | undefined
  allowTarget: string | undefined
  acceptLoss: string | undefined
  timeout: string | undefined
  yes: boolean
  json: boolean
}

const pay: BoundTask<PayArguments> = runTask(async (args, given, { terminal, input, signal, clock }) => {
  const { json, yes } = args
  const quoteId = checkQuoteId(args.quoteId.trim(), "quoteId")
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  const allowedTargets = readAllowedTargets(args.allowTarget)
  const acceptLoss = readAcceptLoss(args.acceptLoss)
  const hre = await identifyNetworks(given, [args.from ?? given.globalOptions.network])
  const { plugs, paths } = hre.config
  const source = sourceChain(chainsOf(plugs), { from: args.from, network: hre.globalOptions.network })
  requireConsent(yes, input)
  const client = await openSwap(plugs, { clock })
  const nameChain = nameSwapChains(hre.config)
  const connection = await connectChain(hre, source, { signal })
  await using readers = new AsyncDisposableStack()
  try {
    const publicClient = publicClientOf(connection)
    const records = await openJournal(connection, paths.root, publicClient)
    const walletClient = await walletClientOf(connection)
    const limits = { ...(await trustedContracts(source, hre.config, allowedTargets)), acceptLoss }
    const errorAbis = await readErrorAbis(hre.artifacts)
    const again = commandLine("swap pay", args, { positional: ["quoteId"], without: ["json"] })
    const goOn = { again, resume: () => again }
    await sayWhenSwapInterrupted(goOn, (noting) =>
      payDeposit({
        ...records,
        quoteId,
        client,
        publicClient,
        walletClient,
        openDestination: async (chainId) => readers.use(await openReader(hre, chainId)).client,
        origin: { name: source.name, chainId: chainIdOf(source, hre.config) },
        nameChain,
        limits,
        errorAbis,
        options: { ...pollingIntervals(plugs.swap), ...waitOptions },
        signal,
        confirm: (plan) => confirmSwap(plan, { terminal, input, signal, json, yes, acceptLoss }),
        canAsk: !yes,
        show: (run) => showExecution(noting.steps(run), { terminal, json, clock, chainName: nameChain }),
        onResume: (entry) => {
          noting.resumed(entry)
          printResumed(entry, { terminal, json })
        },
      }),
    )
  } finally {
    await connection.close()
  }
  return exitCodes.success
})

export default pay
