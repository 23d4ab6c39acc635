import { readContract } from "viem/actions"

import { isContractFailure } from "../../../onchain/callErrors.js"
import { readRevert } from "../../../onchain/reading/readRevert.js"
import { executionManagerAbi, protocolErrorsAbi, socketAbi } from "../../onchain/abi.js"
import type { MessageCause } from "../types.js"
import { certainly, evidenceOf, type ExecutionCase } from "./ExecutionCase.js"

/** Asks the execution manager whether it takes the message's parameters with the value that the message carries. */
export async function findRefusal(subject: ExecutionCase): Promise<readonly MessageCause[]> {
  const { arrival, call, journey } = subject
  const { chain, head } = arrival
  const blockNumber = head.number
  const manager = await readContract(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    functionName: "executionManager__",
    blockNumber,
  })
  try {
    await readContract(chain.client, {
      abi: executionManagerAbi,
      address: manager,
      functionName: "verifyParams",
      args: [journey.message.executionParams, call.value],
      blockNumber,
    })
    return []
  } catch (error) {
    if (!isContractFailure(error)) throw error
    const reason = readRevert(error, [protocolErrorsAbi])?.reason ?? "it is no execution manager"
    return [
      certainly(subject, {
        name: "execution-refused",
        says: `The execution manager ${manager} on ${chain.name} refuses the message's execution parameters: ${reason}.`,
        evidence: [evidenceOf(arrival, `verifyParams of ${manager} fails: ${reason}.`, "simulation")],
        mend: { who: `the owner of the socket ${chain.socket} on ${chain.name}`, command: null },
      }),
    ]
  }
}
