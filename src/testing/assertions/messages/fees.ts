import { type Hex, numberToHex } from "viem"
import { getTransaction } from "viem/actions"

import { invalid } from "../../arguments.js"
import type { AmountBound } from "../Assertions.js"
import { type MatchResult, noResult } from "../Matcher.js"
import { nameChain, nameContract } from "../names.js"
import { checkMessages, checkSent, type SentInWorld } from "./sentMessages.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { feesOf } from "#src/messaging/onchain/events.js"
import { refundedIn } from "#src/onchain/refundedIn.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"

/** Finds out whether the messages of a transaction have cost an amount, or one within a bound. */
export async function checkPayFee(subject: unknown, amount: AmountBound): Promise<MatchResult> {
  const bound = checkBound(amount)
  return await checkMessages(subject, `messages to cost ${formatBound(bound)}`, ({ world, records, sent: { fee } }) => {
    const costs = records.map(({ outbound }) => {
      const to = nameContract(world, nameChain(world, outbound.dstChainSlug), outbound.dstPlug)
      return `  ${formatWei(feesOf([outbound]))} for the message to ${to}`
    })
    const cost = `${formatWei(fee)}:\n${costs.join("\n")}`
    return {
      holds: isWithin(fee, bound),
      problem: `Expected the messages to cost ${formatBound(bound)}, but they cost ${cost}`,
      problemIfNot: `Expected the messages not to cost ${formatBound(bound)}, but they cost ${cost}`,
    }
  })
}

/** Finds out how much of what was attached came back to the sender. Default: all that is above the fee and the function's own value. */
export async function checkRefund(subject: unknown, amount?: AmountBound): Promise<MatchResult> {
  const wanted = amount === undefined ? undefined : checkBound(amount)
  const expected = wanted === undefined ? "what was attached too much" : formatBound(wanted)
  return await checkSent(subject, `${expected} to be refunded`, async (inWorld) => {
    const { attached, value, fee, chain, receipt } = inWorld.sent
    const client = inWorld.world.devnet.chains[chain]?.publicClient
    const refund = client && (await refundedIn(client, receipt, attached))
    if (refund === undefined) return noResult(sharedBlock)
    const own = value === 0n ? "" : `, and ${formatWei(value)} were for the function's own use`
    const account = `${formatWei(attached)} were attached, the messages cost ${formatWei(fee)}${own}.`
    const tooMuch = attached - value - fee
    if (wanted === undefined && tooMuch <= 0n) return noResult(`Expected a refund, but nothing was left: ${account}`)
    const bound = wanted ?? tooMuch
    const facts = `${formatWei(refund)} came back: ${account}`
    return {
      holds: isWithin(refund, bound),
      problem: `Expected ${formatBound(bound)} to be refunded, but ${facts}`,
      problemIfNot: `Expected ${formatBound(bound)} not to be refunded, but ${facts}`,
    }
  })
}

const sharedBlock =
  "Expected a refund, but the sender has sent other transactions in the same block, so that its balance does not tell."

/** Tries the call on the state before the transaction: without the fee and one wei short it must revert, with it pass. */
export async function checkRefusedBelowFee(subject: unknown): Promise<MatchResult> {
  return await checkMessages(subject, "a call to be refused below its fee", async ({ world, sent }) => {
    const { functionName, chain, contract, value, fee } = sent
    const call = `${functionName} of ${nameContract(world, chain, contract)}`
    if (fee === 0n) return noResult(`Expected ${call} to be refused below its fee, but its messages cost nothing.`)
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
  return async (value) => {
    const call: { from: Hex; to: Hex; data: Hex; value: Hex } = { from, to, data, value: numberToHex(value) }
    try {
      await provider.request({ method: "eth_call", params: [call, block] })
      return undefined
    } catch (error) {
      const revert = decodeRevert(error, world.registry.abis())
      if (revert === undefined) throw error
      return revert
    }
  }
}

function checkBound(bound: AmountBound): AmountBound {
  const ends = typeof bound === "object" && (bound as unknown) !== null ? [bound.atLeast, bound.atMost] : [bound]
  const amounts = ends.filter((end) => end !== undefined)
  if (amounts.length > 0 && amounts.every((end) => typeof end === "bigint")) return bound
  throw invalid(
    "amount",
    "it is neither an amount nor a bound of one",
    "Give wei as a bigint such as 10n, or { atLeast: 1n, atMost: 10n } with one of both or both.",
  )
}

function isWithin(amount: bigint, bound: AmountBound): boolean {
  if (typeof bound === "bigint") return amount === bound
  const { atLeast = amount, atMost = amount } = bound
  return amount >= atLeast && amount <= atMost
}

/** Such as `5 wei`, or `at least 1 wei and at most 10 wei`. */
function formatBound(bound: AmountBound): string {
  if (typeof bound === "bigint") return formatWei(bound)
  const { atLeast, atMost } = bound
  const ends = [
    atLeast === undefined ? "" : `at least ${atLeast} wei`,
    atMost === undefined ? "" : `at most ${atMost} wei`,
  ]
  return ends.filter((end) => end !== "").join(" and ")
}

const formatWei = (wei: bigint): string => `${wei} wei`
