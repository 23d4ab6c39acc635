import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { buildPage } from "../../../scripts/buildPage.js"
import { readerOf, stateIn } from "./fixtures/readStream.js"
import {
  address,
  emptyFeed,
  explained,
  faultForms,
  messageChange,
  requestChange,
  routesOf,
  servePage,
  token,
  trusted,
  wired,
} from "./fixtures/servedPage.js"
import { firstCommands } from "#extras/page/src/kinds.js"
import { readPage } from "#extras/page/src/routes.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { deepIt } from "#test/fixtures/depth.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const url = "http://127.0.0.1:8645"
const json = { "content-type": "application/json" }
const own = { ...json, "x-page-token": token }

const execute = promisify(execFile)

/** What a process has seen of its streams. */
type Opened = { readonly answered: number; readonly refused: number }

/** Opens 500 streams, each once the one before is answered, keeps them all, and ends once no more than 16 are left. */
const opensStreams = `
const [port, query] = process.argv.slice(1)
const open = new Set()
let answered = 0, refused = 0
const isOver = () => {
  if (answered + refused < 500 || open.size > 16) return
  console.log(JSON.stringify({ answered, refused }))
  process.exit()
}
const next = () => {
  if (answered + refused === 500) return isOver()
  const socket = require("node:net").connect(Number(port), "127.0.0.1")
  open.add(socket)
  socket.on("error", () => undefined).on("close", () => { open.delete(socket); isOver() })
  socket.once("data", (data) => {
    if (String(data).startsWith("HTTP/1.1 200")) answered += 1
    else refused += 1
    next()
  })
  socket.write("GET /page/events" + query + " HTTP/1.1\\r\\nhost: 127.0.0.1:" + port + "\\r\\n\\r\\n")
}
next()
`

describe("the page of a devnet", () => {
  let html: string
  before(async () => {
    html = await buildPage()
  })

  it("is one file of at most 25 kB compressed, which may run its own script and ask nobody but the devnet", async () => {
    const { app } = routesOf(emptyFeed())
    expect(gzipSync(html).length).to.be.below(25_000)
    expect(html.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/g)).to.equal(null)
    for (const path of ["/page", `/m/${bytes32(1)}`, "/m/%3Cscript%3E"]) {
      const response = await app.request(`${url}${path}`)
      expect(response.status).to.equal(200)
      const policy = response.headers.get("content-security-policy")!
      expect(policy).to.match(
        /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self'/,
      )
      expect(policy).to.contain("frame-ancestors 'none'").and.contain("require-trusted-types-for 'script'")
      expect(policy).to.not.match(/unsafe|https?:|\*/)
      expect(await response.text()).to.equal(html)
    }
  })

  it("names two commands that send a first message, which the documents have, too", async () => {
    const [readme, start] = await Promise.all(
      ["README.md", "docs/getting-started.md"].map((path) => readFile(path, "utf8")),
    )
    const send = /npx hardhat messaging send (\S+) (".*?" .* --track)/.exec(readme ?? "")!
    expect(html).to.contain("npx hardhat run scripts/deploy.ts").and.contain(send[1]).and.contain(send[2])
    expect(start).to.contain("npx hardhat run scripts/deploy.ts")
  })

  it("says so where it was not built", async () => {
    const missing = await readPage(new URL("missing.html", import.meta.url)).catch((error: unknown) => error)
    expect(missing).to.have.property("code", "ENOENT")
  })

  it("has nothing at other paths, which it says without a token, too", async () => {
    const { app } = routesOf(emptyFeed())
    const statusOf = async (method: string) =>
      (await app.request(`${url}/page/nothing`, { method, headers: json })).status
    expect([await statusOf("GET"), await statusOf("POST")]).to.deep.equal([404, 403])
  })

  it("S-30 does what a control says with the token of the link alone", async () => {
    const { app, done } = routesOf(emptyFeed())
    const press = async (verb: string, headers: Record<string, string>, method = "POST") =>
      (
        await app.request(`${url}/page/do/${verb}`, {
          method,
          headers,
          ...(method === "POST" ? { body: "{}" } : {}),
        })
      ).status
    for (const wrong of [json, { ...json, "x-page-token": "" }, { ...json, "x-page-token": token.replace("0", "1") }]) {
      expect(await press("pause", wrong)).to.equal(403)
    }
    expect(await press("pause", { "content-type": "text/plain", "x-page-token": token })).to.equal(415)
    expect(await press("pause", own, "GET")).to.equal(404)
    expect(await press("stop", own)).to.equal(404)
    expect(await press("constructor", own)).to.equal(404)
    expect(done).to.deep.equal([])
    for (const verb of ["pause", "step", "resume"]) expect(await press(verb, own)).to.equal(200)
    expect(done).to.deep.equal(["pause", "step", "resume"])
  })

  it("changes nothing where it is read-only, whatever token it is given", async () => {
    const { app, done } = routesOf(emptyFeed(), { isReadOnly: true })
    for (const headers of [json, own, { ...json, "x-page-token": "undefined" }, { ...json, "x-page-token": "" }]) {
      expect((await app.request(`${url}/page/do/pause`, { method: "POST", headers, body: "{}" })).status).to.equal(403)
    }
    expect(done).to.deep.equal([])
  })

  it("gives a control what the page has sent, and refuses what is no object of JSON or too long", async () => {
    const { app, done } = routesOf(emptyFeed())
    const send = async (body: string) =>
      (await app.request(`${url}/page/do/revert`, { method: "POST", headers: own, body })).status
    for (const wrong of ["", "{", "null", '"0x1"', "5"]) expect(await send(wrong), wrong).to.equal(400)
    expect(await send(JSON.stringify({ given: "0".repeat(9000) }))).to.equal(413)
    expect(done).to.deep.equal([])
    expect(await send('{"given":"0x1"}')).to.equal(200)
    expect(done).to.deep.equal(['revert "0x1"'])
  })

  it("says which faults there are and how plugs are wired, to those without the token, too", async () => {
    const { app } = routesOf(emptyFeed())
    expect(await (await app.request(`${url}/page/faults`)).json()).to.deep.equal(faultForms)
    expect(await (await app.request(`${url}/page/wiring`)).json()).to.deep.equal(wired)
  })

  it("says why a control has failed", async () => {
    const { app } = routesOf(emptyFeed(), {
      controls: { ...routesOf(emptyFeed()).controls, step: () => Promise.reject(new Error("seal fails")) },
    })
    const response = await app.request(`${url}/page/do/step`, { method: "POST", headers: own, body: "{}" })
    expect(response.status).to.equal(500)
    expect(await response.json()).to.deep.equal({ message: "seal fails" })
    const refusal = new InvalidInputError({ argument: "fault", problem: "there is none", fix: "Give one." })
    const { app: refusing } = routesOf(emptyFeed(), {
      controls: { ...routesOf(emptyFeed()).controls, beginFault: () => Promise.reject(refusal) },
    })
    const begin = { method: "POST", headers: own, body: "{}" }
    expect((await refusing.request(`${url}/page/do/beginFault`, begin)).status).to.equal(400)
  })

  it("S-30 refuses pages of other origins, whatever they ask and whatever they know", async () => {
    const { app, done } = routesOf(emptyFeed())
    const strangers: readonly Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1:1" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", "sec-fetch-dest": "iframe" },
      { host: "evil.example" },
    ]
    for (const stranger of strangers) {
      const ofMessage = ["explain", "test"].map((what) => `/page/${what}/${bytes32(1)}`)
      const ofPlug = ["functions", "call", "trust"].map((what) => `/page/${what}?slug=1`)
      for (const path of ["/page", "/page/events", "/page/faults", "/page/wiring", ...ofMessage, ...ofPlug]) {
        const response = await app.request(`${url}${path}`, { headers: stranger })
        expect(response.status, JSON.stringify(stranger)).to.equal(403)
        expect(response.headers.has("access-control-allow-origin")).to.equal(false)
      }
      const press = { method: "POST", headers: { ...own, ...stranger }, body: "{}" }
      expect((await app.request(`${url}/page/do/pause`, press)).status).to.equal(403)
    }
    expect(done).to.deep.equal([])
    const link = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }
    expect((await app.request(`${url}/page`, { headers: link })).status, "a link that the user follows").to.equal(200)
  })

  it("explains a message that it has kept, once for all who ask at a time", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(1))
    let asked = 0
    const answer = Promise.withResolvers<typeof explained>()
    const { app } = routesOf(feed, { explain: () => ((asked += 1), answer.promise) })
    const ask = async (id: string) => await app.request(`${url}/page/explain/${id}`)
    const both = [ask(bytes32(1)), ask(bytes32(1))]
    answer.resolve(explained)
    for (const response of await Promise.all(both)) expect(await response.json()).to.deep.equal(explained)
    expect(asked).to.equal(1)
    expect((await ask(bytes32(2))).status).to.equal(404)
    await ask(bytes32(1))
    expect(asked).to.equal(2)
  })

  it("runs commands that it has printed, with the token of the link alone, and nothing else", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(1))
    const { app, done } = routesOf(feed)
    const [connect, notForRunning] = explained.causes.map(({ mend }) => mend!.command!)
    const run = async (command: unknown, headers: Record<string, string> = own) => {
      const body = JSON.stringify({ command })
      return await app.request(`${url}/page/run`, { method: "POST", headers, body })
    }
    expect((await run(connect)).status, "before it was printed").to.equal(404)
    for (const headers of [json, { ...json, "x-page-token": token.replace("0", "1") }]) {
      await app.request(`${url}/page/explain/${bytes32(1)}`, { headers })
      expect((await run(connect)).status, "printed for somebody else").to.equal(404)
    }
    await app.request(`${url}/page/explain/${bytes32(1)}`, { headers: own })
    for (const wrong of [`${connect} --yes`, notForRunning, "rm -rf .", undefined, [connect], { connect }]) {
      expect((await run(wrong)).status, JSON.stringify(wrong)).to.equal(404)
    }
    for (const headers of [json, { ...json, "x-page-token": "x" }]) {
      expect((await run(connect, headers)).status).to.equal(403)
    }
    expect((await run(connect, { ...own, origin: "https://evil.example" })).status).to.equal(403)
    expect(done).to.deep.equal([])
    expect(await (await run(connect)).json()).to.deep.equal({ code: 0, output: "It is connected." })
    expect(done).to.deep.equal([connect])
    const readOnly = routesOf(feed, { isReadOnly: true })
    await readOnly.app.request(`${url}/page/explain/${bytes32(1)}`, { headers: own })
    const press = { method: "POST", headers: own, body: JSON.stringify({ command: connect }) }
    expect((await readOnly.app.request(`${url}/page/run`, press)).status).to.equal(403)
    expect(readOnly.done).to.deep.equal([])
  })

  it("S-30 runs a command that it has printed for the page of the link, while it is one of its last 1,000", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(1))
    let command = ""
    const mend = () => ({ ...explained.causes[0]!.mend!, command, isRunnable: true })
    const { app, done } = routesOf(feed, {
      explain: () => Promise.resolve({ ...explained, causes: [{ ...explained.causes[0]!, mend: mend() }] }),
    })
    const print = async (text: string, headers: Record<string, string> = own) => {
      command = text
      await app.request(`${url}/page/explain/${bytes32(1)}`, { headers })
    }
    const run = async (text: string) => {
      const body = JSON.stringify({ command: text })
      return (await app.request(`${url}/page/run`, { method: "POST", headers: own, body })).status
    }
    await print("first")
    expect(await run("first")).to.equal(200)
    for (let number = 0; number < 1001; number += 1) {
      await print(`s${number}`, number % 2 === 0 ? {} : { "x-page-token": token.replace("0", "1") })
      expect(await run(`s${number}`), "printed for somebody else").to.equal(404)
    }
    expect(await run("first"), "whatever others ask for").to.equal(200)
    for (let number = 0; number < 999; number += 1) await print(String(number))
    expect(await run("first")).to.equal(200)
    await print("last")
    expect(await run("first"), "too long ago").to.equal(404)
    expect(done).to.deep.equal(["first", "first", "first"])
  })

  it("runs the commands of a first message, which every page shows, with the token of the link alone", async () => {
    const { app, done } = routesOf(emptyFeed())
    for (const [headers, status] of [
      [json, 403],
      [own, 200],
    ] as const) {
      for (const command of firstCommands) {
        const asked = { method: "POST", headers, body: JSON.stringify({ command }) }
        expect((await app.request(`${url}/page/run`, asked)).status).to.equal(status)
      }
    }
    expect(done).to.deep.equal(firstCommands)
  })

  it("gives both ends of a path to what reads who can forge, and numbers that are none to nobody", async () => {
    const asked: unknown[] = []
    const { app } = routesOf(emptyFeed(), { trust: (...ends) => (asked.push(ends), Promise.resolve(trusted)) })
    const read = async (query: string) => await (await app.request(`${url}/page/trust?${query}`)).json()
    const path = `fromslug=1&fromplug=${address(1)}&slug=2&plug=${address(2)}`
    expect(await read(path)).to.deep.equal({ schemaVersion: 1, ...trusted })
    await read("slug=x")
    const nothing = { slug: Number.NaN, address: "" }
    expect(asked).to.deep.equal([[1, 2].map((slug) => ({ slug, address: address(slug) })), [nothing, nothing]])
  })

  it("gives a message or a request that it has kept as a test, and says why where too much has happened", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(1))
    const ask = async (id: string, more = {}) => await routesOf(feed, more).app.request(`${url}/page/test/${id}`)
    expect(await (await ask(bytes32(1))).json()).to.deep.equal({ schemaVersion: 1, test: `the test of ${bytes32(1)}` })
    feed.request(requestChange(3))
    expect(await (await ask("3")).json()).to.deep.equal({ schemaVersion: 1, test: "the test of 3" })
    for (const unknown of [bytes32(2), "4"]) expect((await ask(unknown)).status).to.equal(404)
    expect((await ask(bytes32(1), { copyAsTest: () => Promise.resolve(undefined) })).status).to.equal(409)
  })

  it("cuts off a reader that is too slow", async () => {
    const feed = emptyFeed({ maxEvents: 4 })
    const { app } = routesOf(feed)
    let destroyed = 0
    const env = { incoming: { socket: { destroy: () => (destroyed += 1) } } }
    const { body } = await app.request(`${url}/page/events`, {}, env)
    await body!.getReader().read()
    for (let number = 0; number < 4; number += 1) feed.message(messageChange(number))
    expect(destroyed).to.equal(0)
    feed.message(messageChange(4))
    expect(destroyed).to.equal(1)
  })

  deepIt(
    "S-30 no other program takes the place of the user's page: 1,000 streams of one leave those of the printed link alone",
    async () => {
      const feed = emptyFeed()
      const served = await servePage(feed)
      await using disposables = new Disposables()
      disposables.defer(() => served.close())
      const streamOf = async (query: string) => readerOf((await fetch(`${served.url}/page/events${query}`)).body)
      const before = await streamOf(`?token=${token}`)
      await before.read()
      const [guessing, stranger] = [`?token=${token.replace("0", "1")}`, ""].map((query) =>
        execute(process.execPath, ["-e", opensStreams, String(served.port), query]),
      )
      const opened = [await guessing, await stranger].map((ran) => JSON.parse(ran!.stdout) as Opened)
      for (const each of opened) expect(each).to.deep.equal({ answered: 500, refused: 0 })
      const after = await streamOf(`?token=${token}`)
      expect(stateIn(await after.read()).items).to.deep.equal([])
      expect((await fetch(`${served.url}/page`)).status).to.equal(200)
      feed.message(messageChange(1))
      for (const { read } of [before, after])
        expect((await read()).map(({ event }) => event)).to.deep.equal(["message"])
      for (const { cancel } of [before, after]) await cancel()
    },
  )

  it("closes the oldest of a client's streams for one more, each with its connection, and those of no other", async () => {
    const feed = emptyFeed()
    const { app } = routesOf(feed)
    const closed: string[] = []
    const open = async (name: string, query = "") => {
      const env = { incoming: { socket: { destroy: () => closed.push(name) } } }
      return await app.request(`${url}/page/events${query}`, {}, env)
    }
    const first = await open("first")
    expect(first.headers.get("content-type")).to.equal("text/event-stream")
    const link = await open("of the link", `?token=${token}`)
    for (const wrong of [token.slice(1), "", "undefined"]) await open(wrong, `?token=${wrong}`)
    for (let number = 4; number < 16; number += 1) await open(String(number))
    expect(closed).to.deep.equal([])
    await open("17")
    expect(closed).to.deep.equal(["first"])
    for (let number = 1; number < 16; number += 1) await open("link", `?token=${token}`)
    expect(closed).to.deep.equal(["first"])
    await open("link", `?token=${token}`)
    expect(closed).to.deep.equal(["first", "of the link"])
    await link.body!.cancel().catch(() => undefined)
  })
})
