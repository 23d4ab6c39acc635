import { describeDevnet, describeMessage } from "../src/plugin/devnet/describeDevnet.js"
import { openDevnet } from "../src/plugin/devnet/openDevnet.js"
import { type DevnetArguments, readDevnetArguments } from "../src/plugin/devnet/readDevnetArguments.js"
import { tellDemo } from "../src/plugin/devnet/tellDemo.js"
import { listenForInterruption, untilAborted } from "../src/plugin/listenForInterruption.js"
import { exitCodes, runTask } from "../src/plugin/runTask.js"
import { devnetBanner } from "../src/terminal/devnetBanner.js"
import { toJson } from "../src/terminal/json.js"
import { messageLine } from "../src/terminal/messageLine.js"

export default runTask<DevnetArguments>(async (args, hre, { out }) => {
  const options = readDevnetArguments(args, hre.config.plugs.devnet)
  using interruption = listenForInterruption()
  const { signal } = interruption
  if (args.demo) {
    return await tellDemo({ options, json: args.json, out, signal })
  }
  const emit = (event: string, facts: object): void => {
    out.line(toJson({ event, ...facts }))
  }

  await using devnet = await openDevnet(options)
  const facts = await describeDevnet(devnet, { ownKey: args.apiKey !== undefined })
  const nameOf = new Map(facts.chains.map(({ slug, name }) => [slug, name]))
  const nameChain = (slug: number): string => nameOf.get(slug) ?? String(slug)
  if (args.json) emit("ready", facts)
  else out.line(`${devnetBanner(facts, out.paint)}\n`)

  devnet.onMessage((record) => {
    const { messageId, srcChainSlug, dstChainSlug } = record.outbound
    if (args.json) emit("message", describeMessage(record))
    else {
      const route = { from: nameChain(srcChainSlug), to: nameChain(dstChainSlug) }
      out.line(messageLine({ at: record.since, messageId, ...route, state: record.status, paint: out.paint }))
    }
  })
  await untilAborted(signal)
  await devnet.stop()
  if (args.json) emit("stopped", {})
  else out.line("\nThe devnet is stopped.")
  return exitCodes.success
})
