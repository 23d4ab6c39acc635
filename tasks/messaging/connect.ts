import type { Address } from "viem"

import { openPlugChain } from "./call/openPlugChain.js"
import { readAllowedSwitchboards, requireSwitchboard } from "./call/requireSwitchboard.js"
import { confirmSibling } from "./connect/confirmSibling.js"
import { type EndsArguments, findEnds, findSibling } from "./connect/findEnds.js"
import { readReplaced } from "./connect/readReplaced.js"
import { readSiblingChainId } from "./connect/readSiblingChainId.js"
import { sendConnection } from "./connect/sendConnection.js"
import { callFields, replacedLine, switchboardLine } from "./output/connectCall.js"
import { safeFileLine } from "./output/wiring.js"
import { checkTrustOf } from "./wire/checkPlanTrust.js"
import type { ReadCall } from "#src/messaging/onchain/connection/readCall.js"
import { openMessageChains } from "#src/plugin/connection/chains/openMessageChains.js"
import { openSwitchboard } from "#src/plugin/connection/chains/openSwitchboard.js"
import { requireConfirmed } from "#src/plugin/run/requireConfirmed.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { showContract } from "#src/terminal/contractNames.js"
import { printDocument } from "#src/terminal/printJson.js"

type ConnectArguments = EndsArguments & {
  sibling: string
  switchboard: string | undefined
  allowSwitchboard: string | undefined
}

const connect: BoundTask<ConnectArguments> = runTask(async (args, hre, io) => {
  const { out, err } = io.terminal
  const allowed = readAllowedSwitchboards(args.allowSwitchboard)
  const ends = await findEnds(hre, args)
  const { plug, source, to, chains, book } = ends
  const found = await findSibling(ends, args)
  const { address: sibling } = found

  await using chain = await openPlugChain(hre, source, io.signal)
  await using others = openMessageChains(hre)
  const there = await others.find(to.slug)
  const { plugs } = hre.config
  const choice = { chain: source, siblingSlug: to.slug, switchboard: args.switchboard, argument: "--switchboard" }
  const switchboard = await openSwitchboard(chain.connection, plugs, choice)
  const path = { switchboard, chain: source.name, siblingChain: to.name, chains }
  const { switchboardKind, confirm } = await requireSwitchboard(path, { plugs, allowed, io })
  const replaced = await readReplaced(ends, { sibling, chain, there: there?.client })
  const change = { chainSlug: source.slug, plug, siblingChainSlug: to.slug, sibling, switchboard, switchboardKind }
  const here = { slug: source.slug, socket: chain.socket, publicClient: chain.publicClient }
  const other = there && { slug: to.slug, socket: there.socket, publicClient: there.client }
  const reached = { [source.name]: here, [to.name]: other ?? { slug: to.slug } }
  await checkTrustOf([change], reached, plugs.trust, io.clock)
  let call: ReadCall | undefined
  const connection = {
    ...({ task: "messaging connect", sibling, switchboard } as const),
    siblingChainId: await readSiblingChainId(hre, ends),
    replaces: replaced?.plug,
    onCall: (shown: ReadCall) => {
      call = shown
      err.line(switchboardLine({ switchboard, switchboardKind, chain: source.name }, err))
      if (replaced !== null) err.line(replacedLine(replaced, ends))
    },
    confirm: async (account: Address) => {
      const isUnasked = args.yes || args.safe !== undefined
      const asked = { account, yes: isUnasked }
      if (isUnasked || !chain.isLocal) {
        const own = { contract: ends.contract, client: chain.publicClient, argument: "plug", ...asked }
        await requireConfirmed(hre, own, io)
        await requireConfirmed(hre, { contract: found, client: there?.client, argument: "sibling", ...asked }, io)
      }
      await confirm()
      await confirmSibling(hre, { sibling, to, yes: args.yes }, io)
    },
  }
  const { hash, safeFiles } = await sendConnection({ args, ends }, connection, { chain, io })

  const siblingShown = showContract(sibling, to.slug, book)
  if (args.json) {
    const chosen = { switchboard, switchboardKind: switchboardKind ?? null }
    const shownCall = call === undefined ? null : callFields(call)
    printDocument(out, {
      txHash: hash ?? null,
      srcPlug: plug,
      from: source,
      to,
      dstPlug: sibling,
      replaced,
      ...chosen,
      call: shownCall,
      safeFiles,
    })
  } else if (safeFiles !== undefined) {
    for (const file of safeFiles) out.line(safeFileLine(file))
  } else if (hash === undefined) {
    out.line(`The plug on ${source.name} is connected to ${siblingShown} on ${to.name} already. Nothing was sent.`)
  } else {
    const plugShown = showContract(plug, source.slug, book)
    out.line(out.paint.green(`Connected the plug on ${source.name} to ${siblingShown} on ${to.name}.`))
    out.line(`Messages arrive once the plug on ${to.name} is connected to ${plugShown} on ${source.name}, too.`)
  }
  return exitCodes.success
})

export default connect
