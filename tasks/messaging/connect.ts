import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, zeroAddress } from "viem"

import { AbortedError } from "../../src/http/errors.js"
import type { ReadCall } from "../../src/messaging/onchain/connection/readCall.js"
import { connectPlug } from "../../src/messaging/onchain/connectPlug.js"
import { readCodeSize } from "../../src/onchain/readNode.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { readGasLimits } from "../../src/plugin/config/gasLimits.js"
import { openMessageChains } from "../../src/plugin/connection/chains/openMessageChains.js"
import { openSwitchboard } from "../../src/plugin/connection/chains/openSwitchboard.js"
import { sayWhenSubmitted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { type ChainEntry, findChain } from "../../src/primitives/chains.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { askYes } from "../../src/terminal/askYes.js"
import { showContract } from "../../src/terminal/contractNames.js"
import { gasText } from "../../src/terminal/gasText.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { readConnectFunction } from "./call/readConnectFunction.js"
import { readAllowedSwitchboards, requireSwitchboard } from "./call/requireSwitchboard.js"
import { callFields, callLines, switchboardLine } from "./output/connectCall.js"

type ConnectArguments = {
  plug: string
  sibling: string
  from: string | undefined
  to: string | undefined
  switchboard: string | undefined
  function: string
  args: string | undefined
  allowSwitchboard: string | undefined
  maxGasPrice: string | undefined
  maxGasCost: string | undefined
  yes: boolean
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
  if (args.sibling.trim() === zeroAddress) {
    const ends = { plug: args.plug, from: source.name, to: to.name }
    throw new InvalidInputError({
      argument: "sibling",
      problem: "the zero address is no plug: with it the plug would be disconnected",
      fix: `Run npx hardhat ${commandLine("messaging disconnect", ends, { positional: ["plug"] })}.`,
    })
  }
  const { address: sibling } = await book.find(args.sibling, { chain: to, argument: "sibling" })
  const way = readConnectFunction(args, contract.abi)

  await using chain = await openPlugChain(hre, source, signal)
  const choice = { chain: source, siblingSlug: to.slug, switchboard: args.switchboard, argument: "--switchboard" }
  const switchboard = await openSwitchboard(chain.connection, hre.config.plugs, choice)
  const path = { switchboard, chain: source.name, siblingChain: to.name, chains }
  const { switchboardKind, confirm } = await requireSwitchboard(path, { plugs: hre.config.plugs, allowed, io })
  // It sends nothing if the plug is connected by then.
  const again = { ...args, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = commandLine("messaging connect", again, { positional: ["plug", "sibling"], without: ["json", "yes"] })
  const confirmSibling = async (): Promise<void> => {
    if (await hasCode(hre, to, sibling)) return
    const says = `There is no contract at ${sibling} on ${to.name}. Messages to it are lost if there is none when they arrive.`
    err.line(err.paint.magenta(says))
    if (args.yes || io.input.isTTY !== true) return
    if (!(await askYes("Connect to it all the same?", { ...io, signal }))) throw new AbortedError()
  }
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
      onGas: async (gas) => {
        err.line(err.paint.dim(`gas: ${gasText({ ...gas, native: chain.native })}`))
        await confirm()
        await confirmSibling()
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

/** Whether there is a contract. Where the chain cannot be read, nothing is said against it. */
async function hasCode(hre: HardhatRuntimeEnvironment, chain: ChainEntry, address: Address): Promise<boolean> {
  await using chains = openMessageChains(hre)
  const reader = await chains.find(chain.slug)
  return reader === undefined || (await readCodeSize(reader.client, address).catch(() => 1)) > 0
}
