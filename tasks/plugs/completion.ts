import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { didYouMean } from "../../src/primitives/commands/nearest.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../src/primitives/text.js"
import { collectCompletions } from "./completion/collectCompletions.js"
import { type Shell, shells } from "./completion/shells.js"

/** Prints the script that completes command lines in a shell. The words are in it, so that a TAB starts no process. */
const completion: BoundTask<{ shell: string }> = runTask(async (args, hre, { terminal: { out } }) => {
  const writeScript = shells[readShell(args.shell)]
  out.line(writeScript(await collectCompletions(hre)))
  return exitCodes.success
})

export default completion

/** @throws {InvalidInputError} completion is not written for this shell */
function readShell(text: string): Shell {
  const known = Object.keys(shells) as Shell[]
  const shell = known.find((name) => name === text.trim().toLowerCase())
  if (shell !== undefined) return shell
  throw new InvalidInputError({
    argument: "shell",
    problem: `${inQuotes(text)} is not a shell that completion is written for`,
    fix: `${didYouMean(text, known)} Give one of ${known.join(", ")}.`.trim(),
  })
}
