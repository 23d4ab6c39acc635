import { readCodeSize } from "../../../src/onchain/reading/readCodeSize.js"
import { readSocketOf } from "../../../src/messaging/onchain/readSocketOf.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import { failed, type Finding, ok } from "../checks.js"
import type { DoctorPlug } from "./DoctorPlug.js"

/** Checks that a plug is a contract, and that it uses the socket of its chain. */
export async function checkPlug({ label, chain, address }: DoctorPlug): Promise<Finding> {
  const { client } = await chain.open()
  if ((await readCodeSize(client, address)) === 0) {
    return failed(
      `There is no contract at ${address} on ${chain.name}.`,
      chain.isDevnet
        ? `Deploy ${label} again: a devnet forgets its contracts when it stops.`
        : "Check the address and the chain, or deploy it there.",
    )
  }
  const socket = socketOf(chain)
  try {
    await readSocketOf(client, address, socket)
    return ok(`${address} uses the socket of ${chain.name}.`)
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "WRONG_SOCKET") throw error
    return failed(
      `${address} uses the socket ${error.facts["the plug's socket"] ?? "of another system"}, and not ${socket} of ${chain.name}.`,
      `Deploy it with the socket ${socket}, or correct config.plugs.chains.${chain.name}.socket.`,
    )
  }
}
