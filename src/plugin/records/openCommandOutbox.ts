import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Client } from "viem"

import { recordsKeyOf } from "./recordsKeyOf.js"
import { openOutbox, type Outbox } from "#src/onchain/outbox.js"
import { submit } from "#src/onchain/submission/sendSubmission.js"
import type { Clock } from "#src/primitives/clock.js"
import { paint } from "#src/terminal/paint.js"
import type { Terminal } from "#src/terminal/terminal.js"

export type OpenCommandOutboxParameters = {
  readonly connection: Pick<NetworkConnection<string>, "networkConfig">
  readonly client: Client
  readonly chainId: number
  /** Finds the folder of a kind of records of the chain. */
  readonly folderOf: (kind: string) => Promise<string>
  readonly account: Account
  /** What makes the command the same as another one on this chain. */
  readonly command: readonly unknown[]
}

/**
 * Opens what a command sends on the chain of a connection, in `.plugs/outbox` of the project. What an earlier run of the command has sent is said on
 * standard error, and how it ended. A chain in this process ends with it, and nothing is written down of it.
 *
 * @throws {ChainNotIdentifiedError} it is unknown which chain it is
 * @throws {JournalUnusableError} `AccountBusyError` `AbortedError`
 */
export async function openCommandOutbox(
  { connection, client, chainId, folderOf, account, command }: OpenCommandOutboxParameters,
  config: Pick<HardhatConfig, "plugs" | "paths">,
  {
    signal,
    clock,
    terminal: { err },
  }: { readonly signal: AbortSignal; readonly clock: Clock; readonly terminal: Pick<Terminal, "err"> },
): Promise<Outbox> {
  if (connection.networkConfig.type !== "http") {
    const nothing = () => Promise.resolve(undefined)
    return { settle: nothing, send: submit, forget: nothing, [Symbol.asyncDispose]: nothing }
  }
  const folder = await folderOf("outbox")
  const outbox = await openOutbox({
    ...{ folder, chainId, account, publicClient: client, command, key: recordsKeyOf(config), signal, clock },
  })
  return {
    ...outbox,
    async settle() {
      const found = await outbox.settle({
        signal,
        onFound: (hash) => {
          err.line(
            paint.magenta(`An earlier run of this command sent ${hash}. Nothing is sent again before it is mined.`),
          )
        },
      })
      if (found?.receipt.status !== "reverted") return found
      err.line(paint.magenta("It was mined and reverted."))
      await outbox.forget()
      return undefined
    },
  }
}
