import { emptyTask, globalFlag, globalOption, overrideTask, task } from "hardhat/config"
import { ArgumentType } from "hardhat/types/arguments"
import type { HardhatPlugin } from "hardhat/types/plugins"
import type { TaskDefinition, TaskOverrideDefinition } from "hardhat/types/tasks"

import { json, text } from "#src/plugin/arguments/options.js"
import { loadAction } from "#tasks/loadAction.js"

const plugs = emptyTask("plugs", "Check the project, its chains, its contracts and the APIs")

const doctor = task(
  ["plugs", "doctor"],
  "Check everything that can be wrong before the first message; exit code 2: a check failed",
)
  .addVariadicArgument({
    name: "plugs",
    description: "Plugs to check, such as Greeter, Greeter@beta or 0x…@beta (default: those that the project names)",
    defaultValue: [],
  })
  .addOption(text("chains", "Chains to check, by name or slug, such as alpha,beta (default: all in plugs.chains)"))
  .addOption(text("from", "Chain that sends: on the others an account without funds is only a warning"))
  .addOption({ name: "timeout", description: "Maximum time for each check, such as 30s", defaultValue: "15s" })
  .addFlag(json)
  .setAction(loadAction<typeof import("./doctor.js")>("tasks/plugs/doctor.js"))
  .build()

const trust = task(
  ["plugs", "trust"],
  "Show who can forge, censor or freeze messages, change the rules, or drain, and with how few keys",
)
  .addVariadicArgument({
    name: "plugs",
    description: "Plugs, such as Vault@beta or 0x…@beta (default: all paths of the wiring)",
    defaultValue: [],
  })
  .addOption(text("file", "File with the wiring, such as wiring.ts (default: plugs.wiring of the configuration)"))
  .addFlag({
    name: "check",
    description: "Compare every path with plugs.trust of the configuration; exit code 2: one breaks a rule",
  })
  .addOption(text("graph", "File to write what the applications rest on to, as an SVG image"))
  .addOption(text("baseline", "Output of an earlier run with --json: show what became better or worse, as Markdown"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./trust.js")>("tasks/plugs/trust.js"))
  .build()

const judge = task(
  ["plugs", "judge"],
  "Judge a multisig batch on copies of the chains, before you sign it; exit code 2: it does more than the wiring says",
)
  .addPositionalArgument({
    name: "batch",
    description: "File of Safe's transaction builder, or a JSON list of { chain, from, to, value, data }",
  })
  .addOption(text("file", "File with the wiring, such as wiring.ts (default: plugs.wiring of the configuration)"))
  .addOption(text("account", "Who sends what names no sender, such as the Safe's address"))
  .addOption(text("nonce", "Nonce of the Safe's transaction, for the hashes (default: the Safe's next one)"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./judge.js")>("tasks/plugs/judge.js"))
  .build()

const lint = task(
  ["plugs", "lint"],
  "Look for mistakes of cross-chain applications in the project's contracts; exit code 2: something was found",
)
  .addVariadicArgument({
    name: "files",
    description: "Files or folders, such as contracts/Vault.sol (default: all of the project's contracts)",
    defaultValue: [],
  })
  .addOption(text("sarif", "File to write the findings to, as SARIF for code scanning"))
  .addFlag(json)
  .setAction(loadAction<typeof import("./lint.js")>("tasks/plugs/lint.js"))
  .build()

/** The tasks for the project as a whole. Their actions are imported when they run. */
export const plugsTasks: TaskDefinition[] = [plugs.build(), doctor, trust, judge, lint]

/** The options of a report on what tests cost. They are global, as those of `--gas-stats` are, so that every test runner has them. */
export const reportOptions: NonNullable<HardhatPlugin["globalOptions"]> = [
  globalFlag({
    name: "plugsReport",
    description: "Print the costs of the messages and requests of tests: fees, gas of outbound and inbound, credits",
  }),
  globalOption({
    name: "plugsReportJson",
    description: "Write the costs of the messages and requests of tests to this JSON file",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
  globalOption({
    name: "plugsReportCompare",
    description: "Compare the costs with this file of --plugs-report-json; exit code 1 if a figure rose",
    type: ArgumentType.FILE_WITHOUT_DEFAULT,
    defaultValue: undefined,
  }),
]

/** Make one report of all test runners, with what Solidity tests record. */
export const testOverrides: TaskOverrideDefinition[] = [
  overrideTask("test").setAction(loadAction<typeof import("./test.js")>("tasks/plugs/test.js")).build(),
  overrideTask(["test", "solidity"])
    .setAction(loadAction<typeof import("./testSolidity.js")>("tasks/plugs/testSolidity.js"))
    .build(),
]
