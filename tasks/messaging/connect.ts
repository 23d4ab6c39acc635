import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"
import { getChainId } from "viem/actions"

import { requireSwitchboard } from "./call/requireSwitchboard.js"
import { confirmEnds } from "./connect/confirmEnds.js"
import { type Ends, findEnds, findSibling } from "./connect/findEnds.js"
import { sendConnection } from "./connect/sendConnection.js"
import { connectRows } from "./index.js"
import { callFields, type Replaced, replacedLine, switchboardLine } from "./output/connectCall.js"
import { safeFileLine } from "./output/wiring.js"
import { checkTrustOf } from "./wire/checkPlanTrust.js"
import type { ReadCall } from "#src/messaging/onchain/connection/readCall.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openSwitchboard } from "#src/plugin/connection/chains/openSwitchboard.js"
import { ownerOf } from "#src/plugin/contracts/findDoubt.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { showContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(connectRows, async (args, hre, io, given) => {
  const { err } = io.terminal
  const { allowSwitchboard: allowed = [] } = args
  const ends = await findEnds(hre, args)
  const { plug, source, to, chains, book } = ends
  const found = await findSibling(ends, args)
  const { address: sibling } = found

  await using opened = openChains(hre, { signal: io.signal })
  const chain = await opened.connect(source)
  const socket = await chain.socket()
  const there = await opened.find(to)
  const { plugs } = hre.config
  const choice = { chain: source, siblingSlug: to.slug, switchboard: args.switchboard, argument: "--switchboard" }
  const switchboard = await openSwitchboard(chain.connection, plugs, choice)
  const path = { switchboard, chain: source.name, siblingChain: to.name, chains }
  const { switchboardKind, confirm } = await requireSwitchboard(path, { plugs, allowed, io })
  const replaced = await readReplaced(ends, { sibling, chain, socket, there: there?.client })
  const change = { chainSlug: source.slug, plug, siblingChainSlug: to.slug, sibling, switchboard, switchboardKind }
  const here = { slug: source.slug, socket, publicClient: chain.client }
  const other = there && { slug: to.slug, socket: there.socket, publicClient: there.client }
  const reached = { [source.name]: here, [to.name]: other ?? { slug: to.slug } }
  await checkTrustOf([change], reached, plugs.trust, io.clock)
  let call: ReadCall | undefined
  const connection = {
    ...({ task: "messaging connect", sibling, switchboard } as const),
    siblingChainId: await readSiblingChainId(there, ends),
    replaces: replaced?.plug,
    onCall: (shown: ReadCall) => {
      call = shown
      err.line(switchboardLine({ switchboard, switchboardKind, chain: source.name }, err.columns))
      if (replaced !== null) err.line(replacedLine(replaced, ends))
    },
    confirm: async (account: Address) => {
      const isUnasked = args.yes || args.safe !== undefined
      const asked = { account, yes: isUnasked }
      if (isUnasked || !chain.isLocal) {
        const own = { contract: ends.contract, client: chain.client, argument: "plug", ...asked }
        await requireConfirmed(hre, own, io)
        await requireConfirmed(hre, { contract: found, client: there?.client, argument: "sibling", ...asked }, io)
      }
      await confirm()
      const own = { client: chain.client, socket, plug, slug: source.slug, wanted: { sibling, switchboard } }
      const other = there && { ...there, plug: sibling, fromBlock: there.firstBlock }
      await confirmEnds(own, other, { sibling, ends, yes: args.yes }, io)
    },
  }
  const { hash, safeFiles } = await sendConnection({ args, given, ends }, connection, { chain, config: hre.config, io })

  const siblingShown = showContract(sibling, to.slug, book)
  const plugShown = showContract(plug, source.slug, book)
  return {
    document: {
      ...{ txHash: hash ?? null, srcPlug: plug, from: source, to, dstPlug: sibling, replaced, switchboard },
      switchboardKind: switchboardKind ?? null,
      ...{ call: call === undefined ? null : callFields(call), safeFiles },
    },
    report: () => {
      if (safeFiles !== undefined) return safeFiles.map(safeFileLine)
      if (hash !== undefined) {
        return [
          paint.green(`Connected the plug on ${source.name} to ${siblingShown} on ${to.name}.`),
          `Messages arrive once the plug on ${to.name} is connected to ${plugShown} on ${source.name}, too.`,
        ]
      }
      return `The plug on ${source.name} is connected to ${siblingShown} on ${to.name} already. Nothing was sent.`
    },
  }
})

/**
 * Reads which sibling a plug has now.
 *
 * @param there a client of the sibling's chain, where it can be read
 * @returns `null` if it has none, or this one
 */
async function readReplaced(
  { plug, to, book }: Ends,
  { sibling, chain, socket, there }: { sibling: Address; chain: Chain; socket: Address; there: Client | undefined },
): Promise<Replaced | null> {
  const { siblingPlug } = await getPlugConfig(chain.client, { socket, plug, siblingChainSlug: to.slug })
  if (siblingPlug === zeroAddress || isAddressEqual(siblingPlug, sibling)) return null
  const owner = await ownerOf(there, siblingPlug).catch(() => undefined)
  return { plug: siblingPlug, name: book.nameOf(to.slug, siblingPlug) ?? null, owner: owner ?? null }
}

/** Reads the id of the sibling's chain, if the function that connects takes one; `undefined` too if that chain cannot be read. */
export async function readSiblingChainId(
  there: Pick<ReadableChain, "client"> | undefined,
  { way: { signature = "", abi = [], args = [] } }: Pick<Ends, "way">,
): Promise<number | undefined> {
  if (!/chain_?id/i.test([signature, JSON.stringify(abi), ...args].join(" "))) return undefined
  return there && (await getChainId(there.client).catch(() => undefined))
}
