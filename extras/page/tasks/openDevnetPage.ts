import { stat } from "node:fs/promises"
import path from "node:path"

import type { ArtifactManager } from "hardhat/types/artifacts"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { createCallWriter } from "./createCallWriter.js"
import type { Printed } from "./runPrinted.js"
import { type DevnetPage, openPage, type PageOptions } from "#extras/page/src/openPage.js"
import { devnetOptions } from "#src/devnet/options.js"
import { readProjectAbis } from "#src/explaining/source/readProjectAbis.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { getOrAdd, lazily, memoize } from "#src/primitives/lifetime/lazily.js"

type DevnetPageOptions = {
  readonly isReadOnly: boolean
  /** The one of the command line, which the commands on the page name too. */
  readonly port: string | undefined
  readonly optimisticTimeout?: number | undefined
}

/** Opens the page of the devnet that this task starts, for this project. */
export function openDevnetPage(
  options: DevnetPageOptions,
  hre: HardhatRuntimeEnvironment,
  io: Pick<TaskIo, "clock" | "signal">,
): DevnetPage {
  return openPage(pageOptions(options, hre, io))
}

/** What the page of a devnet asks of a project. */
export function pageOptions(
  { isReadOnly, port, optimisticTimeout = devnetOptions.optimisticTimeout.default }: DevnetPageOptions,
  hre: HardhatRuntimeEnvironment,
  io: Pick<TaskIo, "clock" | "signal">,
): PageOptions {
  const command = (verb: string): string => `npx hardhat ${commandLine(`devnet ${verb}`, { port }, { positional: [] })}`
  const run = async (line: string): Promise<Printed> => {
    const { runPrinted } = await import("./runPrinted.js")
    // No printed command agrees to anything. Whoever runs a retry from the page has seen it, and on a devnet it costs nothing.
    return await runPrinted(line.startsWith("npx hardhat messaging retry ") ? `${line} --yes` : line, hre, io.signal)
  }
  const where = { ...io, port: Number(port ?? hre.config.plugs.devnet.port) }
  const builds = new Map<string, ReturnType<typeof readBuild>>()
  /** What the artifacts say, read again after each build: it adds to this folder at first, and writes this file at last. */
  const ofBuild = async (): ReturnType<typeof readBuild> => {
    const written = ["build-info", "artifacts.d.ts"].map(
      async (name) => (await stat(path.join(hre.config.paths.artifacts, name)).catch(() => undefined))?.mtimeMs,
    )
    return await getOrAdd(builds, (await Promise.all(written)).join(" "), () => readBuild(hre.artifacts))
  }
  return {
    isReadOnly,
    commands: { pause: command("pause"), resume: command("resume"), step: command("step") },
    explain: async (message) => {
      const { explainForPage } = await import("./explainForPage.js")
      return await explainForPage(message, hre, io)
    },
    trust: async (from, to) => await (await import("./trustForPage.js")).trustForPage(from, to, hre, where),
    send: async (form) => await (await import("./sendForPage.js")).sendForPage(form, hre, where.port),
    readNames: async () => {
      const [book, { builtAs }] = await Promise.all([openContractBook(hre), ofBuild()])
      return async (slug, address, code) => book.nameOf(slug, address) ?? (await builtAs(code))
    },
    readCallWriter: async () => createCallWriter(await (await ofBuild()).abis()),
    run,
    copyAsTest: async (id, entries, opened) => {
      const { copyForPage } = await import("./copyForPage.js")
      const isDefault = optimisticTimeout === devnetOptions.optimisticTimeout.default
      const options = isDefault ? {} : { optimisticTimeout }
      return await copyForPage({ id, entries, opened, artifacts: hre.artifacts, options })
    },
    now: () => io.clock.now(),
  }
}

async function readBuild(artifacts: ArtifactManager) {
  const { findArtifact } = await import("#src/explaining/source/sourceMaps.js")
  await artifacts.clearCache()
  const builtAs = memoize(async (code: string) => (await findArtifact(artifacts, code))?.contractName)
  return { builtAs, abis: lazily(() => readProjectAbis(artifacts)) }
}
