import { type Address, zeroAddress } from "viem"

import type { ReadCall } from "../../../src/messaging/onchain/connection/readCall.js"
import { connectPlug, type ConnectPlugReturnType } from "../../../src/messaging/onchain/connectPlug.js"
import { readGasLimits } from "../../../src/plugin/config/gasLimits.js"
import { sayWhenSubmitted } from "../../../src/plugin/run/InterruptedError.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import { commandLine } from "../../../src/primitives/commands/commandLine.js"
import { gasText } from "../../../src/terminal/gasText.js"
import type { PlugChain } from "../call/openPlugChain.js"
import { callLines } from "../output/connectCall.js"
import type { Ends, EndsArguments } from "./findEnds.js"

/** What the command says. */
type SendConnectionSubject = {
  readonly args: EndsArguments & { readonly sibling?: string; readonly yes?: boolean }
  readonly ends: Ends
}

/** The connection to make. */
export type ConnectionToSend = {
  /** `"none"` disconnects. */
  readonly sibling: Address | "none"
  readonly switchboard: Address
  /** The task that continues if Ctrl-C ends it. */
  readonly task: "messaging connect" | "messaging disconnect"
  /** Called with the call when it was shown. */
  readonly onCall?: (call: ReadCall) => void
  /** Asks what has to be asked once the gas was shown, and throws after a no. */
  readonly confirm?: () => Promise<void>
}

/** Connects or disconnects a plug as the chain's account, and shows the call and its gas before it is sent. */
export async function sendConnection(
  { args, ends: { plug, source, to, way } }: SendConnectionSubject,
  { sibling, switchboard, task, onCall, confirm }: ConnectionToSend,
  { chain, io }: { readonly chain: PlugChain; readonly io: TaskIo },
): Promise<ConnectPlugReturnType> {
  const { err } = io.terminal
  // It sends nothing if the plug is connected by then.
  const again = { ...args, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = commandLine(task, again, { positional: ["plug", "sibling"], without: ["json", "yes"] })
  const walletClient = await chain.openWallet()
  const errorAbis = await chain.readErrorAbis()
  return await sayWhenSubmitted(err, { facts: { chain: source.name }, goOn }, (onSubmitted) =>
    connectPlug(chain.publicClient, walletClient, {
      ...{ socket: chain.socket, plug, siblingChainSlug: to.slug, sibling, switchboard, ...way },
      ...{ errorAbis, signal: io.signal, onSubmitted, ...readGasLimits(args, source) },
      onCall: (call) => {
        const shown = { call, sibling: sibling === "none" ? zeroAddress : sibling, switchboard }
        for (const line of callLines(shown, err.columns)) err.line(line)
        onCall?.(call)
      },
      onGas: async (gas) => {
        err.line(err.paint.dim(`gas: ${gasText({ ...gas, native: chain.native })}`))
        await confirm?.()
      },
    }),
  )
}
