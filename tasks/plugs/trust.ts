import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { PartlyReadError } from "../../src/plugin/run/shownErrors.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { trustFields } from "./output/trustFields.js"
import { trustReport } from "./output/trustReport.js"
import { readProjectTrust } from "./trust/readProjectTrust.js"

type TrustArguments = { plugs: string[]; file: string | undefined; json: boolean }

const trust: BoundTask<TrustArguments> = runTask(async ({ plugs, file, json }, hre, io) => {
  const { out } = io.terminal
  const found = await readProjectTrust(hre, { plugs, file }, io)
  const error = found.notRead.length === 0 ? undefined : new PartlyReadError(found.notRead)
  if (json) printDocument(out, trustFields(found), error)
  else out.line(trustReport(found, out))
  return exitCodeOf(error)
})

export default trust
