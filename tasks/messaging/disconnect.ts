import { isAddressEqual, zeroAddress } from "viem"

import { findEnds } from "./connect/findEnds.js"
import { sendConnection } from "./connect/sendConnection.js"
import { disconnectRows } from "./index.js"
import { safeFileLine } from "./output/wiring.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { paint } from "#src/terminal/paint.js"
import { printDocument } from "#src/terminal/printJson.js"

export default actionOf(disconnectRows, async (args, hre, io, given) => {
  const { out } = io.terminal
  const ends = await findEnds(hre, args)
  const { plug, source, to } = ends
  await using chains = openChains(hre, { signal: io.signal })
  const chain = await chains.connect(source)
  const before = await getPlugConfig(chain.client, { socket: await chain.socket(), plug, siblingChainSlug: to.slug })
  const shown = { srcPlug: plug, from: source, to, dstPlug: before.siblingPlug }
  if (isAddressEqual(before.siblingPlug, zeroAddress)) {
    if (args.json) printDocument(out, { txHash: null, ...shown })
    else out.line(`The plug on ${source.name} is not connected to ${to.name}. Nothing was sent.`)
    return exitCodes.success
  }
  // The switchboard stays: without a sibling it decides nothing.
  const none = { task: "messaging disconnect", sibling: "none", switchboard: before.outboundSwitchboard } as const
  const connection = { ...none, replaces: before.siblingPlug }
  const { hash, safeFiles } = await sendConnection({ args, given, ends }, connection, { chain, config: hre.config, io })
  if (args.json) printDocument(out, { txHash: hash ?? null, ...shown, safeFiles })
  else if (safeFiles !== undefined) out.show(safeFiles.map(safeFileLine))
  else out.line(paint.green(`Disconnected the plug on ${source.name} from ${before.siblingPlug} on ${to.name}.`))
  return exitCodes.success
})
