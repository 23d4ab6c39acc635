import { isAddressEqual, zeroAddress } from "viem"

import { findEnds } from "./connect/findEnds.js"
import { sendConnection } from "./connect/sendConnection.js"
import { disconnectRows } from "./index.js"
import { safeFileLine } from "./output/wiring.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(disconnectRows, async (args, hre, io, given) => {
  const ends = await findEnds(hre, args)
  const { plug, source, to } = ends
  await using chains = openChains(hre, { signal: io.signal })
  const chain = await chains.connect(source)
  const before = await getPlugConfig(chain.client, { socket: await chain.socket(), plug, siblingChainSlug: to.slug })
  const shown = { srcPlug: plug, from: source, to, dstPlug: before.siblingPlug }
  if (isAddressEqual(before.siblingPlug, zeroAddress)) {
    const says = `The plug on ${source.name} is not connected to ${to.name}. Nothing was sent.`
    return { document: { txHash: null, ...shown }, report: () => says }
  }
  // The switchboard stays: without a sibling it decides nothing.
  const none = { task: "messaging disconnect", sibling: "none", switchboard: before.outboundSwitchboard } as const
  const connection = { ...none, replaces: before.siblingPlug }
  const { hash, safeFiles } = await sendConnection({ args, given, ends }, connection, { chain, config: hre.config, io })
  const done = paint.green(`Disconnected the plug on ${source.name} from ${before.siblingPlug} on ${to.name}.`)
  return {
    document: { txHash: hash ?? null, ...shown, safeFiles },
    report: () => safeFiles?.map(safeFileLine) ?? done,
  }
})
