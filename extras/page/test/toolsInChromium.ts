import { expect } from "chai"
import { describe, it } from "mocha"
import type { Page } from "playwright-core"

import { expectDone, pagesInChromium, rowOf } from "./fixtures/chromiumPage.js"
import { journeys } from "./fixtures/journeys.js"
import { address, emptyFeed, sendAnswer } from "./fixtures/servedPage.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { axeFindings } from "#test/fixtures/output/axe.js"
import { worstText } from "#test/fixtures/output/hostileText.js"
import { type PageWidth, pageWidth } from "#test/fixtures/output/pageProbes.js"

describe("the tools on the page of a devnet in Chromium", function () {
  const { open } = pagesInChromium()

  it("switches faults on and off with the line of a test beside each, in every tab, and nothing without the token", async () => {
    const feed = emptyFeed()
    await using opened = await open(feed)
    const { page, done, url } = opened
    const openFaults = async (tab: Page) => {
      await tab.locator("summary", { hasText: "Faults" }).click()
      return tab.locator("[data-fault=down]")
    }
    const down = await openFaults(page)
    const other = await page.context().newPage()
    await other.goto(`${url}/page`)
    const there = await openFaults(other)
    expect(await down.locator("p").innerText()).to.equal("A stage or an actor of the relay does nothing.")
    expect(await down.locator("code").innerText()).to.equal('await world.faults.down("seal")')
    await down.locator("select").first().selectOption("watcher")
    await down.locator("select").last().selectOption("beta")
    expect(await down.locator("code").innerText()).to.equal('await world.faults.down("watcher", { chain: "beta" })')
    await down.getByRole("switch").press("Enter")
    for (const tab of [down, there]) await tab.locator('[role=switch][aria-checked="true"]').waitFor()
    expect(await there.getByRole("switch").isDisabled()).to.equal(true)
    await down.getByRole("switch").press("Enter")
    for (const tab of [down, there]) await tab.locator('[role=switch][aria-checked="false"]').waitFor()
    await page.locator("[data-fault=outOfGas] input").first().fill("5")
    const line = "await world.faults.outOfGas({ gas: 5n, percent: 50 })"
    expect(await page.locator("[data-fault=outOfGas] code").innerText()).to.equal(line)
    await page.locator("[data-fault=outOfGas] [role=switch]").click()
    await page.locator('[data-fault=outOfGas] [aria-checked="true"]').waitFor()
    expect(done).to.deep.equal([
      'beginFault {"part":"watcher","chain":"beta","fault":"down"}',
      "endFault 1",
      'beginFault {"gas":"5","percent":50,"fault":"outOfGas"}',
    ])
  })

  it("shows what others wrote into a name, a line or an answer as text, and runs none of it", async () => {
    const feed = emptyFeed()
    const text = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>${worstText}`
    feed.standing({
      ...{ paused: [], snapshots: [{ id: text, at: 1 }] },
      faults: [{ id: 1, fault: "down", line: text, happened: 0 }],
    })
    await using opened = await open(feed)
    const { page, requests, complaints } = opened
    const answers = {
      faults: [
        { fault: "down", subject: "part", options: [{ name: text, kind: "text", choices: [text], value: text }] },
      ],
      wiring: {
        plugs: [1, 2].map((chainSlug) => ({ chainSlug, address: text, name: text, balance: text })),
        links: [{ from: 0, to: 1, switchboard: text, problem: text }],
        accounts: [{ address: text, balances: [text, text, text] }],
      },
      "trust?*": { says: text, report: text, command: text },
    }
    for (const [path, json] of Object.entries(answers))
      await page.route(`**/page/${path}`, (route) => route.fulfill({ json }))
    for (const title of ["Faults", "Snapshots", "Wiring"]) await page.locator("summary", { hasText: title }).click()
    await page.locator("[data-verb=forgers]").click()
    for (const shown of [
      ".faults code",
      ".timeline code",
      ".wiring td",
      ".wiring th",
      ".wiring svg text:nth-of-type(2)",
    ])
      await page.locator(shown).first().waitFor()
    expect(await page.locator(".faults code").first().innerText()).to.contain("<img src=x")
    for (const shown of ["td", "li [role=status]", "li pre", "li .command code"])
      await page.locator(`.wiring ${shown}`, { hasText: "<script>" }).first().waitFor()
    expect(await page.title()).to.equal("devnet")
    expect(await page.locator("#app img, #app script").count()).to.equal(0)
    const known = /^\/page(\/(events|faults|wiring|trust))?$/
    expect(requests.filter((path) => !known.test(path.replace(/[?#].*/s, "")) && !path.startsWith("data:"))).to.eql([])
    expect(complaints).to.deep.equal([])
  })

  it("takes snapshots, sets all chains back to one, and lets a day pass", async () => {
    await using opened = await open(emptyFeed())
    const { page, done } = opened
    await page.locator("summary", { hasText: "Snapshots" }).click()
    for (const id of ["0x1", "0x2"]) {
      await page.locator("[data-verb=snapshot]").click()
      await page.locator(`[data-snapshot="${id}"]`).waitFor()
    }
    const first = page.locator('[data-snapshot="0x1"]')
    expect(await first.locator("code").innerText()).to.equal('await devnet.revert("0x1")')
    await first.locator("[data-verb=revert]").click()
    await page.locator('[data-snapshot="0x2"]').waitFor({ state: "detached" })
    await page.locator("[data-verb=passDay]").click()
    await expectDone(done, ["snapshot", "snapshot", 'revert "0x1"', "passDay"])
  })

  it("sends a message by a connected plug, after it has said what that costs and which command does the same", async () => {
    await using opened = await open(journeys())
    const { page, done } = opened
    await page.locator("summary", { hasText: "Send a message" }).click()
    await page.locator(".send ~ div code").waitFor()
    expect(await page.locator(".send option").allTextContents()).to.deep.equal([
      "Greeter on alpha → Greeter on beta",
      "Greeter on beta → Greeter on alpha",
      ...sendAnswer.functions,
    ])
    const panel = page.locator(".panel", { has: page.locator(".send") })
    expect(await panel.locator(":scope > [role=status]").innerText()).to.equal(sendAnswer.says)
    expect(await panel.locator("code").innerText()).to.equal(sendAnswer.command)
    expect(await panel.locator("input").inputValue()).to.equal("beta hello")
    await panel.locator("input").fill("beta hi")
    await page.locator("[data-verb=send]").click()
    const call = { slug: 1, plug: address(1), signature: sendAnswer.functions[0], args: "beta hi", isSent: true }
    await eventually(() => Promise.resolve(done.at(-1) === `send ${JSON.stringify(call)}`))
  })

  const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    empty: (page) => page.locator(".empty").waitFor(),
    "a problem": async (page) => {
      await page.locator(".problems summary").click()
      await rowOf(page, "delivered").first().waitFor()
    },
    list: (page) => rowOf(page, "delivered").first().waitFor(),
    message: async (page) => {
      await rowOf(page, "reverting").click()
      await page.locator(".why button", { hasText: "Explain" }).click()
      await page.locator(".causes").waitFor()
    },
    request: async (page) => {
      await page.locator(".row[data-kind=request]").click()
      await page.locator(".parts").waitFor()
    },
    swap: async (page) => {
      await page.locator(".row[data-kind=route]").click()
      await page.locator(".parts").waitFor()
    },
    faults: async (page) => {
      await page.locator("summary", { hasText: "Faults" }).click()
      await page.locator("[data-fault=down] [role=switch]").click()
      await page.locator("[data-fault=down] [aria-checked=true]").waitFor()
    },
    send: async (page) => {
      await page.locator("summary", { hasText: "Send a message" }).click()
      await page.locator(".send ~ div code").waitFor()
    },
    snapshots: async (page) => {
      await page.locator("summary", { hasText: "Snapshots" }).click()
      await page.locator("[data-verb=snapshot]").click()
      await page.locator("[data-snapshot]").waitFor()
    },
    wiring: async (page) => {
      await page.locator("summary", { hasText: "Wiring" }).click()
      await page.locator("[data-verb=forgers]").first().click()
      await page.locator(".wiring li pre").waitFor()
    },
  }
  for (const [view, show] of Object.entries(views)) {
    it(`breaks no rule of WCAG 2.2 AA that axe knows, on a phone and a screen, by day and by night: ${view}`, async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of [360, 1280]) {
          const options = { colorScheme, viewport: { width, height: 800 } }
          await using opened = await open(view === "empty" ? emptyFeed() : journeys(), undefined, options)
          await show(opened.page)
          expect(await axeFindings(opened.page), `${colorScheme}, ${width}`).to.deep.equal([])
          expect((await opened.page.evaluate<PageWidth>(pageWidth)).scrolls, `${width}`).to.equal(false)
          const panels =
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.panels'))"
          expect(await opened.page.evaluate<number>(panels), `the tools at ${width}`).to.equal(0)
        }
      }
    })
  }

  it("draws a connection that is not mutual in red with a sign, and says why in words", async () => {
    await using opened = await open(emptyFeed())
    await opened.page.locator("summary", { hasText: "Wiring" }).click()
    await opened.page.locator(".wiring svg").waitFor()
    const panel = opened.page.locator(".wiring")
    expect(await panel.locator(".edge").count()).to.equal(2)
    expect(await panel.locator("text.red").allTextContents()).to.deep.equal(["✕"])
    expect(await panel.locator("svg").getAttribute("aria-label")).to.match(/list below/)
    expect(await panel.locator("li .revert").innerText()).to.match(
      /^✕ 0x000000…0003 on alpha → Greeter on beta, FAST: .* instead$/,
    )
    expect(await panel.locator("tbody").last().innerText()).to.match(/1 ETH\s+2 ETH\s+3 ETH/)
  })
})
