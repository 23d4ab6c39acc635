import { findStart } from "./export/findStart.js"
import { type ExportArguments, readExportSettings } from "./export/readExportSettings.js"
import { writeLines, writeMessages } from "./export/writeMessages.js"
import { findWatchedPlugs } from "./watch/findWatchedPlugs.js"
import { keepMemorySmall } from "./watch/keepMemorySmall.js"
import { openWatchedChains } from "./watch/openWatchedChains.js"
import { readExport } from "#extras/watch/src/readExport.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { printDocument } from "#src/terminal/printJson.js"

const exportMessages: BoundTask<ExportArguments> = runTask(async (args, hre, { terminal: { out, err }, ...io }) => {
  const { since, format, finality } = readExportSettings(args, {
    chains: chainsOf(hre.config.plugs),
    now: io.clock.now(),
  })
  const { output: file, json } = args
  const target = { argument: "--output", start: args.force ? "" : undefined }
  if (file !== undefined) await checkOwnFile(file, target)
  await using opening = new Disposables()
  opening.use(keepMemorySmall())
  const plugs = await findWatchedPlugs(hre, args.plug, await openContractBook(hre))
  const opened = opening.use(openWatchedChains(hre, plugs, { blocks: 1n, ...io }))
  const [unopened] = await opened.open()
  if (unopened?.problem !== undefined) throw unopened.problem
  const read = opening.use(await readExport({ ...(await findStart(opened.chains, since, io)), finality, ...io }))
  const failed = read.chains.find(({ problem }) => problem !== undefined)
  if (failed?.problem !== undefined) {
    err.line(err.paint.red(`${failed.name} could not be read, so nothing is exported.`))
    throw failed.problem
  }
  const print = async (text: string): Promise<void> => {
    out.write(text)
    await out.taken()
  }
  let messages = 0
  if (file === undefined) messages = await writeLines(format, read.messages(), print)
  else {
    const text = async (draft: string): Promise<void> => {
      messages = await writeMessages(draft, format, read.messages())
    }
    await writeOwnFile(file, { ...target, text })
  }
  const searched = read.chains.map(({ slug, block = null }) => ({ srcChainSlug: slug, toBlock: block }))
  if (json) printDocument(out, { file, format, messages, searched })
  const blocks = read.chains.map(({ name, block }) => `${name} block ${block ?? "–"}`).join(", ")
  err.line(err.paint.dim(`${messages} ${messages === 1 ? "message" : "messages"}, read up to ${blocks}.`))
  return exitCodes.success
})

export default exportMessages
