import { encodeFunctionData, numberToHex } from "viem"

import { decodeRevert } from "../../../../messaging/onchain/decodeRevert.js"
import { readRevert } from "../../../../onchain/readRevert.js"
import type { DecodedRevert } from "../../../../primitives/reverts/decodeRevertData.js"
import { type FailedSend, failedSendOf } from "../../../failedSends.js"
import { findSourceIn } from "../describing/explainInWorld.js"
import { nameContract } from "../describing/nameContracts.js"

/** Says with what a call of `send` has reverted, and where in the source code; `undefined` if the error is about something else. */
export async function describeFailedSend(error: unknown): Promise<string | undefined> {
  const call = failedSendOf(error)
  if (call === undefined) return undefined
  const { world, chain, address, functionName } = call
  const revert = revertIn(error, call)
  if (revert === undefined) return undefined
  const name = nameContract(world, chain.name, address)
  const line = await findLine(call, revert)
  const meaning = revert.explanation === undefined ? "" : ` ${revert.explanation}`
  return `${functionName} of ${name} reverts${line === undefined ? "" : ` at ${line}`}: ${revert.reason}.${meaning}`
}

function revertIn(error: unknown, { world, abi }: FailedSend): ReturnType<typeof decodeRevert> {
  const { revert } = error as { readonly revert?: DecodedRevert }
  return decodeRevert(revert?.data ?? error, [abi, ...world.registry.all().map((contract) => contract.abi)])
}

/** More than any message costs here. */
const oneEther = 10n ** 18n

/** Without its fee a call reverts for that first, so that one with enough is tried, too. */
async function findLine(call: FailedSend, { data: revertData }: DecodedRevert): Promise<string | undefined> {
  const { world, chain, address, abi, functionName, args, value = 0n, attached } = call
  const from = call.account ?? chain.walletClient.account.address
  const data = encodeFunctionData({ abi, functionName, args })
  for (const attempt of attached === undefined ? [value, value + oneEther] : [attached]) {
    const transaction = { from, to: address, data, value: numberToHex(attempt) }
    const failed = await chain.provider.request({ method: "eth_call", params: [transaction, "latest"] }).then(
      () => undefined,
      (error: unknown) => readRevert(error, []),
    )
    if (failed?.data !== revertData) continue
    return await findSourceIn(world)({
      chain: { client: chain.publicClient, ...chain },
      from,
      to: address,
      data,
      value: attempt,
    })
  }
  return undefined
}
