import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { describeDevnet } from "../../src/plugin/run/devnet/describeDevnet.js"
import { followDevnet } from "../../src/plugin/run/devnet/followDevnet.js"
import { openDevnet } from "../../src/plugin/run/devnet/openDevnet.js"
import { type DevnetArguments, readDevnetArguments } from "../../src/plugin/arguments/readDevnetArguments.js"
import { tellDemo } from "../../src/demo/messaging/tellDemo.js"
import { listenForInterruption, untilAborted } from "../../src/plugin/run/listenForInterruption.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { reportDevnet } from "../../src/terminal/devnet/reportDevnet.js"

const devnet: NewTaskActionFunction<DevnetArguments> = runTask(async ({ demo, json, ...args }, hre, { out }) => {
  const config = hre.config.plugs.devnet
  const options = readDevnetArguments(args, config)
  using interruption = listenForInterruption()
  if (demo) return await tellDemo({ options, json, out, signal: interruption.signal })

  await using world = await openDevnet(options)
  const report = reportDevnet({
    out,
    json,
    facts: await describeDevnet(world, { config, ownKey: args.apiKey !== undefined }),
  })
  report.ready()
  const changes = followDevnet(world, { readErrorAbis: () => readErrorAbis(hre.artifacts), report })
  await untilAborted(interruption.signal)
  await world.stop()
  await changes.settled()
  report.stopped()
  return exitCodes.success
})

export default devnet
