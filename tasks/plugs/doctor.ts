import { doctorRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { createDoctorProgress, doctorReport } from "#tasks/doctor/doctorReport.js"
import { type DoctorReport, runDoctor } from "#tasks/doctor/runDoctor.js"

export default actionOf(doctorRows, async (args, hre, io) => {
  const { terminal, clock, signal } = io
  const { plugs, chains = [], from, timeout: limit } = args
  using progress = createDoctorProgress(terminal.err, limit)
  const report = await runDoctor(hre, {
    ...{ plugs, chains, from, limit, clock, signal },
    onProgress: progress.show,
  })
  return { document: report, report: () => doctorReport(report), error: errorOf(report) }
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
