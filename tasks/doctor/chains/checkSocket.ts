import { readContract } from "viem/actions"

import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import { isContractFailure } from "../../../src/onchain/callErrors.js"
import { readCodeSize } from "../../../src/onchain/reading/readCodeSize.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import { failed, type Finding, ok } from "../checks.js"
import type { DoctorChain } from "./DoctorChain.js"

/** Checks that a chain's socket is a contract, and that it is the socket of that chain. */
export async function checkSocket(chain: DoctorChain): Promise<Finding> {
  const socket = socketOf(chain)
  const correct = `Correct config.plugs.chains.${chain.name}.socket.`
  const { client } = await chain.open()
  if ((await readCodeSize(client, socket)) === 0) {
    return failed(`There is no contract at the socket's address ${socket}.`, correct)
  }
  try {
    const slug = await readContract(client, { abi: socketAbi, address: socket, functionName: "chainSlug" })
    if (slug === chain.slug) return ok(`The socket ${socket} has the slug ${slug}.`)
    return failed(
      `The socket ${socket} has the slug ${slug}, and the configuration says ${chain.slug}.`,
      `Correct config.plugs.chains.${chain.name}: its slug, its socket or its network.`,
    )
  } catch (error) {
    if (!isContractFailure(error)) throw error
    return failed(`The contract at ${socket} is no socket: it has no chainSlug.`, correct)
  }
}
