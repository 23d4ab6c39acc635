/**
 * Makes the pictures of extras/page/docs/page.md in the Chromium of this machine, of a devnet on which messages move, are stuck and are
 * delivered. To be run after the page changed: `npm run docs:pictures`.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import type { BrowserContextOptions, Page } from "playwright-core"

import { buildPage } from "../buildPage.js"
import { packPng } from "./packPng.js"
import { openDevnetFaults } from "#extras/page/tasks/openDevnetFaults.js"
import { journeys } from "#extras/page/test/fixtures/journeys.js"
import { servePage, token } from "#extras/page/test/fixtures/servedPage.js"
import { openDevnet } from "#src/devnet/openDevnet.js"
import { findChromium, startChromium } from "#test/fixtures/output/chromium.js"

type Picture = {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly show: (page: Page) => Promise<void>
}

const openPanel = async (page: Page, title: string, inside: string): Promise<void> => {
  await page.locator("summary", { hasText: title }).click()
  await page.locator(inside).first().waitFor()
}

const pictures: readonly Picture[] = [
  {
    name: "page-light",
    options: { viewport: { width: 1100, height: 560 }, colorScheme: "light" },
    show: (page) => page.locator('.row[data-standing="reverting"]').click(),
  },
  {
    name: "page-dark",
    options: { viewport: { width: 1100, height: 560 }, colorScheme: "dark" },
    async show(page) {
      await openPanel(page, "Faults", "[data-fault=down]")
      await page.locator("[data-fault=down] [role=switch]").click()
      await page.locator("[data-fault=down] [aria-checked=true]").waitFor()
    },
  },
]

const executable = await findChromium()
if (executable === undefined) throw new Error("There is no Chromium. Install your system's, or set CHROMIUM.")

await buildPage()
const faults = openDevnetFaults({ wrapFetch: (fetch) => fetch })
const opened = await openDevnet<string>({}, faults.parts)
const { forms } = await faults.open(opened)
const folder = fileURLToPath(new URL("../../extras/page/docs/images/", import.meta.url))
await mkdir(folder, { recursive: true })
const browser = await startChromium(executable, ["--disable-lcd-text"])
for (const { name, options, show } of pictures) {
  const served = await servePage(journeys(), { forms })
  const context = await browser.newContext({ ...options, timezoneId: "UTC", reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(`${served.url}/page#${token}`)
  await page.locator(".live[data-on]").waitFor()
  await show(page)
  const picture = packPng(await page.screenshot())
  await writeFile(`${folder}${name}.png`, picture)
  console.log(`${name}.png  ${Math.ceil(picture.length / 1000)} kB`)
  await context.close()
  await served.close()
}
await browser.close()
await opened.devnet.stop()
