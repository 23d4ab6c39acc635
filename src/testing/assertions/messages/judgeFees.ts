import { getBalance } from "viem/actions"

import { feesOf } from "../../../messaging/onchain/fees/feesOf.js"
import { noVerdict, type Verdict } from "../Verdict.js"
import { checkBound, formatBound, formatWei, isWithin } from "./amountBound.js"
import { nameChain, nameContract } from "./describing/nameContracts.js"
import type { AmountBound } from "./MessageAssertions.js"
import { judgeMessages, judgeSent, type SentInWorld } from "./subject/judgeMessages.js"

/** Finds out whether the messages of a transaction have cost an amount, or one within a bound. */
export async function judgePayFee(subject: unknown, amount: AmountBound): Promise<Verdict> {
  const bound = checkBound(amount)
  return await judgeMessages(subject, `messages to cost ${formatBound(bound)}`, ({ world, records, sent: { fee } }) => {
    const each = records.map(({ outbound }) => {
      const to = nameContract(world, nameChain(world, outbound.dstChainSlug), outbound.dstPlug)
      return `  ${formatWei(feesOf([outbound]))} for the message to ${to}`
    })
    const cost = `${formatWei(fee)}:\n${each.join("\n")}`
    return {
      holds: isWithin(fee, bound),
      problem: `Expected the messages to cost ${formatBound(bound)}, but they cost ${cost}`,
      problemIfNot: `Expected the messages not to cost ${formatBound(bound)}, but they cost ${cost}`,
    }
  })
}

/** Finds out how much of what was attached came back to the sender. Default: all that is above the fee and the function's own value. */
export async function judgeRefund(subject: unknown, amount?: AmountBound): Promise<Verdict> {
  const given = amount === undefined ? undefined : checkBound(amount)
  const expected = given === undefined ? "what was attached too much" : formatBound(given)
  return await judgeSent(subject, `${expected} to be refunded`, async (inWorld) => {
    const refund = await readRefund(inWorld)
    if (refund === undefined) return noVerdict(sharedBlock)
    const { attached, value, fee } = inWorld.sent
    const own = value === 0n ? "" : `, and ${formatWei(value)} were for the function's own use`
    const account = `${formatWei(attached)} were attached, the messages cost ${formatWei(fee)}${own}.`
    const tooMuch = attached - value - fee
    if (given === undefined && tooMuch <= 0n) return noVerdict(`Expected a refund, but nothing was left: ${account}`)
    const bound = given ?? tooMuch
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

/** What came back to the sender: the attached value without what its balance has lost, gas aside. */
async function readRefund({ world, sent: { chain, receipt, attached } }: SentInWorld): Promise<bigint | undefined> {
  const { publicClient: client } = world.devnet.chains[chain] ?? {}
  if (client === undefined) return undefined
  const { blockNumber, from: address, gasUsed, effectiveGasPrice } = receipt
  const [block, before, after] = await Promise.all([
    client.getBlock({ blockNumber, includeTransactions: true }),
    getBalance(client, { address, blockNumber: blockNumber - 1n }),
    getBalance(client, { address, blockNumber }),
  ])
  if (block.transactions.filter(({ from }) => from.toLowerCase() === address.toLowerCase()).length > 1) return undefined
  return attached - (before - after - gasUsed * effectiveGasPrice)
}
