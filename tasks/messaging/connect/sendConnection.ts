import type { HardhatConfig } from "hardhat/types/config"
import { type Address, zeroAddress } from "viem"

import { writeSafeFile } from "../call/writeSafeFiles.js"
import type { disconnectRows } from "../index.js"
import { callLines, connectionPlan } from "../output/connectCall.js"
import type { SafeFile } from "../output/wiring.js"
import type { Ends, EndsArguments } from "./findEnds.js"
import { AbortedError } from "#src/http/errors.js"
import { NotOnlyAConnectionError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import type { ReadCall } from "#src/messaging/onchain/connection/readCall.js"
import { readOwner } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import {
  connectPlug,
  type ConnectPlugParameters,
  type ConnectPlugReturnType,
  prepareConnection,
} from "#src/messaging/onchain/connectPlug.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { openCommandOutbox } from "#src/plugin/records/openCommandOutbox.js"
import { sayWhenSubmitted } from "#src/plugin/run/InterruptedError.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { askYes, requireConsent } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"

/** What the command says. */
type SendConnectionSubject = {
  readonly args: EndsArguments
  /** The same as it was written, for the command that continues. */
  readonly given: Given<typeof disconnectRows> & { readonly sibling?: string }
  readonly ends: Ends
}

/** The connection to make. */
export type ConnectionToSend = {
  /** `"none"` disconnects. */
  readonly sibling: Address | "none"
  readonly switchboard: Address
  readonly siblingChainId?: number | undefined
  /** The sibling that was shown as the one whose place it takes. Default: none. */
  readonly replaces?: Address | undefined
  /** The task that continues if Ctrl-C ends it. */
  readonly task: "messaging connect" | "messaging disconnect"
  /** Called with the call when it was shown. */
  readonly onCall?: (call: ReadCall) => void
  /** Asks what has to be asked once the gas was shown, and throws after a no. `account` is who sends it. */
  readonly confirm?: (account: Address) => Promise<void>
}

/**
 * Connects or disconnects a plug as the chain's account, and shows the call and its gas before it is sent; where money is real, it asks. With
 * `--safe` the call is written for the plug's owner instead.
 */
export async function sendConnection(
  { args, given, ends }: SendConnectionSubject,
  { sibling, switchboard, siblingChainId, replaces = zeroAddress, task, onCall, confirm }: ConnectionToSend,
  { chain, config, io }: { readonly chain: Chain; readonly config: HardhatConfig; readonly io: TaskIo },
): Promise<ConnectPlugReturnType & { readonly safeFiles?: readonly SafeFile[] | undefined }> {
  const { err } = io.terminal
  const { plug, source, to, way } = ends
  const { yes, safe } = args
  const socket = await chain.socket()
  const shownSibling = sibling === "none" ? zeroAddress : sibling
  const connection: ConnectPlugParameters = {
    ...{ socket, plug, siblingChainSlug: to.slug, sibling, switchboard, siblingChainId, ...way },
    ...{ errorAbis: await chain.errorAbis(), signal: io.signal, ...readGasLimits(args, source) },
    confirmations: args.confirmations,
    onCall: (call) => {
      if (!chain.isLocal && safe === undefined) requireConsent(yes, io.input)
      for (const line of callLines({ call, sibling: shownSibling, switchboard }, err.columns)) err.line(line)
      onCall?.(call)
    },
  }
  if (safe !== undefined) {
    const written = await writeConnection(connection, {
      ends,
      safe,
      account: args.account,
      chain,
      confirm,
      now: io.clock.now(),
    })
    return { hash: undefined, safeFiles: written }
  }
  // It sends nothing if the plug is connected by then.
  const again = { ...given, from: source.name, function: args.function === "connect" ? undefined : args.function }
  const goOn = goOnLine(task, again, ["plug", "sibling"])
  const walletClient = await chain.wallet(args.account)
  const account = walletClient.account.address
  const sender = { ...chain, account: walletClient.account, command: ["connect", plug, to.slug] }
  await using outbox = await openCommandOutbox(sender, config, io)
  const before = await outbox.settle()
  const sent = await sayWhenSubmitted(err, { facts: { chain: source.name }, goOn }, (onSubmitted) =>
    connectPlug(chain.client, walletClient, {
      ...connection,
      outbox,
      onSubmitted,
      onGas: async (gas) => {
        const cost = { ...gas, native: await chain.native() }
        if (chain.isLocal) err.line(paint.dim(`gas: ${gasText(cost)}`))
        else err.show(connectionPlan({ ends, sibling: shownSibling, account, cost }))
        await confirm?.(account)
        if (!chain.isLocal && !yes && !(await askYes("Send it?", io))) throw new AbortedError()
        const { siblingPlug: now } = await getPlugConfig(chain.client, { ...connection, socket })
        const effect = `it takes the place of ${now}, which was not shown`
        if (now !== replaces && now !== shownSibling)
          throw new NotOnlyAConnectionError({ plug, functionName: args.function, effect })
      },
    }),
  )
  await outbox.forget()
  return { hash: sent.hash ?? before?.hash }
}

type WriteConnectionOptions = {
  readonly ends: Ends
  readonly safe: string
  /** Default: the plug's owner. */
  readonly account?: Address | undefined
  readonly chain: Chain
  /** Asks what has to be asked before. */
  readonly confirm: ((account: Address) => Promise<void>) | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Writes the call that connects a plug to a file for a Safe: the account that is named, or else the plug's owner.
 *
 * @returns `undefined` if the plug is connected already
 * @throws {InvalidInputError} the owner is not known, or not as a Safe, or the file cannot be written
 */
export async function writeConnection(
  connection: ConnectPlugParameters,
  { ends: { plug, source, to }, safe, account, chain, confirm, now: createdAt }: WriteConnectionOptions,
): Promise<readonly SafeFile[] | undefined> {
  const { client } = chain
  const owner = account ?? (await readOwner(client, plug))
  if (owner === undefined) {
    throw new InvalidInputError({
      argument: "--safe",
      problem: `the plug ${plug} does not say who owns it, so it is not known which Safe would send this`,
      fix: "Add --account with the Safe's address.",
    })
  }
  const prepared = await prepareConnection(client, owner, connection)
  if (prepared === undefined) return undefined
  const begun = await chain.fileFor(owner)
  connection.onCall?.(prepared.shown)
  await confirm?.(owner)
  const description = `${prepared.call.functionName} of ${plug}: ${connection.sibling} on ${to.name} by switchboard ${connection.switchboard}`
  const batch = {
    ...begun,
    createdAt,
    name: `Connection of ${source.name}`,
    description,
  }
  return [await writeSafeFile(safe, { ...batch, transactions: [{ to: plug, value: 0n, data: prepared.data }] })]
}
