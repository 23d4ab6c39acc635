import { readList } from "#src/plugin/arguments/readArguments.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { parseDuration } from "#src/primitives/duration.js"
import { printDocument } from "#src/terminal/printJson.js"
import { createDoctorProgress, doctorReport } from "#tasks/doctor/doctorReport.js"
import { type DoctorReport, runDoctor } from "#tasks/doctor/runDoctor.js"

type DoctorArguments = {
  plugs: string[]
  chains: string | undefined
  from: string | undefined
  timeout: string
  json: boolean
}

const doctor: BoundTask<DoctorArguments> = runTask(async (args, hre, io) => {
  const { terminal, clock, signal } = io
  const { out, err } = terminal
  const limit = parseDuration(args.timeout, "--timeout")
  const chains = args.chains === undefined ? [] : readList(args.chains, "--chains")
  using progress = createDoctorProgress(err, limit)
  const report = await runDoctor(hre, {
    ...{ plugs: args.plugs, chains, from: args.from, limit, clock, signal },
    onProgress: progress.show,
  })
  progress[Symbol.dispose]()
  const error = errorOf(report)
  if (args.json) printDocument(out, report, error)
  else out.show(doctorReport(report))
  return exitCodeOf(error)
})

function errorOf({ checks }: DoctorReport): ShownFailureError | undefined {
  const failed = checks.filter(({ status }) => status === "failed")
  if (failed.length === 0) return undefined
  const names = [...new Set(failed.map(({ name }) => name))].join(", ")
  return new ShownFailureError({
    message: "Something has to be mended before messages can travel.",
    next: "Read what to do beside each check that failed.",
    facts: { checks: names },
  })
}

export default doctor
