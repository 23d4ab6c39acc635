import { writeFile } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"

import type { Explanation } from "../../src/explaining/Explanation.js"
import { renderHtml } from "../../tasks/explain/output/renderHtml.js"
import { isDeep } from "../fixtures/depth.js"
import { findChromium, startChromium } from "../fixtures/output/chromium.js"
import { cause, event, explanation, longExplanation } from "../fixtures/output/explanations.js"
import { worstText } from "../fixtures/output/hostileText.js"
import {
  foldedTexts,
  injectedColor,
  injection,
  lowestContrast,
  pageGround,
  type PageWidth,
  pageWidth,
  tagNames,
} from "../fixtures/output/pageProbes.js"
import { story } from "../fixtures/output/stories.js"
import { temporaryFolder } from "../fixtures/projects/temporaryFolder.js"

/** What a contract's name or a revert could contain to become more than text. */
const hostile = [
  "<script>document.title = 'owned'</script>",
  "<img src=x onerror=\"document.title='owned'\">",
  "<img src='http://127.0.0.1:9/pixel.png'>",
  "</title></style><link rel=stylesheet href='http://127.0.0.1:9/x.css'>",
  "<iframe src='http://127.0.0.1:9/'></iframe><meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>",
  "<svg/onload=\"fetch('http://127.0.0.1:9/')\">",
  "<style>@import 'http://127.0.0.1:9/x.css'; body { background: url(http://127.0.0.1:9/x.png) }</style>",
  "<a href='javascript:alert(1)' ping='http://127.0.0.1:9/'>press</a><form action='http://127.0.0.1:9/'><input></form>",
  worstText,
  "W".repeat(500),
] as const

function hostileExplanation(): Explanation {
  const text = hostile.join(" ")
  return explanation({
    says: text,
    subject: { kind: "message", [hostile[0]]: hostile[3] },
    causes: hostile.map((each) =>
      cause({ name: each, says: each, evidence: [{ source: each, says: each }], mend: { who: each, command: each } }),
    ),
    items: hostile.map((each) => ({ id: each, status: each, says: each, since: 0 })),
    events: hostile.map((each) =>
      event({ place: each, title: each, txHash: each, details: [each, each, each, each, each] }),
    ),
  })
}

describe("the page of a story in Chromium", function () {
  this.timeout(120_000)
  let browser: Browser
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  before(async function () {
    if (!isDeep) this.skip()
    const file = await findChromium()
    if (file === undefined) {
      console.log(
        "\n  NOT TESTED: the page of a story, because there is no Chromium. Install your system's, or set CHROMIUM.\n",
      )
      this.skip()
    }
    folder = await temporaryFolder()
    browser = await startChromium(file)
  })
  after(async () => {
    await (browser as Browser | undefined)?.close()
    await (folder as typeof folder | undefined)?.[Symbol.asyncDispose]()
  })

  /** Opens a page from a file, as whoever received it does, and collects what it asks for and complains of. */
  async function open(shown: Explanation, options: BrowserContextOptions = {}) {
    const file = path.join(folder.path, `${crypto.randomUUID()}.html`)
    await writeFile(file, renderHtml(story(shown)))
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    await context.route("**/*", async (route) => {
      const url = route.request().url()
      if (url !== pathToFileURL(file).href) requests.push(url)
      await route.continue()
    })
    page.on("console", (message) => complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("dialog", () => complaints.push("a dialog"))
    await page.goto(pathToFileURL(file).href, { waitUntil: "networkidle" })
    return { page, requests, complaints }
  }

  it("lets no request leave it and makes nothing hostile markup or script", async () => {
    const { page, requests, complaints } = await open(hostileExplanation())
    const { page: harmless } = await open(longExplanation(3))
    expect(requests).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    expect(await page.title()).to.match(/^stuck: /)
    const tagsOf = (shown: Page) => shown.evaluate<string[]>(tagNames)
    expect(await harmless.locator("script, img, link, iframe, a, form").count()).to.equal(0)
    expect(await harmless.locator("[onclick], [style], [src], [href]").count()).to.equal(0)
    const allowed = await tagsOf(harmless)
    expect((await tagsOf(page)).filter((tag) => !allowed.includes(tag))).to.deep.equal([])
    // Whoever reads it sees what was there.
    expect(await page.textContent("main"))
      .to.contain(hostile[0])
      .and.to.contain("\\u202e")
  })

  it("forbids a script and a request even if something became markup", async () => {
    const { page, requests } = await open(explanation())
    await page.evaluate(injection)
    await page.waitForLoadState("networkidle")
    expect(requests).to.deep.equal([])
    expect(await page.title()).to.not.equal("owned")
    expect(await page.evaluate(injectedColor)).to.not.equal("rgb(255, 0, 0)")
  })

  it("is read on a phone of 360 pixels, without a script and without scrolling to the side", async () => {
    for (const shown of [longExplanation(10), hostileExplanation()]) {
      const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
      const { page } = await open(shown, phone)
      expect(await page.evaluate<PageWidth>(pageWidth)).to.deep.equal({ scrolls: false, wide: [] })
      const { page: withoutScript } = await open(shown, { ...phone, javaScriptEnabled: false })
      expect(await withoutScript.locator("li.cause").count()).to.equal(shown.causes.length)
      // One column, in which each event names its chain.
      await withoutScript.locator(".where").first().waitFor({ state: "visible" })
      expect(await withoutScript.locator(".heads").isVisible()).to.equal(false)
    }
  })

  it("shows the chains side by side in a wide window", async () => {
    const { page } = await open(explanation(), { viewport: { width: 1200, height: 800 } })
    const boxOf = async (text: string) =>
      (await page.locator(".timeline .card", { hasText: text }).first().boundingBox())!
    const [sent, proposed] = [await boxOf("Sent"), await boxOf("Proposed")]
    expect(proposed.x).to.be.greaterThan(sent.x + sent.width - 1)
    expect(proposed.y).to.be.greaterThan(sent.y + sent.height - 1)
    expect(await page.locator(".heads").innerText()).to.match(/Time\s+alpha\s+beta/)
    expect(await page.evaluate<PageWidth>(pageWidth)).to.deep.equal({ scrolls: false, wide: [] })
  })

  for (const colorScheme of ["dark", "light"] as const) {
    it(`has a contrast of 4.5 at least in a ${colorScheme} window`, async () => {
      for (const verdict of ["delivered", "waiting", "stuck", "failed", "unknown"] as const) {
        const { page } = await open(explanation({ verdict }), { colorScheme })
        expect(await page.evaluate<number>(lowestContrast), verdict).to.be.at.least(4.5)
        const ground = await page.evaluate(pageGround)
        expect(ground).to.equal(colorScheme === "dark" ? "rgb(21, 23, 28)" : "rgb(255, 255, 255)")
      }
    })
  }

  it("is printed with everything unfolded, on a ground that is not dark", async () => {
    const shown = longExplanation(2)
    const { page } = await open(shown, { colorScheme: "dark" })
    await page.locator("details[open] summary").first().click()
    const hidden = () => page.evaluate<number>(foldedTexts)
    expect(await hidden()).to.be.greaterThan(0)
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    expect(await hidden()).to.equal(0)
    for (const each of shown.causes) expect(await page.innerText("main")).to.contain(each.says)
    expect(await page.evaluate(pageGround)).to.equal("rgb(255, 255, 255)")
    expect(await page.evaluate<number>(lowestContrast)).to.be.at.least(4.5)
  })
})
