import { forkFields } from "./output/forkedBlocks.js"
import { wiringPlan, wiringSummary } from "./output/wiring.js"
import { planDocument, resultFields } from "./output/wiringFields.js"
import { checkPlanTrust } from "./wire/checkPlanTrust.js"
import { checkHandedOver, confirmPlan } from "./wire/confirmPlan.js"
import { handOver } from "./wire/handOver.js"
import { planProject } from "./wire/planProject.js"
import { readWireArguments, type WireArguments } from "./wire/readWireArguments.js"
import { sendPlan } from "./wire/sendPlan.js"
import { appliedError, foundInPlan } from "./wire/wiringOutcomes.js"
import { AbortedError } from "#src/http/errors.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type BoundTask, exitCodeOf, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { printDocument } from "#src/terminal/printJson.js"

const wire: BoundTask<WireArguments> = runTask(async (args, hre, io) => {
  const { out, err } = io.terminal
  const { mode, isHandedOver, allowed } = readWireArguments(args, io.input)
  const isDryRun = mode === "dry run"
  const isUnasked = isHandedOver || (mode === "apply" && args.yes)
  await using project = await planProject(hre, args, { isDryRun, isUnasked, io })
  const { plan, nameOf } = project
  const shown = mode === "apply" || isDryRun || args.json ? err : out
  const isShown = !args.json || !args.yes
  if (isShown) shown.line(wiringPlan(plan, shown, nameOf))
  if (isHandedOver) checkHandedOver(plan, allowed)
  if (isHandedOver || mode === "apply" || isDryRun) await checkPlanTrust(project, hre.config.plugs.trust, io.clock)
  const printing = { out, isJson: args.json, now: io.clock.now() }

  if (mode === "plan" || mode === "check") {
    const handed = await handOver(hre, project, args, printing)
    const { error, ...found } = foundInPlan(plan, mode)
    if (args.json) printDocument(out, { ...planDocument(plan), ...found, ...handed }, error)
    return exitCodeOf(error)
  }
  const entries = chainsOf(hre.config.plugs)
  const confirmed = await confirmPlan(project, args, {
    allowed,
    entries,
    isDryRun,
    shown: isShown ? shown : undefined,
    io,
  })
  if (confirmed === undefined) {
    if (args.json) printDocument(out, planDocument(plan), new AbortedError())
    return exitCodes.interrupted
  }
  const results = await sendPlan(hre, { ...project, chains: confirmed.chains }, { ...confirmed, isDryRun, io })
  for (const fork of project.forks.values()) await fork.requireSame()
  const handed = await handOver(hre, project, args, printing)
  const error = appliedError(plan, results, { isHandedOver, signal: io.signal })
  const forks = isDryRun ? { forks: forkFields(project.forks) } : {}
  if (args.json)
    printDocument(out, { ...planDocument(plan), results: resultFields(results), ...forks, ...handed }, error)
  else out.line(wiringSummary(results, out, project.forks))
  return exitCodeOf(error)
})

export default wire
