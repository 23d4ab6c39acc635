import { readList } from "../../src/plugin/arguments/readArguments.js"
import { runDoctor } from "../../src/plugin/run/doctor/runDoctor.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { parseDuration } from "../../src/primitives/duration.js"
import { createDoctorProgress } from "../../src/terminal/plugs/doctorProgress.js"
import { doctorReport } from "../../src/terminal/plugs/doctorReport.js"
import { toJson } from "../../src/terminal/core/toJson.js"

type DoctorArguments = {
  plugs: string[]
  chains: string | undefined
  from: string | undefined
  timeout: string
  json: boolean
}

const doctor: BoundTask<DoctorArguments> = runTask(async (args, hre, io) => {
  const { terminal, clock, signal, endSoon } = io
  const { out, err } = terminal
  const limit = parseDuration(args.timeout, "--timeout")
  const chains = args.chains === undefined ? [] : readList(args.chains, "--chains")
  using progress = createDoctorProgress(err, limit)
  const report = await runDoctor(hre, {
    ...{ plugs: args.plugs, chains, from: args.from, limit, clock, signal },
    onProgress: progress.show,
  })
  progress[Symbol.dispose]()
  // A node that never ends its answer would hold the process.
  endSoon?.()
  out.line(args.json ? toJson(report, { indent: 2 }) : doctorReport(report, out))
  return report.verdict === "failed" ? exitCodes.failure : exitCodes.success
})

export default doctor
