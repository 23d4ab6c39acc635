import type { Address } from "viem"

import type { PlugChain } from "../call/openPlugChain.js"
import { writeSafeFile } from "../call/writeSafeFiles.js"
import type { SafeFile } from "../output/wiring.js"
import type { Ends } from "./findEnds.js"
import { readOwner } from "#src/messaging/onchain/connection/readOwner.js"
import { type ConnectPlugParameters, prepareConnection } from "#src/messaging/onchain/connectPlug.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

type WriteConnectionOptions = {
  readonly ends: Ends
  readonly safe: string
  readonly chain: PlugChain
  /** Asks what has to be asked before. */
  readonly confirm: ((account: Address) => Promise<void>) | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Writes the call that connects a plug for the plug's owner, to a file for Safe.
 *
 * @returns `undefined` if the plug is connected already
 * @throws {InvalidInputError} the owner is not known, or not as a Safe, or the file cannot be written
 */
export async function writeConnection(
  connection: ConnectPlugParameters,
  { ends: { plug, source, to }, safe, chain, confirm, now: createdAt }: WriteConnectionOptions,
): Promise<readonly SafeFile[] | undefined> {
  const { publicClient } = chain
  const owner = await readOwner(publicClient, plug)
  if (owner === undefined) {
    throw new InvalidInputError({
      argument: "--safe",
      problem: `the plug ${plug} does not say who owns it, so it is not known which Safe would send this`,
      fix: "Call the plug from its Safe with the data of the call.",
    })
  }
  const prepared = await prepareConnection(publicClient, owner, connection)
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
