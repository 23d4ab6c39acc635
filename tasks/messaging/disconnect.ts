import { isAddressEqual, zeroAddress } from "viem"

import { connectPlug } from "../../src/messaging/onchain/connectPlug.js"
import { getPlugConfig } from "../../src/messaging/onchain/getPlugConfig.js"
import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { readGasLimits } from "../../src/plugin/config/gasLimits.js"
import { sayWhenSubmitted } from "../../src/plugin/run/InterruptedError.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { gasText } from "../../src/terminal/gasText.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { findOwnContract } from "./call/findOwnContract.js"
import { openPlugChain } from "./call/openPlugChain.js"
import { readConnectFunction } from "./call/readConnectFunction.js"
import { callLines } from "./output/connectCall.js"

type DisconnectArguments = {
  plug: string
  from: string | undefined
  to: string | undefined
  function: string
  args: string | undefined
  maxGasPrice: string | undefined
  maxGasCost: string | undefined
  json: boolean
}

const disconnect: BoundTask<DisconnectArguments> = runTask(async (args, hre, { terminal: { out, err }, signal }) => {
  const reference = { text: args.plug, argument: "plug", from: args.from, others: [args.to] }
  const { contract, source, chains } = await findOwnContract(hre, reference)
  const plug = contract.address
  const to = findChain(chains, readRequired(args.to, { argument: "--to", example: "--to beta" }), "--to")
  const way = readConnectFunction(args, contract.abi)

  await using chain = await openPlugChain(hre, source, signal)
  const { publicClient, socket } = chain
  const before = await getPlugConfig(publicClient, { socket, plug, siblingChainSlug: to.slug })
  const ends = { srcPlug: plug, from: source, to, dstPlug: before.siblingPlug }
  if (isAddressEqual(before.siblingPlug, zeroAddress)) {
    if (args.json) printDocument(out, { txHash: null, ...ends })
    else out.line(`The plug on ${source.name} is not connected to ${to.name}. Nothing was sent.`)
    return exitCodes.success
  }
  // The switchboard stays: without a sibling it decides nothing.
  const switchboard = before.outboundSwitchboard
  const again = { ...args, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = commandLine("messaging disconnect", again, { positional: ["plug"], without: ["json"] })
  const walletClient = await chain.openWallet()
  const errorAbis = await chain.readErrorAbis()
  const { hash } = await sayWhenSubmitted(err, { facts: { chain: source.name }, goOn }, (onSubmitted) =>
    connectPlug(publicClient, walletClient, {
      ...{
        socket,
        plug,
        siblingChainSlug: to.slug,
        sibling: "none",
        switchboard,
        ...way,
        errorAbis,
        signal,
        onSubmitted,
      },
      ...readGasLimits(args, source),
      onCall: (call) => {
        for (const line of callLines({ call, sibling: zeroAddress, switchboard }, err.columns)) err.line(line)
      },
      onGas: (gas) => {
        err.line(err.paint.dim(`gas: ${gasText({ ...gas, native: chain.native })}`))
      },
    }),
  )
  if (args.json) printDocument(out, { txHash: hash ?? null, ...ends })
  else out.line(out.paint.green(`Disconnected the plug on ${source.name} from ${before.siblingPlug} on ${to.name}.`))
  return exitCodes.success
})

export default disconnect
