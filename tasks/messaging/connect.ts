import type { ReadCall } from "../../src/messaging/onchain/connection/readCall.js"
import { connectPlug } from "../../src/messaging/onchain/connectPlug.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { readGasLimits } from "../../src/plugin/config/gasLimits.js"
import { openSwitchboard } from "../../src/plugin/connection/chains/openSwitchboard.js"
import { sayWhenSubmitted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { showContract } from "../../src/terminal/contractNames.js"
import { gasText } from "../../src/terminal/gasText.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { readAllowedSwitchboards, requireSwitchboard } from "./call/requireSwitchboard.js"
import { callFields, callLines, switchboardLine } from "./output/connectCall.js"

type ConnectArguments = {
  plug: string
  sibling: string
  from: string | undefined
  to: string | undefined
  switchboard: string | undefined
  function: string
  allowSwitchboard: string | undefined
  maxGasPrice: string | undefined
  maxGasCost: string | undefined
  json: boolean
}

const connect: BoundTask<ConnectArguments> = runTask(async (args, hre, io) => {
  const { signal } = io
  const { out, err } = io.terminal
  const allowed = readAllowedSwitchboards(args.allowSwitchboard)
  const reference = { text: args.plug, argument: "plug", from: args.from, others: [args.to] }
  const { contract, source, chains, book } = await findOwnContract(hre, reference)
  const plug = contract.address
  const to = findChain(chains, readRequired(args.to, { argument: "--to", example: "--to beta" }), "--to")
  const { address: sibling } = await book.find(args.sibling, { chain: to, argument: "sibling" })
  const way = args.function.includes("(") ? { signature: args.function } : { functionName: args.function }

  await using chain = await openPlugChain(hre, source, signal)
  const choice = { chain: source, siblingSlug: to.slug, switchboard: args.switchboard, argument: "--switchboard" }
  const switchboard = await openSwitchboard(chain.connection, hre.config.plugs, choice)
  const path = { switchboard, chain: source.name, siblingChain: to.name, chains }
  const switchboardKind = await requireSwitchboard(path, { plugs: hre.config.plugs, allowed, io })
  // It sends nothing if the plug is connected by then.
  const again = { ...args, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = commandLine("messaging connect", again, { positional: ["plug", "sibling"], without: ["json"] })
  const walletClient = await chain.openWallet()
  const connection = { socket: chain.socket, plug, siblingChainSlug: to.slug, sibling, switchboard, ...way }
  const errorAbis = await chain.readErrorAbis()
  let call: ReadCall | undefined
  const onCall = (checked: ReadCall): void => {
    call = checked
    for (const line of callLines({ call, sibling, switchboard }, err.columns)) err.line(line)
    err.line(switchboardLine({ switchboard, switchboardKind, chain: source.name }, err))
  }
  const { hash } = await sayWhenSubmitted(err, { facts: { chain: source.name }, goOn }, (onSubmitted) =>
    connectPlug(chain.publicClient, walletClient, {
      ...{ ...connection, errorAbis, signal, onCall, onSubmitted },
      ...readGasLimits(args, source),
      onGas: (gas) => {
        err.line(err.paint.dim(`gas: ${gasText({ ...gas, native: chain.native })}`))
      },
    }),
  )

  const plugShown = showContract(plug, source.slug, book)
  const siblingShown = showContract(sibling, to.slug, book)
  if (args.json) {
    const ends = { srcPlug: plug, from: source, to, dstPlug: sibling }
    const chosen = { switchboard, switchboardKind: switchboardKind ?? null }
    printDocument(out, { txHash: hash ?? null, ...ends, ...chosen, call: call === undefined ? null : callFields(call) })
  } else if (hash === undefined) {
    out.line(`The plug on ${source.name} is connected to ${siblingShown} on ${to.name} already. Nothing was sent.`)
  } else {
    out.line(out.paint.green(`Connected the plug on ${source.name} to ${siblingShown} on ${to.name}.`))
    out.line(`Messages arrive once the plug on ${to.name} is connected to ${plugShown} on ${source.name}, too.`)
  }
  return exitCodes.success
})

export default connect
