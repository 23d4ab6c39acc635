import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { describeDevnet } from "../src/plugin/devnet/describeDevnet.js"
import { followDevnet } from "../src/plugin/devnet/followDevnet.js"
import { openDevnet } from "../src/plugin/devnet/openDevnet.js"
import { type DevnetArguments, readDevnetArguments } from "../src/plugin/devnet/readDevnetArguments.js"
import { tellDemo } from "../src/plugin/devnet/tellDemo.js"
import { listenForInterruption, untilAborted } from "../src/plugin/task/listenForInterruption.js"
import { readErrorAbis } from "../src/plugin/task/readErrorAbis.js"
import { exitCodes, runTask } from "../src/plugin/task/runTask.js"
import { reportDevnet } from "../src/terminal/reportDevnet.js"

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
