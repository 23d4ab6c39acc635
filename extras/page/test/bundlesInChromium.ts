import { expect } from "chai"
import { describe, it } from "mocha"

import { pagesInChromium } from "./fixtures/chromiumPage.js"
import { emptyFeed, messageChange, payloadChange, requestChange, routeChange } from "./fixtures/servedPage.js"

const leisure = process.env["PAGE_TIMES"] === "exact" ? 1 : 20

describe("bundles on the page of a devnet in Chromium", function () {
  const { open } = pagesInChromium()

  it("are opened to their parts with the keyboard alone, and a part leads back to what it belongs to", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(9))
    const swap = routeChange(1)
    feed.route(swap)
    feed.message(messageChange(1, { outboundTx: swap.inputTxHash! }))
    await using opened = await open(feed)
    const { page, url } = opened
    await page.locator('.row[data-kind="route"]').waitFor()
    expect(await page.locator(".list .row:not([hidden])").count()).to.equal(2)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/m/${swap.quoteId}`)
    await page.locator(".row", { hasText: "└" }).waitFor()
    await page.locator(".parts button").focus()
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/m/${messageChange(1).messageId}`)
    await page.locator(".details button", { hasText: "swap" }).click()
    await page.waitForURL(`${url}/m/${swap.quoteId}`)
    await page.keyboard.press("Escape")
    await page.locator(".row:not([hidden])", { hasText: "└" }).waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.className")).to.equal("list")
  })

  it("show what a part does within 100 ms, while there are 10,000 payloads in 2,500 requests", async () => {
    const feed = emptyFeed()
    for (let number = 0; number < 2500; number += 1) {
      feed.request(requestChange(number))
      for (let each = 0; each < 4; each += 1)
        feed.payload(payloadChange(number * 4 + each, { requestCount: number, chainSlug: 1 + (each % 2) }))
    }
    await using opened = await open(feed)
    const { page } = opened
    await page.locator(".count", { hasText: /^2500$/ }).waitFor()
    expect(await page.locator(".row").count()).to.be.below(60)
    const waits: number[] = []
    for (let number = 1; number <= 4; number += 1) {
      const seen = page.evaluate<number>(`(async () => {
        while (!document.querySelector("#row-0 .state").textContent.includes(" ${number} of 4")) await new Promise(requestAnimationFrame)
        return performance.timeOrigin + performance.now()
      })()`)
      await page.evaluate("new Promise(requestAnimationFrame)")
      const sentAt = performance.timeOrigin + performance.now()
      feed.payload(payloadChange(10_000 - number, { requestCount: 2499, status: "PROMISE_RESOLVED" }))
      waits.push((await seen) - sentAt)
    }
    if (leisure === 1) console.log(`      ${waits.map((wait) => wait.toFixed(0)).join(", ")} ms`)
    expect(waits.sort((one, other) => one - other)[1]).to.be.below(100 * leisure)
    await page.locator(".filters input").fill(payloadChange(4321).payloadId)
    await page.locator(".count", { hasText: /^1 of 2500$/ }).waitFor()
  })
})
