import { connectPlug } from "../../src/messaging/onchain/connectPlug.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { chainsFor } from "../../src/plugin/connection/chains/askForChain.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { openSocket } from "../../src/plugin/connection/chains/openSocket.js"
import { openSwitchboard } from "../../src/plugin/connection/chains/openSwitchboard.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/contracts/readAbis.js"
import { sayWhenInterrupted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { showContract } from "../../src/terminal/contractNames.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { readOwnContract } from "./call/readOwnContract.js"

type ConnectArguments = {
  plug: string
  sibling: string
  from: string | undefined
  to: string | undefined
  switchboard: string | undefined
  function: string
  json: boolean
}

const connect: BoundTask<ConnectArguments> = runTask(async (args, hre, { terminal: { out, err }, signal }) => {
  const { network } = hre.globalOptions
  const chains = await chainsFor(hre, [args.from ?? network, args.to])
  const book = await openContractBook(hre)
  const where = { chains, from: args.from, network }
  const { contract, source } = await readOwnContract(book, { text: args.plug, argument: "plug", ...where })
  const plug = contract.address
  const to = findChain(chains, readRequired(args.to, { argument: "--to", example: "--to beta" }), "--to")
  const { address: sibling } = await book.find(args.sibling, { chain: to, argument: "sibling" })
  const way = args.function.includes("(") ? { signature: args.function } : { functionName: args.function }

  await using connection = await connectChain(hre, source, { signal })
  const socket = await openSocket(connection, source)
  const choice = { chain: source, siblingSlug: to.slug, switchboard: args.switchboard, argument: "--switchboard" }
  const switchboard = await openSwitchboard(connection, hre.config.plugs, choice)
  // It sends nothing if the plug is connected by then.
  const again = { ...args, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = commandLine("messaging connect", again, { positional: ["plug", "sibling"], without: ["json"] })
  const walletClient = await walletClientOf(connection)
  const errorAbis = await readErrorAbis(hre.artifacts)
  const { hash } = await sayWhenInterrupted((onSent) =>
    connectPlug(publicClientOf(connection), walletClient, {
      ...{ socket, plug, siblingChainSlug: to.slug, sibling, switchboard, ...way },
      errorAbis,
      signal,
      onSubmitted: (submitted) => {
        err.line(err.paint.dim(`submitted ${submitted}`))
        onSent({ facts: { transaction: submitted, chain: source.name }, goOn })
      },
    }),
  )

  const plugShown = showContract(plug, source.slug, book)
  const siblingShown = showContract(sibling, to.slug, book)
  if (args.json) {
    printDocument(out, { txHash: hash ?? null, srcPlug: plug, from: source, to, dstPlug: sibling, switchboard })
  } else if (hash === undefined) {
    out.line(`The plug on ${source.name} is connected to ${siblingShown} on ${to.name} already. Nothing was sent.`)
  } else {
    out.line(out.paint.green(`Connected the plug on ${source.name} to ${siblingShown} on ${to.name}.`))
    out.line(`Messages arrive once the plug on ${to.name} is connected to ${plugShown} on ${source.name}, too.`)
  }
  return exitCodes.success
})

export default connect
