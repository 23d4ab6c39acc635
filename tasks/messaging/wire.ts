import { AbortedError } from "../../src/http/errors.js"
import { applyWiring } from "../../src/messaging/wiring/apply/applyWiring.js"
import { isAsWired, isWhole } from "../../src/messaging/wiring/checkWiring.js"
import { planWiring } from "../../src/messaging/wiring/plan/planWiring.js"
import { readWiring } from "../../src/messaging/wiring/readWiring.js"
import type { Wiring } from "../../src/messaging/wiring/Wiring.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/contracts/readAbis.js"
import { describeForTask } from "../../src/plugin/run/describeForTask.js"
import { type BoundTask, exitCodeOf, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { askYes } from "../../src/terminal/askYes.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { planDocument, resultFields, waitLine, wiringPlan, wiringStepLine, wiringSummary } from "./output/wiring.js"
import { applyOnForks } from "./wire/applyOnForks.js"
import { handOver } from "./wire/handOver.js"
import { loadWiring } from "./wire/loadWiring.js"
import { devnetSwitchboards, openWiringChains } from "./wire/openWiringChains.js"
import { readWireMode, type WireArguments } from "./wire/readWireArguments.js"
import { appliedError, planError } from "./wire/wiringOutcomes.js"

const wire: BoundTask<WireArguments> = runTask(async (args, hre, io) => {
  const { terminal, input, signal, clock } = io
  const { out, err } = terminal
  const mode = readWireMode(args, input)
  const chainList = chainsOf(hre.config.plugs)
  const wiring = await loadWiring(args.file, hre.config.plugs)
  const applications = readWiring(
    wiring,
    chainList.map(({ name }) => name),
  )
  const [book, errorAbis] = await Promise.all([openContractBook(hre), readErrorAbis(hre.artifacts)])
  const names = applications.flatMap(({ contracts }) => [...contracts.keys()])
  await using opened = await openWiringChains(hre, {
    ...{ names, chains: chainList, isDryRun: mode === "dry run", clock, signal },
    onWait: (chain) => {
      err.line(waitLine(chain, err.paint))
    },
  })
  const { chains, forks } = opened
  const plan = await planWiring({
    ...{ wiring: wiring as Wiring, chains, errorAbis, disconnect: args.disconnect },
    switchboardOf: devnetSwitchboards(chainList),
    contractOf: async (name, chain) => {
      const argument = `wiring: contract on ${chain}`
      return (await book.find(name, { chain: findChain(chainList, chain, argument), argument })).address
    },
  })
  const nameOf = (slug: number, address: string): string | undefined => book.nameOf(slug, address)
  const isSent = mode === "apply" || mode === "dry run"
  const shown = isSent || args.json ? err : out
  if (!args.json || !args.yes) shown.line(wiringPlan(plan, shown, nameOf))

  if (!isSent) {
    const handed = await handOver(plan, args, { out, isJson: args.json, now: clock.now() })
    const error = planError(plan, mode)
    const found = { agrees: isAsWired(plan), isWhole: isWhole(plan) }
    if (args.json) printDocument(out, { ...planDocument(plan), ...found, ...handed }, error)
    return exitCodeOf(error)
  }
  const ready = plan.changes.filter(({ status }) => status === "ready").length
  if (mode === "apply" && ready > 0 && !args.yes) {
    const question = `Send ${ready} ${ready === 1 ? "transaction" : "transactions"}?`
    if (!(await askYes(question, { terminal, input, signal }))) {
      if (args.json) printDocument(out, planDocument(plan), new AbortedError())
      return exitCodes.interrupted
    }
  }
  const parameters = {
    ...{ plan, chains, errorAbis, signal, clock },
    onStep: (step: Parameters<typeof wiringStepLine>[0]) => {
      err.line(wiringStepLine(step, err.paint))
    },
  }
  const applied = await (mode === "dry run" ? applyOnForks(parameters, forks) : applyWiring(parameters))
  const results = await Promise.all(
    applied.results.map(async (result) => {
      return result.error === undefined ? result : { ...result, error: await describeForTask(result.error, hre) }
    }),
  )
  const handed = await handOver(plan, args, { out, isJson: args.json, now: clock.now() })
  const isHandedOver = args.safe !== undefined || args.calldata
  const error = appliedError(plan, results, { isHandedOver, signal })
  if (args.json) printDocument(out, { ...planDocument(plan), results: resultFields(results), ...handed }, error)
  else out.line(wiringSummary(results, out, mode === "dry run"))
  return exitCodeOf(error)
})

export default wire
