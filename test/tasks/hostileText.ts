import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"

import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep, runs } from "#test/fixtures/depth.js"
import { expectHarmless, hostileText, worstText } from "#test/fixtures/output/hostileText.js"
import { listenLocally, type LocalServer } from "#test/fixtures/servers/listenLocally.js"
import { tokensOnWire } from "#test/fixtures/servers/swapServer.js"
import {
  type Answers,
  fieldsOf,
  type ReadingTask,
  readingTasks,
  shortly,
  withValue,
} from "#test/fixtures/wire/readingTasks.js"
import { enveloped } from "#test/fixtures/wire/swapRoutes.js"

describe("S-26 text from outside, in every task", function () {
  let server: LocalServer
  let answers: Answers = {}
  let failing: { status: number; headers: Readonly<Record<string, string>> } | undefined

  before(async () => {
    server = await listenLocally(({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://127.0.0.1")
      if (failing !== undefined) response.writeHead(failing.status, failing.headers)
      else response.writeHead(pathname in answers ? 200 : 404, { "content-type": "application/json" })
      response.end(JSON.stringify(answers[pathname] ?? answers["any"] ?? {}))
    })
  })
  after(() => server[Symbol.asyncDispose]())

  async function run(
    { args }: ReadingTask,
    given: Answers,
    { json, isTerminal }: { json: boolean; isTerminal: boolean },
  ): Promise<EndedCommand> {
    answers = given
    const { port } = server
    const ended = await runCommand([...args, ...(json ? ["--json"] : [])], {
      port,
      clock: createFastClock(),
      apiAddsFields: true,
      terminal: { isTTY: isTerminal, columns: 200 },
    })
    const because = `${args.join(" ")} ${JSON.stringify(given)}`
    expectHarmless(ended.stdout, { isTerminal: isTerminal && !json, because })
    expectHarmless(ended.stderr, { isTerminal, because })
    return ended
  }

  deepIt("has answers to replace that every task shows", async () => {
    for (const [name, task] of Object.entries(readingTasks)) {
      // Others end by what they are answered, however busy the machine is.
      const endsLate = task.code === 3
      const args = task.args.map((arg) => (arg === shortly && !endsLate ? "40s" : arg))
      const { code, stdout, stderr } = await run({ ...task, args }, task.answers, { json: false, isTerminal: false })
      expect(code, `${name}\n${stdout}${stderr}`).to.equal(task.code ?? 0)
    }
  })

  for (const [name, task] of Object.entries(readingTasks)) {
    it(`is harmless in each field that ${name} reads`, async () => {
      for (const [index, { route, path }] of fieldsOf(task).entries()) {
        // The next property takes any of them.
        if (!isDeep && index % 10 > 0) continue
        const changed = { ...task.answers, [route]: withValue(task.answers[route], path, worstText) }
        const modes = [
          { json: false, isTerminal: index % 2 === 0 },
          { json: true, isTerminal: false },
        ]
        for (const mode of isDeep ? modes : [modes[index % 2]!]) await run(task, changed, mode)
      }
    })
  }

  it("is harmless whatever it is, in any fields at once, and in keys", async () => {
    const change = fc.constantFrom(...Object.values(readingTasks)).chain((task) =>
      fc.record({
        task: fc.constant(task),
        fields: fc.subarray(fieldsOf(task), { minLength: 1, maxLength: 3 }),
        text: hostileText,
        isKey: fc.boolean(),
        json: fc.boolean(),
        isTerminal: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(change, async ({ task, fields, text, isKey, ...mode }) => {
        const changed: Record<string, unknown> = { ...task.answers }
        for (const { route, path } of fields) {
          changed[route] = isKey
            ? withValue(changed[route], [...path.slice(0, -1), text], text)
            : withValue(changed[route], path, text)
        }
        await run(task, changed, mode)
      }),
      runs({ fast: 10, deep: 250 }),
    )
  })

  it("is harmless in errors and headers", async () => {
    const bodies = [
      { success: false, statusCode: 400, message: worstText },
      {
        status: "ERROR",
        code: worstText,
        message: { error: worstText, details: { error: { code: worstText, message: worstText } } },
      },
      worstText,
    ]
    for (const [nth, task] of Object.values(readingTasks).entries()) {
      for (const [index, status] of [400, 401, 404, 200, 302].entries()) {
        // Each of them from some tasks.
        if (!isDeep && (nth + index) % 5 > 0) continue
        const headers = {
          "server-req-id": "id\u009B35m\u0085",
          "content-type": "x\u009B35m",
          location: "https://a.org/",
        }
        failing = { status, headers }
        await run(task, { any: bodies[index % bodies.length] }, { json: index % 2 === 0, isTerminal: true })
      }
    }
    failing = undefined
  })

  it("keeps its value in JSON", async () => {
    const body = enveloped(tokensOnWire({ symbol: worstText, name: worstText }))
    const task = readingTasks["swap tokens"]!
    const { stdout } = await run(task, { "/swap/v3/swap/tokens/list": body }, { json: true, isTerminal: false })
    expect((JSON.parse(stdout) as { tokens: { symbol: string }[] }).tokens[0]?.symbol).to.equal(worstText)
  })
})
