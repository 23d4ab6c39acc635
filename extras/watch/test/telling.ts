import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createAlertQueue, type Listener } from "#extras/watch/src/notifying/createAlertQueue.js"
import { createCommand } from "#extras/watch/src/notifying/createCommand.js"
import { createWebhook } from "#extras/watch/src/notifying/createWebhook.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import type { StoredEvent, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError, PlugsError } from "#src/primitives/PlugsError.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const alert: StoredEvent = {
  sequence: 7,
  fields: { event: "alert", kind: "late", says: "alpha → beta: <!channel> & late", next: "run $(touch x)", amount: 5n },
}

/** Sleeps without waiting. */
function quickClock(): Clock & { readonly slept: number[] } {
  let now = 1_000
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep(ms, signal) {
      // The limit of time of an attempt is as long as it is asked for.
      if (ms >= 10_000)
        return new Promise((_, reject) =>
          signal?.addEventListener("abort", () => {
            reject(signal.reason as Error)
          }),
        )
      slept.push(ms)
      now += ms
      return Promise.resolve()
    },
  }
}

/** How the documentation checks a signature. */
async function documentedCheck(): Promise<(headers: Headers, body: string, secret: string) => boolean> {
  const page = await readFile(new URL("../docs/watching.md", import.meta.url), "utf8")
  const [, code] = /### Verify the webhook.*?```ts\n(.*?)```/s.exec(page) ?? []
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, "isFromWatch.mts")
  await writeFile(file, code!)
  const module = (await import(pathToFileURL(file).href)) as { readonly isFromWatch: never }
  return module.isFromWatch
}

describe("the webhook of a watch", () => {
  function answering(...answers: readonly (number | Error)[]) {
    const requests: Request[] = []
    const fetch = ((request: Request) => {
      requests.push(request)
      const answer = answers[requests.length - 1] ?? 200
      if (answer instanceof Error) return Promise.reject(answer)
      return Promise.resolve(new Response("ok", { status: answer }))
    }) as typeof globalThis.fetch
    return { fetch, requests }
  }
  const url = "https://hooks.example/services/T0/secret-path"

  it("is posted the event, signed so that its time, its number and its body cannot be changed", async () => {
    const { fetch, requests } = answering()
    await createWebhook({ url, secret: "key", clock: quickClock(), fetch }).tell(alert)
    const [request] = requests
    expect([request?.method, request?.url]).to.deep.equal(["POST", url])
    const body = await request!.text()
    expect(JSON.parse(body)).to.deep.equal({ sequence: 7, ...alert.fields, amount: "5" })
    const header = (name: string) => request!.headers.get(name)
    const verify = await documentedCheck()
    expect(verify(request!.headers, body, "key")).to.equal(true)
    expect(verify(request!.headers, body, "another key")).to.equal(false)
    expect(verify(request!.headers, `${body} `, "key")).to.equal(false)
    for (const name of ["timestamp", "sequence", "signature"]) {
      const changed = new Headers(request!.headers)
      changed.set(`x-plugs-${name}`, `${header(`x-plugs-${name}`)}0`)
      expect(verify(changed, body, "key"), name).to.equal(false)
      changed.delete(`x-plugs-${name}`)
      expect(verify(changed, body, "key"), name).to.equal(false)
    }
    expect([header("x-plugs-sequence"), header("x-plugs-timestamp"), header("content-type")]).to.deep.equal([
      ...["7", "1000", "application/json"],
    ])
  })

  it("S-23 is posted a text that mentions and links nothing, in Slack's shape, and unsigned without a secret", async () => {
    const { fetch, requests } = answering()
    await createWebhook({ url, shape: "slack", clock: quickClock(), fetch }).tell(alert)
    const { text } = (await requests[0]!.json()) as { text: string }
    expect(text).to.equal("*late*  alpha → beta: &lt;!channel&gt; &amp; late\nrun $(touch x)")
    expect(requests[0]!.headers.has("x-plugs-signature")).to.equal(false)
  })

  it("is posted in Slack's shape that it is over, as what it was", async () => {
    const { fetch, requests } = answering()
    const over = { ...alert, fields: { event: "over", kind: "late", says: "alpha → beta: arrived" } } as const
    await createWebhook({ url, shape: "slack", clock: quickClock(), fetch }).tell(over)
    const { text } = (await requests[0]!.json()) as { text: string }
    expect(text).to.equal("Over: late  alpha → beta: arrived")
  })

  it("is posted again after a failure that can be temporary, and not after another one", async () => {
    const recovering = answering(503, new TypeError("fetch failed"), 200)
    await createWebhook({ url, clock: quickClock(), fetch: recovering.fetch }).tell(alert)
    expect(recovering.requests).to.have.length(3)
    for (const [status, times, isTemporary] of [
      [500, 4, true],
      [404, 1, false],
      [302, 1, false],
    ] as const) {
      const { fetch, requests } = answering(...Array.from({ length: 4 }, () => status))
      const webhook = createWebhook({ url, clock: quickClock(), fetch })
      const error: unknown = await webhook.tell(alert).catch((thrown: unknown) => thrown)
      if (!isPlugsError(error)) throw error
      expect([error.code, webhook.isTemporary(error)]).to.deep.equal(["WEBHOOK_FAILED", isTemporary])
      expect(requests).to.have.length(times)
      expect(error.next === "It is posted again.").to.equal(isTemporary)
      // The path is as good as a password.
      expect(`${JSON.stringify(error)} ${error.message} ${error.stack ?? ""}`).to.not.contain("secret-path")
    }
  })

  it("wants alerts and their ends, and nothing else that is told", () => {
    const { wants } = createWebhook({ url, clock: quickClock() })
    const told = ["alert", "over", "status", "reorg"].filter((event) => wants({ event }))
    expect(told).to.deep.equal(["alert", "over"])
  })

  it("is on this machine or encrypted", () => {
    const open = (insecure: string) => () => createWebhook({ url: insecure, clock: quickClock() })
    expect(open("http://hooks.example/x")).to.throw().with.property("code", "INSECURE_URL")
    expect(open("http://127.0.0.1:1/x")).to.not.throw()
  })
})

describe("the command of a watch", () => {
  const command = (script: string, ...args: string[]) =>
    createCommand({
      name: "command",
      wants: () => true,
      command: [process.execPath, "-e", script, ...args],
      clock: systemClock,
    })

  it("S-23 gets the event on standard input and in its environment, and no shell reads its arguments", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "got.json")
    const script = `
      const input = require("node:fs").readFileSync(0, "utf8")
      require("node:fs").writeFileSync(process.argv[1], JSON.stringify([input, process.env.PLUGS_EVENT, process.argv[2]]))`
    await command(script, file, "$(exit 3); `x` && *").tell(alert)
    const [input, inEnvironment, argument] = JSON.parse(await readFile(file, "utf8")) as string[]
    expect(JSON.parse(input!)).to.deep.equal({ sequence: 7, ...alert.fields, amount: "5" })
    expect(inEnvironment).to.equal(input!.trim())
    expect(argument).to.equal("$(exit 3); `x` && *")
  })

  it("is run for an event that is longer than a variable of the environment can be", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "got.json")
    const script = `
      const input = require("node:fs").readFileSync(0, "utf8")
      require("node:fs").writeFileSync(process.argv[1], JSON.stringify([input.length, process.env.PLUGS_EVENT ?? null]))`
    const long = { ...alert, fields: { ...alert.fields, says: "x".repeat(300_000) } }
    await command(script, file).tell(long)
    const [length, inEnvironment] = JSON.parse(await readFile(file, "utf8")) as [number, string | null]
    expect(length).to.be.above(300_000)
    expect(inEnvironment).to.equal(null)
  })

  it("is over when it has ended, though what it has started goes on and keeps its output open", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "started")
    const script = `
      const { pid } = require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], {
        stdio: ["ignore", "ignore", "inherit"],
        detached: true,
      })
      require("node:fs").writeFileSync(process.argv[1], String(pid))
      process.exit(0)`
    await command(script, file).tell(alert)
    // It throws if there is no such process any more.
    process.kill(Number(await readFile(file, "utf8")))
  })

  it("is said to have been ended by a signal, with the end of what it says", async function () {
    if (process.platform === "win32") this.skip()
    const script = "process.stderr.write('a'.repeat(3_000) + 'z', () => process.kill(process.pid, 'SIGTERM'))"
    const error = (await command(script)
      .tell(alert)
      .catch((thrown: unknown) => thrown)) as PlugsError
    const says = String(error.facts["standard error"])
    expect([error.facts["reason"], /^a+/.test(says), says.length]).to.deep.equal(["it was ended by SIGTERM", true, 300])
  })

  it("is said to have failed, with what it says, if it ends badly, does not exist, or does not end", async () => {
    const failures = [
      command("console.error('no key'); process.exit(3)"),
      createCommand({ name: "command", wants: () => true, command: ["/nowhere/at/all"], clock: systemClock }),
      createCommand({
        ...{ name: "command", wants: () => true },
        command: [process.execPath, "-e", "setInterval(() => {}, 1000)"],
        clock: { now: () => 0, sleep: () => Promise.resolve() },
      }),
    ]
    const errors = await Promise.all(failures.map((each) => each.tell(alert).catch((thrown: unknown) => thrown)))
    expect(errors.map((error) => isPlugsError(error) && error.code)).to.deep.equal(
      errors.map(() => "ALERT_COMMAND_FAILED"),
    )
    // What it has done already must not be done twice.
    expect(failures.map((each, index) => each.isTemporary(errors[index] as PlugsError))).to.deep.equal([
      ...[false, false, false],
    ])
    const facts = errors.map((error) => (error as PlugsError).facts)
    expect(facts.map(({ program }) => program)).to.deep.equal([process.execPath, "/nowhere/at/all", process.execPath])
    expect(facts[0]).to.include({ reason: "exit code 3", "standard error": "no key" })
    expect(facts[1]?.["reason"]).to.contain("ENOENT")
    expect([facts[2]?.["reason"], facts[2]?.["standard error"]]).to.deep.equal([
      ...["it did not end in 60 seconds", undefined],
    ])
  })
})

describe("the outbox of a watch", () => {
  class Failed extends PlugsError {
    readonly code = "FAILED"
    readonly isTemporary: boolean
    constructor(isTemporary: boolean) {
      super("It failed.")
      this.isTemporary = isTemporary
    }
  }
  async function outbox(listener: Partial<Listener>) {
    const told: number[] = []
    let read = 0
    const events = [1, 2, 3].map((sequence) => ({ sequence, fields: { event: sequence === 2 ? "status" : "alert" } }))
    const store = {
      unread: () => events.filter(({ sequence }) => sequence > read),
      markRead: (_: string, sequence: number) => (read = sequence),
    } as unknown as WatchStore
    const clock = { time: 0, now: () => clock.time }
    const tell = await createAlertQueue(
      {
        ...{
          name: "test",
          wants: ({ event }) => event === "alert",
          isTemporary: (error) => error instanceof Failed && error.isTemporary,
        },
        tell: ({ sequence }) => Promise.resolve(void told.push(sequence)),
        ...listener,
      },
      { store, clock },
    )
    return { tell, told, clock, read: () => read }
  }

  it("tells every alert in order, and writes down what was taken", async () => {
    const { tell, told, read } = await outbox({})
    expect(await tell()).to.equal(undefined)
    expect([told, read()]).to.deep.equal([[1, 3], 3])
    await tell()
    expect(told).to.deep.equal([1, 3])
  })

  it("tells what was found before it was asked for the first time, and nothing that is older than it", async () => {
    await using store = await createWatchStore("")
    const raise = (says: string) =>
      store.setAlert(says, { kind: "unsent", says, raisedAt: 1 }, { event: "alert", says })
    await raise("before")
    const told: unknown[] = []
    const listener = { name: "webhook", wants: () => true, isTemporary: () => false }
    const tell = ({ fields }: StoredEvent) => Promise.resolve(void told.push(fields["says"]))
    const outbox = await createAlertQueue({ ...listener, tell }, { store, clock: systemClock })
    await raise("at the first look")
    await outbox()
    expect(told).to.deep.equal(["at the first look"])
  })

  it("waits longer and longer for one that does not answer, and loses nothing", async () => {
    let isDown = true
    const tried: number[] = []
    const { tell, clock, read } = await outbox({
      tell: ({ sequence }) => {
        tried.push(sequence)
        return isDown ? Promise.reject(new Failed(true)) : Promise.resolve()
      },
    })
    expect(await tell()).to.be.instanceOf(Failed)
    clock.time = 4_999
    // It is said as long as it is so, and counted once.
    const counted: string[] = []
    expect(await tell(undefined, (name) => counted.push(name))).to.be.instanceOf(Failed)
    expect(counted).to.deep.equal([])
    clock.time = 5_000
    expect(await tell()).to.be.instanceOf(Failed)
    clock.time = 14_999
    await tell()
    expect([tried, read()]).to.deep.equal([[1, 1], 0])
    isDown = false
    clock.time = 15_000
    expect(await tell()).to.equal(undefined)
    expect([tried, read()]).to.deep.equal([[1, 1, 1, 3], 3])
  })

  it("waits ten minutes at most, and as short as at first once something was taken", async () => {
    let isDown = true
    const waits: number[] = []
    const { tell, clock } = await outbox({
      tell: ({ sequence }) => (isDown || sequence === 3 ? Promise.reject(new Failed(true)) : Promise.resolve()),
    })
    /** Looks every second until it is told again. */
    const untilNext = async (): Promise<number> => {
      const from = clock.time
      let failures = 0
      do {
        clock.time += 1_000
        await tell(undefined, () => (failures += 1))
      } while (failures === 0)
      return (clock.time - from) / 1_000
    }
    await tell()
    for (let turn = 0; turn < 9; turn += 1) waits.push(await untilNext())
    expect(waits).to.deep.equal([5, 10, 20, 40, 80, 160, 320, 600, 600])
    isDown = false
    // The first is taken, and the last is not.
    expect([await untilNext(), await untilNext(), await untilNext()]).to.deep.equal([600, 5, 10])
  })

  it("passes on its signal, and hides no bug of a listener", async () => {
    const signals: unknown[] = []
    const { signal } = new AbortController()
    const { tell } = await outbox({ tell: (_, given) => Promise.resolve(void signals.push(given)) })
    await tell(signal)
    expect(signals).to.deep.equal([signal, signal])
    const broken = await outbox({ tell: () => Promise.reject(new TypeError("a bug")) })
    expect(await broken.tell().catch(String)).to.equal("TypeError: a bug")
    expect(broken.read()).to.equal(0)
  })

  it("goes on after one that is refused for good, and says so", async () => {
    const { tell, read } = await outbox({
      tell: ({ sequence }) => (sequence === 1 ? Promise.reject(new Failed(false)) : Promise.resolve()),
    })
    expect(await tell()).to.be.instanceOf(Failed)
    expect(read()).to.equal(3)
  })
})
