import { z } from "zod"

import { DevnetUnchangedError, findDevnet } from "./findDevnet.js"
import { pauseRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"

export default actionOf(pauseRows, async (args, hre, { signal }) => {
  const { url, command, request } = await findDevnet(args, hre.config.plugs, signal)
  const stages = await request("devnet_pause", z.array(z.string()))
  const next = `Do one step: ${command("devnet step")}. Let them go on: ${command("devnet resume")}.`
  if (stages.length === 0) throw new DevnetUnchangedError("The actors of the devnet are paused already.", { url, next })
  return {
    document: { url, stages },
    report: () => [`The actors of the devnet on ${url} are paused. Its chains go on.`, next],
  }
})
