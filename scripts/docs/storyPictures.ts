/**
 * Makes the pictures of docs/story.md: a message on a devnet that is stuck, explained, and its page in the Chromium of this machine. To be
 * run after the page changed: `npm run docs:pictures`.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"

import type { BrowserContextOptions } from "playwright-core"
import { zeroAddress } from "viem"

import { findChromium, startChromium } from "../../test/fixtures/output/chromium.js"
import { createAtlasMessages } from "../../test/fixtures/worlds/messaging/atlasMessages.js"
import { createExplainedWorld } from "../../test/fixtures/worlds/messaging/explainedWorld.js"
import { packPng } from "./packPng.js"

type Picture = {
  readonly name: string
  readonly options: BrowserContextOptions & { readonly viewport: { readonly width: number; readonly height: number } }
  /** The heading that the picture begins with. Default: the beginning of the page. */
  readonly from?: string
  readonly isPrinted?: true
}

const pictures: readonly Picture[] = [
  { name: "explain-phone", options: { viewport: { width: 360, height: 780 } } },
  {
    name: "explain-dark",
    options: { viewport: { width: 900, height: 1150 }, colorScheme: "dark" },
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
  const y = from === undefined ? 0 : ((await tab.getByRole("heading", { name: from }).boundingBox())?.y ?? 0)
  const { width, height } = options.viewport
  const picture = packPng(await tab.screenshot({ fullPage: true, clip: { x: 0, y, width, height } }))
  await writeFile(`${folder}${name}.png`, picture)
  console.log(`${name}.png  ${Math.ceil(picture.length / 1000)} kB`)
}
await browser.close()

/** Explains a message whose destination was disconnected while it was under way. */
async function writePage(): Promise<void> {
  const { relay } = world.devnet
  const atlas = createAtlasMessages(world)
  const { alpha, beta } = atlas
  relay.pause("simulate")
  const message = await atlas.send()
  await atlas.reached(message, "VERIFIED")
  await atlas.connect(beta, world.counters.beta, { slug: alpha.slug, sibling: zeroAddress })
  const { stderr } = await world.run(["messaging", "explain", message.transactionHash, "--html", page])
  console.log(stderr)
}
