import { execFile } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { promisify } from "node:util"

import { serve, type ServerType } from "@hono/node-server"
import { serveStatic } from "@hono/node-server/serve-static"
import { expect } from "chai"
import { Hono } from "hono"
import { after, before } from "mocha"
import type { Browser, Page } from "playwright-core"

import { deepDescribe } from "#test/fixtures/depth.js"
import { axeFindings } from "#test/fixtures/output/axe.js"
import { findChromium, startChromium } from "#test/fixtures/output/chromium.js"
import { type PageWidth, pageWidth } from "#test/fixtures/output/pageProbes.js"

const base = "/hardhat-plugs/"

/** One of each kind of page. */
const kinds = [
  "",
  "docs/testing.html",
  "docs/lint.html",
  "docs/coming-from.html",
  "docs/reference/tasks-messaging.html",
  "errors/ABORTED.html",
  "api/messaging/functions/sendThroughPlug.html",
  "api/testing/type-aliases/World.html",
  "nothing-is-here.html",
]

deepDescribe("the built site", function () {
  let files: string[]
  before(async () => {
    // It fails where a link leads nowhere, or where an address that is printed does not answer.
    await promisify(execFile)("npm", ["run", "docs"], { shell: process.platform === "win32", maxBuffer: 2 ** 24 })
    files = globSync("**/*.{html,md}", { cwd: "site/dist" }).map((file) => file.replaceAll("\\", "/"))
  })

  it("has each page also as Markdown, and an index for agents", () => {
    const pages = files.filter((file) => file.endsWith(".html") && !/^(404|index)\.html$/.test(file))
    expect(pages).to.have.length.above(400)
    expect(files).to.include.members(pages.map((page) => page.replace(/html$/, "md")))
    expect(readFileSync("site/dist/llms.txt", "utf8")).to.contain("](docs/coming-from.md)")
    expect(existsSync("site/dist/docs/agents/SKILL.md")).to.equal(true)
  })

  describe("in Chromium", () => {
    let server: ServerType
    let browser: Browser
    let url: string
    before(async function () {
      const chromium = await findChromium()
      if (chromium === undefined) {
        console.log("\n  NOT TESTED: the site, because there is no Chromium. Install your system's, or set CHROMIUM.\n")
        this.skip()
      }
      const app = new Hono()
      app.use(`${base}*`, serveStatic({ root: "site/dist", rewriteRequestPath: (path) => path.slice(base.length - 1) }))
      app.notFound((context) => context.html(readFileSync("site/dist/404.html", "utf8"), 404))
      await new Promise<void>((resolve) => {
        server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
          url = `http://127.0.0.1:${port}${base}`
          resolve()
        })
      })
      browser = await startChromium(chromium)
    })
    after(async () => {
      await (browser as Browser | undefined)?.close()
      ;(server as ServerType | undefined)?.close()
    })

    /** Opens a page as a reader does who has no use for movement. */
    async function open(path: string, width: number, colorScheme: "light" | "dark"): Promise<Page> {
      const viewport = { width, height: 800 }
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" })
      await page.goto(`${url}${path}`, { waitUntil: "networkidle" })
      return page
    }

    for (const path of kinds) {
      it(`breaks no rule of axe, by day and by night, on a phone and on a desk: ${path === "" ? "the first page" : path}`, async () => {
        for (const width of [360, 1280]) {
          for (const scheme of ["light", "dark"] as const) {
            const page = await open(path, width, scheme)
            expect(await axeFindings(page), `${width} px, ${scheme}`).to.deep.equal([])
            await page.close()
          }
        }
      })
    }

    it("never scrolls sideways, whatever the page", async () => {
      const page = await open("", 360, "light")
      const guides = files.filter((file) => /^(docs|examples|[A-Z]+\.)[^]*html$/.test(file))
      const others = files.filter((file, index) => /^(api|errors)\/.*html$/.test(file) && index % 10 === 0)
      const wide: string[] = []
      for (const path of ["", ...guides, ...others]) {
        await page.goto(`${url}${path}`, { waitUntil: "domcontentloaded" })
        for (const width of [360, 768]) {
          await page.setViewportSize({ width, height: 800 })
          if ((await page.evaluate<PageWidth>(pageWidth)).scrolls) wide.push(`${path} at ${width} px`)
        }
      }
      expect(guides).to.have.length.above(60)
      expect(wide).to.deep.equal([])
    })

    it("begins with one screen", async () => {
      for (const scheme of ["light", "dark"] as const) {
        const page = await open("", 1280, scheme)
        const shown = page.locator("main img:visible")
        const { y, height } = (await page.locator("main").boundingBox())!
        expect(y + height).to.be.at.most(800)
        expect(await shown.count()).to.equal(1)
        expect(
          await page.evaluate<number>(`document.querySelector("main div:not([hidden]) img").naturalWidth`),
        ).to.be.above(1000)
        expect(await page.locator("main").innerText())
          .to.match(/npm start/)
          .and.match(/createWorld\(hre/)
        await page.close()
      }
    })

    it("finds the guide for a word, and for an error that was pasted, before any type", async () => {
      const page = await open("", 1280, "light")
      await page.locator(".DocSearch-Button").click()
      for (const [query, wanted] of [
        ["node:test", "docs/testing-node.html"],
        ["InsufficientFees(required: 381280000000000, provided: 381279999999999)", "docs/messaging.html#pay-the-fee"],
        ["deploy", "docs/getting-started.html#deploy-and-send-from-a-script"],
        ["refund", "docs/swaps.html#see-a-refund"],
        ["waitForMessage", "docs/wait-for-message.html"],
        ["DEADLINE_PASSED", "docs/reference/errors.html#deadline_passed"],
      ] as const) {
        await page.locator(".search-input").fill(query)
        await page.locator(`.result[href^="${base}${wanted}"]`).first().waitFor()
        const found = await page.evaluate<string[]>(
          `[...document.querySelectorAll(".result")].map((one) => one.getAttribute("href"))`,
        )
        const own = found.map((href) => href.slice(base.length))
        expect(
          own.findIndex((href) => href.startsWith(wanted)),
          query,
        ).to.be.within(0, 2)
        // Of the first five, none is a type.
        expect(own.slice(0, 5).filter((href) => href.startsWith("api/"))).to.deep.equal([])
      }
      await page.close()
    })
  })
})
