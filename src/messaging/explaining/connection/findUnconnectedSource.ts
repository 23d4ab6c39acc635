import { type Address, type Transaction, type TransactionReceipt, zeroAddress } from "viem"

import { getBlockNumber, getContractEvents, readContract } from "viem/actions"
import { decodeFunctionData, isAddressEqual } from "viem/utils"

import type { Evidence, Mend } from "../../../explaining/Explanation.js"
import { searchLogs } from "../../../onchain/logs/searchLogs.js"
import type { TracedCall } from "../../../onchain/simulation/traceTransaction.js"
import type { DecodedRevert } from "../../../primitives/reverts/decodeRevertData.js"
import { socketAbi } from "../../onchain/abi.js"
import { readSiblingSwitchboards } from "../../onchain/connection/readSiblingSwitchboards.js"
import { getPlugConfig } from "../../onchain/getPlugConfig.js"
import type { ReadableChain } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import type { TransactionCase } from "../transaction/types.js"
import type { MessageCause } from "../types.js"
import { mendConnection } from "./mendConnection.js"

/** A transaction that reverted, and what is known of why. */
export type RevertedTransaction = Pick<TransactionCase, "src" | "chainOf" | "otherSlugs"> & {
  readonly receipt: TransactionReceipt
  readonly transaction: Transaction
  /** `undefined` where the node does not trace. */
  readonly calls: readonly TracedCall[] | undefined
  readonly revert: DecodedRevert | undefined
}

/** A plug that tried to send to a chain. */
type Attempt = { readonly plug: Address; readonly slug: number }

/**
 * Finds out whether a transaction reverted because the plug is not connected to the chain that it sends to.
 *
 * @returns `undefined` if that is not why
 */
export async function findUnconnectedSource(reverted: RevertedTransaction): Promise<MessageCause | undefined> {
  const { src, chainOf, receipt, revert } = reverted
  for (const { plug, slug } of findAttempts(reverted)) {
    const [siblingThen] = await readContract(src.client, {
      abi: socketAbi,
      address: src.socket,
      functionName: "getPlugConfig",
      args: [plug, slug],
      blockNumber: receipt.blockNumber,
    })
    if (!isAddressEqual(siblingThen, zeroAddress)) continue
    const [now, dst] = await Promise.all([
      getPlugConfig(src.client, { socket: src.socket, plug, siblingChainSlug: slug }),
      chainOf(slug),
    ])
    const isConnectedNow = !isAddressEqual(now.siblingPlug, zeroAddress)
    const other = dst?.name ?? `chain ${slug}`
    const why = revert === undefined ? "" : ` (${revert.reason})`
    const evidence: Evidence[] = [
      {
        source: blockSource(src, receipt.blockNumber),
        says: `getPlugConfig(${plug}, ${slug}) of the socket ${src.socket} named no sibling, and the transaction reverted${why}.`,
      },
    ]
    return {
      name: "not-connected-on-source",
      certainty: "certain",
      says: isConnectedNow
        ? `The transaction reverted because the plug ${plug} on ${src.name} was connected to nobody on ${other}. It is connected now, so send again.`
        : `The transaction reverted because the plug ${plug} on ${src.name} is connected to nobody on ${other}. Connect it, then send again.`,
      evidence,
      mend: isConnectedNow ? { who: "you, by sending again", command: null } : await mend(src, { plug, dst }),
      about: null,
    }
  }
  return undefined
}

/** Finds which plug tried to send, and where: in the calls of the socket that reverted, else in what the plug reverted with. */
function findAttempts({ src, otherSlugs, transaction, calls = [], revert }: RevertedTransaction): readonly Attempt[] {
  const asked = calls.flatMap(({ frame, revertedIn }) =>
    frame === revertedIn && frame.to !== undefined && isAddressEqual(frame.to, src.socket) ? readAttempt(frame) : [],
  )
  if (asked.length > 0 || revert === undefined) return asked
  const raised = calls.filter(({ frame }) => frame.error !== undefined && frame.output === revert.data).at(-1)
  const plug = raised?.frame.to ?? transaction.to
  if (plug === null) return []
  const [slug] = revert.args
  // Of Plug.sol, which asks the socket for nothing then.
  if (revert.name === "NotConnected" && typeof slug === "number") return [{ plug, slug }]
  const slugs = revert.name === "PlugDisconnected" ? otherSlugs.filter((other) => other !== src.slug) : []
  return slugs.map((other) => ({ plug, slug: other }))
}

function readAttempt({ from, input }: TracedCall["frame"]): readonly Attempt[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: input })
    if (functionName === "outbound") return [{ plug: from, slug: args[0] }]
    return functionName === "getMinFees" ? [{ plug: args[5], slug: args[4] }] : []
  } catch {
    return []
  }
}

/** The command names the plug that names this one, if there is one. */
async function mend(
  src: ReadableChain,
  { plug, dst }: { plug: Address; dst: ReadableChain | undefined },
): Promise<Mend> {
  const sibling = dst === undefined ? undefined : await findSibling(dst, { plug, srcSlug: src.slug })
  if (dst === undefined || sibling === undefined) {
    return { who: `whoever may connect the plug on ${src.name}, with the plug that it sends to`, command: null }
  }
  const [switchboard] = await readSiblingSwitchboards(dst.client, {
    socket: dst.socket,
    siblingChainSlug: src.slug,
    switchboards: [sibling.inboundSwitchboard],
    fromBlock: dst.firstBlock,
  })
  return await mendConnection({
    chain: src,
    plug,
    other: dst,
    sibling: sibling.plug,
    switchboard: switchboard?.isRead === true ? (switchboard.sibling ?? null) : null,
  })
}

async function findSibling(
  { client, socket, firstBlock = 0n }: ReadableChain,
  { plug, srcSlug }: { plug: Address; srcSlug: number },
): Promise<{ readonly plug: Address; readonly inboundSwitchboard: Address } | undefined> {
  const { found } = await searchLogs({
    fromBlock: firstBlock,
    toBlock: await getBlockNumber(client, { cacheTime: 0 }),
    read: async (range) => {
      const filter = { abi: socketAbi, address: socket, eventName: "PlugConnected", strict: true, ...range } as const
      const logs = await getContractEvents(client, filter)
      return logs.filter(({ args }) => args.siblingChainSlug === srcSlug && isAddressEqual(args.siblingPlug, plug))
    },
    isEnough: (logs) => logs.length > 0,
    mostRequests: 4,
  })
  return found.at(-1)?.args
}
