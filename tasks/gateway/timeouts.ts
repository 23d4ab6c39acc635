import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { watchTimeouts } from "../../src/gateway/index.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { readTimeoutQuery, type TimeoutQueryArguments } from "../../src/plugin/arguments/readTimeoutQuery.js"
import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { openGateway } from "../../src/plugin/connection/openGateway.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { systemClock } from "../../src/primitives/clock.js"
import { toJson } from "../../src/terminal/core/json.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { timeoutsView } from "../../src/terminal/gateway/timeoutsView.js"
import { timeoutReport } from "../../src/terminal/gateway/timeoutReport.js"

type TimeoutsArguments = TimeoutQueryArguments & { wait: boolean; timeout: string | undefined; json: boolean }

const timeouts: NewTaskActionFunction<TimeoutsArguments> = runTask(async (args, hre, terminal) => {
  const query = readTimeoutQuery(args)
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const patience = readWaitOptions({ until: undefined, timeout: args.timeout }, String)
  const client = openGateway(hre.config.plugs)
  const abis = await readErrorAbis(hre.artifacts)
  const wording = { abis, now: () => systemClock.now() }
  using interruption = listenForInterruption()
  const { signal } = interruption

  if (!args.wait) {
    const found = await client.getTimeouts({ ...query, signal })
    const { out } = terminal
    out.line(args.json ? toJson({ ...query, timeouts: found }, { indent: 2 }) : timeoutReport(found, wording, out))
    return exitCodes.success
  }

  await refuseUnreachable(() => client.getTimeouts({ ...query, signal }))
  const watched = { ...query, abis, ...pollingOf(hre.config.plugs.gateway), ...patience }
  const watch = (onTrouble: (error: unknown) => void) => watchTimeouts(client, { ...watched, signal, onTrouble })
  await showSteps(watch, timeoutsView(wording), { terminal, json: args.json })
  return exitCodes.success
})

export default timeouts
