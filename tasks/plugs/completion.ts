import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { collectCompletions } from "./completion/collectCompletions.js"
import { completionScript } from "./completion/completionScript.js"
import { readShell } from "./completion/shells.js"

const completion: BoundTask<{ shell: string }> = runTask(async (args, hre, { terminal: { out } }) => {
  const shell = readShell(args.shell)
  out.line(completionScript(shell, await collectCompletions(hre)))
  return exitCodes.success
})

export default completion
