/**
 * Makes the pictures of docs/story.md: a message on a devnet that is stuck, explained, and its page in the Chromium of this machine. To be
 * run after the page changed: `hardhat run --no-compile scripts/docs/storyPictures.ts`.
 */
import { mkdir, stat } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"

import type { BrowserContextOptions } from "playwright-core"
import { zeroAddress } from "viem"

import { findChromium, startChromium } from "../../test/fixtures/chromium.js"
import { createAtlasMessages } from "../../test/fixtures/worlds/atlasMessages.js"
import { createExplainedWorld } from "../../test/fixtures/worlds/explainedWorld.js"

type Picture = {
  readonly name: string
  readonly options: BrowserContextOptions
  /** The heading that the picture begins with. Default: the beginning of the page. */
  readonly from?: string
  readonly isPrinted?: true
}

const pictures: readonly Picture[] = [
  { name: "explain-phone", options: { viewport: { width: 360, height: 780 } } },
  {
    name: "explain-dark",
    options: { viewport: { width: 900, height: 620 }, colorScheme: "dark" },
    from: "What happened",
  },
  { name: "explain-print", options: { viewport: { width: 600, height: 850 } }, isPrinted: true },
]

const executable = await findChromium()
if (executable === undefined) throw new Error("There is no Chromium. Install your system's, or set CHROMIUM.")

await using world = await createExplainedWorld()
const page = `${world.root}/story.html`
await writePage()

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url))
await mkdir(folder, { recursive: true })
const browser = await startChromium(executable, ["--disable-lcd-text"])
for (const { name, options, from, isPrinted } of pictures) {
  const context = await browser.newContext(options)
  const tab = await context.newPage()
  await tab.goto(pathToFileURL(page).href)
  if (isPrinted) await tab.emulateMedia({ media: "print" })
  if (from !== undefined)
    await tab.getByRole("heading", { name: from }).evaluate("(heading) => heading.scrollIntoView()")
  const file = `${folder}${name}.png`
  await tab.screenshot({ path: file })
  console.log(`${name}.png  ${Math.ceil((await stat(file)).size / 1000)} kB`)
}
await browser.close()

/** Explains a message whose destination was disconnected while it was under way. */
async function writePage(): Promise<void> {
  const { relay } = world.devnet
  const { alpha, beta, connect, reached, send } = createAtlasMessages(world)
  relay.pause("simulate")
  const message = await send()
  await reached(message, "VERIFIED")
  await connect(beta, world.counters.beta, { slug: alpha.slug, sibling: zeroAddress })
  const { stderr } = await world.run(["messaging", "explain", message.transactionHash, "--html", page])
  console.log(stderr)
}
