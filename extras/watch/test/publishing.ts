import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import type { Browser } from "playwright-core"

import { watchStatus } from "../../../scripts/schemas/tasks/watch.js"
import { hash, mark, message, position } from "./fixtures/storeContents.js"
import { type AlertKind, alertKinds } from "#extras/watch/src/alerts/Alert.js"
import { createPublisher } from "#extras/watch/src/publishing/createPublisher.js"
import { type PublicPath, type PublicStatus, readStatus } from "#extras/watch/src/publishing/readStatus.js"
import { renderStatus } from "#extras/watch/src/publishing/renderStatus.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"
import { axeFindings } from "#test/fixtures/output/axe.js"
import { findChromium, startChromium } from "#test/fixtures/output/chromium.js"
import { worstText } from "#test/fixtures/output/hostileText.js"
import { lowestContrast, type PageWidth, pageWidth } from "#test/fixtures/output/pageProbes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const day = 24 * 60 * 60_000
const now = Date.UTC(2026, 11, 1, 9)
const chainName = (slug: number) => (slug === 1 ? "Arbitrum" : `chain ${slug}`)
const secret = "https://rpc.internal/v1/KEY GuardedPlug supply"

type Delivery = { readonly src?: number; readonly dst?: number; readonly since: number; readonly took: number }

/** A store of deliveries, in milliseconds, as they come from one. */
function storeOf(deliveries: readonly Delivery[], more: Partial<WatchStore> = {}): WatchStore {
  const store: Partial<WatchStore> = {
    async *arrivals(from) {
      for (const { src = 1, dst = 2, since, took } of await Promise.resolve(deliveries)) {
        if (since / 1_000 >= from) yield { src, dst, at: (since - took) / 1_000, since: since / 1_000 }
      }
    },
    countMessages: () => Promise.resolve([]),
    alerts: () => Promise.resolve(new Map()),
    ends: () => Promise.resolve([]),
    ...more,
  }
  return store as WatchStore
}

describe("what a watch publishes", () => {
  it("has the time that half and that 95 % of the messages took, of 30 days and of each", async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({ since: now, took: (100 - index) * 1_000 }))
    const { firstDay, lastDay, paths } = await readStatus(
      storeOf([
        ...hundred,
        { since: now - 29 * day - 9 * 3_600_000, took: 1_000_000 },
        // By the clocks of its chains it came before it was sent, and tomorrow.
        { src: 2, dst: 1, since: now + day, took: -5_000 },
        { src: 2, dst: 1, since: now - 30 * day, took: 9_000 },
      ]),
      { now, chainName },
    )
    expect([firstDay, lastDay]).to.deep.equal(["2026-11-02", "2026-12-01"])
    const ends = { srcChainSlug: 1, src: "Arbitrum", dstChainSlug: 2, dst: "chain 2" }
    const old = { day: "2026-11-02", delivered: 1, median: 1_000_000, p95: 1_000_000 }
    expect(paths).to.deep.equal([
      {
        ...ends,
        ...{ inFlight: 0, delivered: 101, median: 51_000, p95: 96_000 },
        days: [old, { day: "2026-12-01", delivered: 100, median: 50_000, p95: 95_000 }],
      },
      {
        ...{ srcChainSlug: 2, src: "chain 2", dstChainSlug: 1, dst: "Arbitrum", inFlight: 0 },
        ...{ delivered: 1, median: 0, p95: 0, days: [{ day: "2026-12-01", delivered: 1, median: 0, p95: 0 }] },
      },
    ])
  })

  it("has what is in flight, and of alerts the kind, the path and the times alone", async () => {
    const about = { says: secret, next: secret, cause: secret, srcPlug: secret, srcChainSlug: 1, dstChainSlug: 3 }
    const store = storeOf([], {
      countMessages: () =>
        Promise.resolve([
          { src: 1, dst: 3, status: "SEALED", count: 2 },
          { src: 1, dst: 3, status: "PROPOSED", count: 1 },
          { src: 1, dst: 4, status: "EXECUTION_SUCCESS", count: 9 },
        ]),
      alerts: () =>
        Promise.resolve(
          new Map([
            [`late:${secret}`, { kind: "late", ...about, raisedAt: now - 9_000 }],
            [`invariant:${secret}`, { kind: "broken", says: secret, raisedAt: now }],
          ]),
        ),
      ends: (since) =>
        Promise.resolve([
          { event: "over", alert: secret, kind: "stuck", ...about, lasted: 4_000, at: now - 1_000 },
          { event: "over", alert: secret, kind: "unverified", says: secret, dstChainSlug: 3, lasted: 1, at: since },
        ]),
    })
    const status = await readStatus(store, { now, chainName })
    const ends = { srcChainSlug: 1, src: "Arbitrum", dstChainSlug: 3, dst: "chain 3" }
    expect(status.paths).to.deep.equal([{ ...ends, inFlight: 3, delivered: 0, median: null, p95: null, days: [] }])
    expect(status.alerts).to.deep.equal([
      { kind: "broken", since: now, lasted: null },
      { kind: "late", ...ends, since: now - 9_000, lasted: null },
      { kind: "stuck", ...ends, since: now - 5_000, lasted: 4_000 },
      { kind: "unverified", since: Date.UTC(2026, 10, 2) - 1, lasted: 1 },
    ])
    for (const word of secret.split(" ")) expect(JSON.stringify(status) + renderStatus(status)).not.to.contain(word)
  })

  it("comes from a store, and an end of an alert stays in it for as long as what is over, whoever has read it", async () => {
    await using store = await createWatchStore("")
    await store.hold()
    for (const slug of [1, 2]) await store.openChain(slug, "here")
    await store.record(1, { messages: [message(1, 3), message(2, 3)], marks: [], position: position(4) }, 1_000)
    await store.record(2, { messages: [], marks: [mark("executed", hash(1), 9)], position: position(9) }, 2_000)
    const alert = { kind: "late", says: secret } as const
    const end = { event: "over", alert: "late:1", ...alert, lasted: 7, at: 50 }
    await store.unread("output", { limit: 9, fromStart: true })
    await store.setAlert("late:1", undefined, end)
    await store.markRead("output", 100)
    await store.prune(50 + 30 * day)
    expect(await store.unread("everything", { limit: 9, fromStart: true })).to.have.length(1)
    const { paths, alerts } = await readStatus(store, { now: 109_000, chainName })
    const ofPath = paths.map(({ srcChainSlug, dstChainSlug, inFlight, delivered, median }) => {
      return [srcChainSlug, dstChainSlug, inFlight, delivered, median]
    })
    expect([ofPath, alerts]).to.deep.equal([[[1, 2, 1, 1, 6_000]], [{ kind: "late", since: 43, lasted: 7 }]])
    expect(await store.ends(51)).to.deep.equal([])
    await store.prune(51 + 30 * day)
    expect(await store.ends(0)).to.deep.equal([])
  })
})

describe("the files that a watch publishes", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let target: string
  let clock: ManualClock
  beforeEach(async () => {
    folder = await temporaryFolder()
    target = path.join(folder.path, "public", "status")
    clock = createManualClock(now)
  })
  afterEach(() => folder[Symbol.asyncDispose]())
  const read = async () =>
    JSON.parse(await readFile(path.join(target, "status.json"), "utf8")) as PublicStatus & { schemaVersion: 1 }

  it("are written once a minute and at the end, into a folder that is made, and everybody may read them", async () => {
    const publisher = createPublisher(target, { store: storeOf([{ since: now, took: 1_000 }]), clock, chainName })
    expect(await publisher.write()).to.deep.equal([])
    expect((await readdir(target)).sort()).to.deep.equal(["index.html", "status.json"])
    expect(watchStatus.parse(await read())).to.include({ schemaVersion: 1, writtenAt: now })
    const page = path.join(target, "index.html")
    expect(await readFile(page, "utf8"))
      .to.contain("Arbitrum → chain 2")
      .and.contain("2026-12-01 09:00 UTC")
    const other = path.join(folder.path, "other")
    await writeFile(other, "")
    expect((await stat(page)).mode).to.equal((await stat(other)).mode & ~0o022)
    await clock.advance(59_999)
    await publisher.write()
    expect((await read()).writtenAt).to.equal(now)
    await clock.advance(1)
    await publisher.write()
    expect((await read()).writtenAt).to.equal(now + 60_000)
    await clock.advance(1)
    await publisher.write({ isLast: true })
    expect((await read()).writtenAt).to.equal(now + 60_001)
  })

  it("say why they cannot be written until they are, and replace nothing of another origin", async () => {
    const publisher = createPublisher(target, { store: storeOf([]), clock, chainName })
    await writeFile(path.join(folder.path, "public"), "")
    const [problem, ...others] = await publisher.write()
    expect([problem, others]).to.deep.equal([
      `Option "--publish": ${path.join(target, "status.json")} cannot be written: its folder is a file. Name a file in a folder.`,
      [],
    ])
    await rm(path.join(folder.path, "public"))
    expect(await publisher.write()).to.deep.equal([problem])
    await clock.advance(60_000)
    expect(await publisher.write()).to.deep.equal([])
    for (const name of ["index.html", "status.json"]) {
      const file = path.join(target, name)
      await writeFile(file, "own")
      expect((await publisher.write({ isLast: true }))[0]).to.contain(`${name} is not replaced`)
      expect(await readFile(file, "utf8")).to.equal("own")
      await rm(file)
      await symlink(path.join(folder.path, "elsewhere"), file)
      expect((await publisher.write({ isLast: true }))[0]).to.contain("a symbolic link")
      await rm(file)
    }
    expect(await readdir(folder.path)).to.deep.equal(["public"])
    await rm(target, { recursive: true })
    await mkdir(target)
    expect(await publisher.write({ isLast: true })).to.deep.equal([])
    expect(await readdir(target)).to.have.length(2)
  })
})

const hostile = [
  "<script>document.title='owned'</script>",
  "</title></style></svg><link rel=stylesheet href='http://127.0.0.1:9/x.css'>",
  "<img src=x onerror=\"document.title='owned'\">",
  '"><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  "--><svg/onload=\"fetch('http://127.0.0.1:9/')\">",
  "' onmouseover='alert(1)",
  worstText,
  "W".repeat(1500),
]

/** As many paths as 20 chains have, each chain with a name of others. */
function manyPaths(names: readonly string[], count: number): PublicStatus {
  const days = Array.from({ length: 30 }, (_, index) => {
    const text = new Date(now - index * day).toISOString().slice(0, 10)
    return { day: text, delivered: index * 7, median: index * 1_000, p95: index * 9_000 }
  })
  const times = { inFlight: 3, delivered: 300, median: 4_000, p95: 90_000, days }
  const paths = Array.from({ length: count }, (_, index): PublicPath => {
    const [src, dst] = [names[index % names.length]!, names[(index + 1) % names.length]!]
    return { srcChainSlug: index, src, dstChainSlug: index + 1, dst, ...times }
  })
  const alerts = [...alertKinds, ...names].map((kind, index) => {
    const { src, dst } = paths[index % paths.length]!
    return { kind: kind as AlertKind, src, dst, since: index === 0 ? 9e15 : now, lasted: index < 9 ? null : 60_000 }
  })
  return { writtenAt: now, firstDay: "2026-11-02", lastDay: "2026-12-01", paths, alerts }
}

describe("the page that a watch publishes", () => {
  it("has text of others as text, and no more than a hundred alerts", () => {
    const page = renderStatus(manyPaths(hostile, 8))
    const plain = renderStatus(manyPaths(["a"], 8))
    const tags = (html: string) => Map.groupBy(html.match(/<\/?[a-z]+/g) ?? [], (tag) => tag)
    for (const [tag, found] of tags(page)) expect([...tags(plain).keys()], found.join()).to.include(tag)
    expect(page).to.not.match(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/)
    const { alerts, ...others } = manyPaths(["a"], 8)
    const many = renderStatus({ ...others, alerts: Array.from({ length: 1_105 }, () => alerts[1]!) })
    expect(many.match(/is open</g)).to.have.length(100)
    expect(many).to.contain("1,105 alerts are open.").and.contain("1,005 more")
    expect(renderStatus({ ...others, paths: [], alerts: [] }))
      .to.contain("No alert is open.")
      .and.contain("No message")
  })

  describe("in Chromium", () => {
    let browser: Browser | undefined
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    before(async function () {
      if (!isDeep) return this.skip()
      const file = await findChromium()
      if (file === undefined) {
        console.log("\n  NOT TESTED: the page of a watch, because there is no Chromium.\n")
        return this.skip()
      }
      folder = await temporaryFolder()
      browser = await startChromium(file, ["--disable-gpu"])
    })
    after(async () => {
      await browser?.close()
      if (browser !== undefined) await folder[Symbol.asyncDispose]()
    })

    for (const [what, names] of [
      ["plain names", ["Arbitrum", "Optimism", "chain 42161"]],
      ["hostile names", hostile],
    ] as const) {
      deepIt(`is read at any width, by day and by night, and asks for nothing: ${what}`, async () => {
        const file = path.join(folder.path, `${names.length}.html`)
        await writeFile(file, renderStatus(manyPaths(names, 40)))
        for (const width of [360, 1280]) {
          for (const colorScheme of ["light", "dark"] as const) {
            const context = await browser!.newContext({ viewport: { width, height: 800 }, colorScheme })
            const page = await context.newPage()
            const seen: string[] = []
            page.on("request", (request) => seen.push(request.url()))
            for (const event of ["console", "pageerror", "dialog"] as const)
              page.on(event as "console", () => seen.push(event))
            const url = pathToFileURL(file).href
            await page.goto(url)
            expect(seen.filter((each) => each !== url && !each.startsWith("data:"))).to.deep.equal([])
            expect(await page.title()).to.equal("Cross-chain messages")
            expect(await page.evaluate<PageWidth>(pageWidth)).to.deep.equal({ scrolls: false, wide: [] })
            expect(await page.evaluate<number>(lowestContrast)).to.be.at.least(4.5)
            expect(await axeFindings(page)).to.deep.equal([])
            await context.close()
          }
        }
      })
    }

    deepIt(
      "is painted within 100 ms with the paths of 20 chains (PAGE_TIMES=exact; else only that it is not far more)",
      async () => {
        const file = path.join(folder.path, "many.html")
        await writeFile(file, renderStatus(manyPaths(["Arbitrum", "Optimism"], 380)))
        const page = await browser!.newPage()
        const paints: number[] = []
        for (let turn = 0; turn < 5; turn++) {
          await page.goto(pathToFileURL(file).href)
          const paint = `(async () => { for (;;) {
          const [first] = performance.getEntriesByName("first-contentful-paint")
          if (first !== undefined) return first.startTime
          await new Promise(requestAnimationFrame) } })()`
          paints.push(await page.evaluate<number>(paint))
        }
        const leisure = process.env["PAGE_TIMES"] === "exact" ? 1 : 20
        expect(paints.sort((one, other) => one - other)[2]).to.be.below(100 * leisure)
      },
    )
  })
})
