import { readBatchFile } from "./judge/readBatchFile.js"
import { readContracts } from "./judge/readContracts.js"
import { judgementFields } from "./output/judgementFields.js"
import { judgementReport } from "./output/judgementReport.js"
import { findingNames } from "#extras/audit/src/judging/Finding.js"
import { judgeBatches } from "#extras/audit/src/judging/judgeBatches.js"
import { readWholeNumber } from "#src/plugin/arguments/readArguments.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { projectTrust } from "#src/plugin/connection/projectSwitchboards.js"
import { readCallAbis } from "#src/plugin/contracts/readAbis.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { printDocument } from "#src/terminal/printJson.js"
import { forkFields } from "#tasks/messaging/output/forkedBlocks.js"
import { planProject } from "#tasks/messaging/wire/planProject.js"

type JudgeArguments = {
  batch: string
  file: string | undefined
  account: string | undefined
  nonce: string | undefined
  json: boolean
}

const judge: BoundTask<JudgeArguments> = runTask(async ({ file, json, ...args }, hre, io) => {
  const { out } = io.terminal
  const nonce = args.nonce === undefined ? undefined : readWholeNumber(args.nonce, { argument: "--nonce" })
  const batches = await readBatchFile(hre.config, args)
  const entries = chainsOf(hre.config.plugs)
  const also = batches.map(({ chain }) => chain.name)
  await using project = await planProject(hre, { file, disconnect: false }, { isDryRun: true, also, io })
  const [contractOf, otherAbis, { isKnownSwitchboard, safeCode }] = await Promise.all([
    readContracts(hre, entries),
    readCallAbis(hre.artifacts),
    projectTrust(hre.config.plugs),
  ])
  const judgement = await judgeBatches({
    ...{ batches, plan: project.plan, planAgain: project.planAgain, contractOf, otherAbis, nonce, clock: io.clock },
    copies: Object.entries(project.chains).flatMap(([name, chain]) =>
      "publicClient" in chain ? [{ name, slug: chain.slug, socket: chain.socket, client: chain.publicClient }] : [],
    ),
    policy: hre.config.plugs.trust,
    otherSlugs: entries.map(({ slug }) => slug),
    ...{ isKnownSwitchboard, safeCode },
  })
  for (const fork of project.forks.values()) await fork.requireSame()
  const { verdict, findings, notJudged } = judgement
  const error =
    verdict === "beyond"
      ? new ShownFailureError({
          message: "The batch does what the wiring does not say.",
          next: "Sign nothing before each finding is explained.",
          facts: { findings: findingNames.filter((each) => findings.some(({ name }) => name === each)).join(", ") },
        })
      : verdict === "unknown"
        ? new PartlyReadError(notJudged)
        : undefined
  if (json) printDocument(out, { forks: forkFields(project.forks), ...judgementFields(judgement) }, error)
  else out.line(judgementReport(judgement, project.forks, out))
  return exitCodeOf(error)
})

export default judge
