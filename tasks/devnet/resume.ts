import { z } from "zod"

import { DevnetUnchangedError, findDevnet } from "./findDevnet.js"
import { resumeRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"

export default actionOf(resumeRows, async (args, hre, { signal }) => {
  const { url, command, request } = await findDevnet(args, hre.config.plugs, signal)
  const stages = await request("devnet_resume", z.array(z.string()))
  if (stages.length === 0) {
    const next = `Nothing has to be done. To pause them: ${command("devnet pause")}.`
    throw new DevnetUnchangedError("The actors of the devnet are not paused.", { url, next })
  }
  return { document: { url, stages }, report: () => `The actors of the devnet on ${url} go on.` }
})
