import { AbortedError } from "../../src/http/errors.js"
import { isAsWired, isWhole } from "../../src/messaging/wiring/checkWiring.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { type BoundTask, exitCodeOf, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { gasText } from "../../src/terminal/gasText.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { readAllowedSwitchboards } from "./call/requireSwitchboard.js"
import { wiringPlan, wiringSummary } from "./output/wiring.js"
import { planDocument, resultFields } from "./output/wiringFields.js"
import { checkHandedOver, confirmPlan } from "./wire/confirmPlan.js"
import { forecastWiring } from "./wire/forecastWiring.js"
import { handOver } from "./wire/handOver.js"
import { planProject } from "./wire/planProject.js"
import { readWireMode, type WireArguments } from "./wire/readWireArguments.js"
import { sendPlan } from "./wire/sendPlan.js"
import { appliedError, planError } from "./wire/wiringOutcomes.js"

const wire: BoundTask<WireArguments> = runTask(async (args, hre, io) => {
  const { out, err } = io.terminal
  const mode = readWireMode(args, io.input)
  const isDryRun = mode === "dry run"
  const isHandedOver = args.safe !== undefined || args.calldata
  const allowed = readAllowedSwitchboards(args.allowSwitchboard)
  await using project = await planProject(hre, args, { isDryRun, io })
  const { plan, nameOf } = project
  const isSent = mode === "apply" || isDryRun
  const shown = isSent || args.json ? err : out
  if (!args.json || !args.yes) shown.line(wiringPlan(plan, shown, nameOf))
  if (isHandedOver) checkHandedOver(plan, allowed)
  const printing = { out, isJson: args.json, now: io.clock.now() }

  if (mode === "plan" || mode === "check") {
    const handed = await handOver(plan, args, printing)
    const error = planError(plan, mode)
    const found = { agrees: isAsWired(plan), isWhole: isWhole(plan) }
    if (args.json) printDocument(out, { ...planDocument(plan), ...found, ...handed }, error)
    return exitCodeOf(error)
  }
  const consent = {
    yes: args.yes || isDryRun,
    allowed: isDryRun ? plan.changes.map((change) => change.switchboard) : allowed,
  }
  const { gas, limited } = await forecastWiring(project, args, chainsOf(hre.config.plugs))
  if (!args.json || !args.yes) for (const cost of gas) shown.line(`gas on ${cost.chain}: ${gasText(cost)}`)
  const allowedSwitchboards = await confirmPlan(plan, consent, io)
  if (allowedSwitchboards === undefined) {
    if (args.json) printDocument(out, planDocument(plan), new AbortedError())
    return exitCodes.interrupted
  }
  const results = await sendPlan(hre, { ...project, chains: limited }, { isDryRun, allowedSwitchboards, io })
  const handed = await handOver(plan, args, printing)
  const error = appliedError(plan, results, { isHandedOver, signal: io.signal })
  if (args.json) printDocument(out, { ...planDocument(plan), results: resultFields(results), ...handed }, error)
  else out.line(wiringSummary(results, out, isDryRun))
  return exitCodeOf(error)
})

export default wire
