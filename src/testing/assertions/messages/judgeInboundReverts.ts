import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import { decodeRevert } from "../../../messaging/onchain/decodeRevert.js"
import type { DecodedRevert } from "../../../primitives/reverts/decodeRevertData.js"
import type { OpenWorld } from "../../OpenWorld.js"
import type { Verdict } from "../Verdict.js"
import { contractWith } from "./contractOf.js"
import { describeMessages } from "./describing/describeMessages.js"
import { nameChain } from "./describing/nameContracts.js"
import { formatArgs, matchArgs } from "./matchArgs.js"
import { judgeMessages } from "./subject/judgeMessages.js"

/** Delivers, and finds out whether the inbound of a message reverts, with whatever. */
export async function judgeInboundReverts(subject: unknown): Promise<Verdict> {
  return await judgeReverts(subject, "revert", () => true)
}

/** Delivers, and finds out whether the inbound of a message reverts with an error of a contract, and these arguments if any are given. */
export async function judgeInboundRevertsWith(
  subject: unknown,
  contract: unknown,
  errorName: string,
  args?: readonly unknown[],
): Promise<Verdict> {
  const { abi } = contractWith(contract, "error", errorName, ["Error", "Panic"])
  const wanted = `${errorName}${args === undefined ? "" : `(${formatArgs(args)})`}`
  return await judgeReverts(subject, `revert with ${wanted}`, (data) => {
    const revert = decodeRevert(data.data, [abi])
    return revert?.name === errorName && (args === undefined || matchArgs(revert.args, args))
  })
}

async function judgeReverts(
  subject: unknown,
  expected: string,
  isExpected: (revert: DecodedRevert) => boolean,
): Promise<Verdict> {
  return await judgeMessages(subject, `the inbound of a message to ${expected}`, ({ world, records }) => {
    const matching = records.filter((record) => {
      const revert = revertOf(world, record)
      return revert !== undefined && isExpected(revert)
    })
    const [inbound, no, one, none] =
      records.length === 1
        ? ["its inbound", "its inbound not", "it does", "it does not"]
        : ["an inbound", "no inbound", "one does", "none does"]
    return {
      holds: matching.length > 0,
      problem: async () =>
        `Expected ${inbound} to ${expected}, but ${none}:\n${await describeMessages(world, records)}`,
      problemIfNot: async () =>
        `Expected ${no} to ${expected}, but ${one}:\n${await describeMessages(world, matching)}`,
    }
  })
}

/** With what the inbound of a message has reverted last; `undefined` if it has not. */
export function revertOf(world: OpenWorld, { note, outbound }: MessageRecord): DecodedRevert | undefined {
  if (note === undefined || !("revertData" in note)) return undefined
  const plug = world.registry.find(nameChain(world, outbound.dstChainSlug), outbound.dstPlug)
  const abis = world.registry.all().map(({ abi }) => abi)
  return decodeRevert(note.revertData, plug === undefined ? abis : [plug.abi, ...abis])
}
