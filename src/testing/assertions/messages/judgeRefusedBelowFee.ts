import { type Hex, numberToHex } from "viem"
import { getTransaction } from "viem/actions"

import { decodeRevert } from "../../../messaging/onchain/decodeRevert.js"
import { readRevert } from "../../../onchain/reading/readRevert.js"
import type { DevnetChain } from "../../../devnet/Devnet.js"
import type { DecodedRevert } from "../../../primitives/reverts/decodeRevertData.js"
import { noVerdict, type Verdict } from "../Verdict.js"
import { formatWei } from "./amountBound.js"
import { nameContract } from "./describing/nameContracts.js"
import { judgeMessages, type SentInWorld } from "./subject/judgeMessages.js"

/**
 * Finds out whether a call requires exactly the fee of its messages: without it and with one wei less it reverts, and with it it passes.
 * Each is tried on the state from before the transaction.
 */
export async function judgeRefusedBelowFee(subject: unknown): Promise<Verdict> {
  return await judgeMessages(subject, "a call to be refused below its fee", async ({ world, sent }) => {
    const { functionName, chain, contract, value, fee } = sent
    const call = `${functionName} of ${nameContract(world, chain, contract)}`
    if (fee === 0n) return noVerdict(`Expected ${call} to be refused below its fee, but its messages cost nothing.`)
    const attempt = await createAttempt({ world, sent })
    const [without, less, exact] = await Promise.all([attempt(value), attempt(value + fee - 1n), attempt(value + fee)])
    const instead =
      without === undefined
        ? "it passes without it."
        : less === undefined
          ? "it passes with one wei less."
          : `with exactly that it reverts, too: ${exact?.reason ?? ""}.`
    return {
      holds: without !== undefined && less !== undefined && exact === undefined,
      problem: `Expected ${call} to be refused below its fee of ${formatWei(fee)}, but ${instead}`,
      problemIfNot: `Expected ${call} not to be refused below its fee of ${formatWei(fee)}, but with one wei less it reverts: ${less?.reason ?? ""}.`,
    }
  })
}

/** Makes a function that tries the call of a transaction with another value, and gives its revert; `undefined` if it passes. */
async function createAttempt({
  world,
  sent: { chain: chainName, hash, receipt, contract: to },
}: SentInWorld): Promise<(value: bigint) => Promise<DecodedRevert | undefined>> {
  const { publicClient, provider } = world.devnet.chains[chainName] as DevnetChain<boolean>
  const { input: data, from } = await getTransaction(publicClient, { hash })
  const block = numberToHex(receipt.blockNumber - 1n)
  const abis = world.registry.all().map(({ abi }) => abi)
  return async (value) => {
    const call: { from: Hex; to: Hex; data: Hex; value: Hex } = { from, to, data, value: numberToHex(value) }
    try {
      await provider.request({ method: "eth_call", params: [call, block] })
      return undefined
    } catch (error) {
      const revert = readRevert(error, []) && decodeRevert(error, abis)
      if (revert === undefined) throw error
      return revert
    }
  }
}
