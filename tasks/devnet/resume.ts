import { z } from "zod"

import { DevnetUnchangedError, findDevnet } from "./findDevnet.js"
import { resumeRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { printDocument } from "#src/terminal/printJson.js"

export default actionOf(resumeRows, async (args, hre, { terminal: { out }, signal }) => {
  const { url, command, request } = await findDevnet(args, hre.config.plugs, signal)
  const stages = await request("devnet_resume", z.array(z.string()))
  if (stages.length === 0) {
    const next = `Nothing has to be done. To pause them: ${command("devnet pause")}.`
    throw new DevnetUnchangedError("The actors of the devnet are not paused.", { url, next })
  }
  if (args.json) printDocument(out, { url, stages })
  else out.line(`The actors of the devnet on ${url} go on.`)
  return exitCodes.success
})
