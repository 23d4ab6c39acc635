import { relative } from "node:path"

import type { Questions } from "./askAtTerminal.js"
import { findPackageManager, findPnpmWorkspace, fitTemplate } from "./packageManager.js"
import { findPackageSource, type OwnPackage, packageName, parsePackageSpec, specFrom } from "./packageSource.js"
import { helpText, type InitArguments, parseArguments } from "./parseArguments.js"
import { parseManifest, planProject, type ProjectPlan } from "./planProject.js"
import {
  FilesInTheWayError,
  findProjectFolder,
  Hardhat2ProjectError,
  InstallFailedError,
  packageNameFor,
  readProjectFile,
} from "./projectFolder.js"
import { isTemplateKind, type Template, type TemplateKind, templateKinds, type Templates } from "./templates.js"
import { findOldPeers, readToolchain, type ToolchainOptions } from "./toolchain.js"
import { refuseUnfinished, writeProject } from "./writeProject.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { escapeHidden, inQuotes } from "#src/primitives/text.js"

/** What the command works with: this process's own, or a test's. */
export type CommandContext = Omit<ToolchainOptions, "required" | "manager"> & {
  readonly own: OwnPackage
  readonly templates: Templates
  readonly questions: Questions
  readonly cwd: string
  /** Prints a line. */
  readonly print: (text: string) => void
  /** Runs a command line in the project's folder, and says how it ended if it did not succeed. */
  readonly install: (command: string, project: string) => Promise<string | undefined>
}

/**
 * Runs `hardhat-plugs` or `create-hardhat-plugs` with the words after it.
 *
 * @throws {PlugsError} nothing was written
 * @throws {InstallFailedError} everything was written
 * @throws {InterruptedError} Ctrl-C at a question; nothing was written
 */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<void> {
  const { name, version } = context.own
  const line = parseArguments(words, name)
  if (line.command === "help") context.print(helpText(version, name))
  else if (line.command === "version") context.print(version)
  else await init(line, context)
}

async function init(given: InitArguments, context: CommandContext): Promise<void> {
  const { own, cwd, env, platform, print, questions } = context
  const ask = async (question: string, fallback: string): Promise<string> =>
    given.yes ? fallback : await questions.ask(question, fallback)
  const template = given.template ?? (given.yes ? "messages" : await askTemplate(questions, print))
  const folder = given.folder ?? (given.template === undefined ? await ask("Folder [this one]: ", ".") : ".")
  const project = findProjectFolder(folder, cwd)
  refuseUnfinished(project)
  const readManifest = () => parseManifest(readProjectFile(project, "package.json") ?? "{}")
  const before = readManifest()
  const found = findPackageManager(project, before["packageManager"], env["npm_config_user_agent"])
  const wants = given.install === undefined || given.install === "no" ? found : given.install
  refuseHardhat2(project, before, wants)
  const toolchain = await readToolchain({ ...context, required: own.node, manager: wants })
  for (const advice of toolchain.advice) print(advice)
  const asked = given.packageSpec === undefined ? undefined : parsePackageSpec(given.packageSpec, cwd)
  const spec = specFrom(project, asked ?? findPackageSource(own), platform)

  const { manager, version } = toolchain
  const workspace = manager === "pnpm" ? findPnpmWorkspace(project) : undefined
  const files = fitTemplate(fillIn(context.templates[template], project, spec), { manager, version, workspace })
  const plan = planProject(project, files, { replacePackage: asked !== undefined })
  const replaced = given.yes ? refuseAll(project, plan) : await askAboutEach(plan, questions)
  const written = [...plan.files, ...replaced]
  if (written.length > 0) writeProject(project, written)

  const from = escapeHidden(relative(cwd, project))
  print(`\n${from === "" ? "This folder" : from}, from the template ${template}:`)
  for (const { path, how } of written) print(`  ${how.padEnd(8)}  ${path}`)
  if (written.length === 0) print("  everything is there already")
  for (const note of notesOn(plan, { spec, replaced: replaced.map(({ path }) => path) })) print(`\n${note}`)

  if (workspace !== undefined) print(`\nallowBuilds in ${escapeHidden(workspace)} must have esbuild: false, or true.`)
  const wanted = devDependenciesOf(files)
  const oldPeers = findOldPeers(readManifest(), own.peers)
  for (const { name, has, oldest } of oldPeers) {
    print(
      `\n${name} must be ${oldest} or newer, and package.json has ${inQuotes(has)}, which does not install with it.`,
    )
  }

  const [install, test] = toolchain.commands
  const repairs = [
    ...(plan.kept.some((line) => line.startsWith("type ")) ? ["npm pkg set type=module"] : []),
    ...oldPeers.map(({ name, field, oldest }) => `npm pkg set ${field}.${name}=${wanted[name] ?? oldest}`),
  ]
  const chosen = given.install ?? (own.name === packageName ? "no" : found)
  // What has to be repaired first would not install.
  const installs = chosen !== "no" && repairs.length === 0 && version !== undefined
  if (installs) {
    print(`\n$ ${install}`)
    questions.close()
    const ended = await context.install(install, project)
    if (ended !== undefined) throw new InstallFailedError({ folder: project, command: install, ended })
  }
  print("\nRun next:")
  if (from !== "") print(`  cd ${quoteForShell(relative(cwd, project), platform)}`)
  for (const command of [...repairs, ...(installs ? [] : [install]), test]) print(`  ${command}`)
}

async function askTemplate(questions: Questions, print: (text: string) => void): Promise<TemplateKind> {
  for (;;) {
    const answer = await questions.ask(templateQuestion, "messages")
    if (isTemplateKind(answer)) return answer
    print(`There is no template ${inQuotes(answer)}.${didYouMean(answer, Object.keys(templateKinds))}\n`)
  }
}

const templateQuestion = [
  "What do you want to build?",
  ...Object.entries(templateKinds).map(([kind, { says }]) => `  ${kind.padEnd(8)}  ${says}`),
  "Template [messages]: ",
].join("\n")

/** The template's package.json with the project's name and the package's source. */
function fillIn(template: Template, project: string, spec: string): Template {
  const manifest = parseManifest(template["package.json"] ?? "{}")
  const devDependencies = { ...devDependenciesOf(template), [packageName]: spec }
  const name = packageNameFor(project, Object.keys(devDependencies))
  return { ...template, "package.json": `${JSON.stringify({ ...manifest, name, devDependencies }, undefined, 2)}\n` }
}

function devDependenciesOf(template: Template): Readonly<Record<string, string>> {
  return parseManifest(template["package.json"] ?? "{}")["devDependencies"] as Record<string, string>
}

/** What a project has of its own to set up, the template can do without. */
const isOwn = (path: string): boolean => /^(?:hardhat\.config\.|tsconfig\.json$)/.test(path)

function refuseAll(project: string, { inTheWay }: ProjectPlan): ProjectPlan["files"] {
  const files = inTheWay.map(({ path }) => path).filter((path) => !isOwn(path))
  if (files.length > 0) throw new FilesInTheWayError({ folder: project, files })
  return []
}

async function askAboutEach({ inTheWay }: ProjectPlan, questions: Questions): Promise<ProjectPlan["files"]> {
  const replaced = []
  for (const file of inTheWay) {
    if (await questions.confirm(`${file.path} is there, and differs from the template's. Replace it?`))
      replaced.push(file)
  }
  return replaced
}

const addToConfiguration = `Your configuration must list hardhatPlugs, hardhatViem and hardhatMocha in its plugins. Add what it lacks:
  import hardhatMocha from "@nomicfoundation/hardhat-mocha"
  import hardhatViem from "@nomicfoundation/hardhat-viem"
  import hardhatPlugs from "${packageName}"
  plugins: [hardhatPlugs, hardhatViem, hardhatMocha],`

function notesOn(plan: ProjectPlan, { spec, replaced }: { spec: string; replaced: readonly string[] }): string[] {
  const differing = plan.inTheWay.map(({ path }) => path).filter((path) => !replaced.includes(path))
  const stays = [...differing, ...plan.standIns]
  return [
    ...(stays.length > 0 ? [`Left as they are: ${stays.join(", ")}`] : []),
    ...(stays.some((path) => path.startsWith("hardhat.config.")) ? [addToConfiguration] : []),
    ...(plan.kept.length > 0
      ? [["Left as your files have it:", ...plan.kept.map((line) => `  ${line}`)].join("\n")]
      : []),
    ...(spec.startsWith("file:")
      ? [
          `package.json takes ${packageName} from ${escapeHidden(spec.slice("file:".length))}. Machines without that file cannot install the project.`,
        ]
      : []),
  ]
}

/**
 * Writes a path as one word of the shells of a platform: of sh, or of cmd.exe and PowerShell.
 *
 * @example
 * quoteForShell("it's here", "linux") // 'it'\''s here'
 */
function quoteForShell(path: string, platform: string): string {
  const safe = path.startsWith("-") ? `./${path}` : path
  if (/^[\w@%+=:,./\\-]+$/.test(safe) && (platform === "win32" || !safe.includes("\\"))) return safe
  return platform === "win32" ? `"${safe}"` : `'${safe.replaceAll("'", String.raw`'\''`)}'`
}

/** Hardhat 3 reads none with the last two extensions. */
const configs = ["ts", "js", "cjs", "cts"].map((extension) => `hardhat.config.${extension}`)

/** Plugins and companions of Hardhat 2. None works with Hardhat 3 in the same version. */
const name = String.raw`(?:hardhat-(?!plugs\b)|@nomicfoundation/hardhat-|@nomiclabs/|@typechain/hardhat|solidity-coverage)`
const plugin = new RegExp(`^${name}`)

/** Plugins of Hardhat 2 are imported for their effect, those of Hardhat 3 are listed. */
const imported = new RegExp(`^\\s*(?:import\\s*|require\\()["']${name}`, "m")

function isOfHardhat2(path: string, text: string | undefined): boolean {
  if (text === undefined) return false
  if (/\.c[jt]s$/.test(path) || /\bmodule\.exports\b/.test(text)) return true
  return imported.test(text) && !/\bplugins\s*:/.test(text)
}

/**
 * Refuses a project of Hardhat 2: one whose package.json allows no newer one, or whose configuration is written for it.
 *
 * @throws {Hardhat2ProjectError}
 */
export function refuseHardhat2(
  project: string,
  manifest: Parameters<typeof findOldPeers>[0],
  packageManager: string,
): void {
  const [old] = findOldPeers(manifest, { hardhat: "^3.0.0" })
  const config = configs.find((path) => isOfHardhat2(path, readProjectFile(project, path)))
  if (old === undefined && config === undefined) return
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) =>
    plugin.test(name),
  )
  throw new Hardhat2ProjectError({
    folder: project,
    range: old?.has,
    config,
    remove: old === undefined ? undefined : [packageManager, "remove", "hardhat", ...names].join(" "),
  })
}
