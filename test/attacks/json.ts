import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createFastClock } from "../fixtures/clocks/fastClock.js"
import type { EndedCommand } from "../fixtures/commands/endedCommand.js"
import { runCommand } from "../fixtures/commands/taskCommand.js"
import { isDeep } from "../fixtures/depth.js"
import { answerJson, type HostileServer, startHostileServer } from "../fixtures/servers/hostileServer.js"
import {
  type Answers,
  fieldsOf,
  type ReadingTask,
  readingTasks,
  shortly,
  withValue,
} from "../fixtures/wire/readingTasks.js"

/** Values of every type that JSON has, which few programs expect. */
const odd: readonly unknown[] = [
  null,
  -1,
  1e308,
  0.1,
  2 ** 53,
  true,
  "",
  "-1",
  "1e400",
  "0x",
  "9".repeat(400),
  [],
  [[]],
  {},
  { __proto__: null, toString: null, length: -1 },
  ["constructor"],
]

describe("an API that lies to programs", function () {
  this.timeout(isDeep ? 600_000 : 60_000)
  let api: HostileServer
  let answers: Answers = {}
  before(async () => {
    api = await startHostileServer((socket, request) => {
      const { pathname } = new URL(request.path, "http://127.0.0.1")
      answerJson(answers[pathname] ?? {}, { status: pathname in answers ? 200 : 404 })(socket, request)
    })
  })
  after(async () => {
    await api.stop()
  })

  /** Runs a task with `--json`. It rejects where what is printed does not fit the schema of the task, and where it ends with a bug. */
  async function read({ args }: ReadingTask, given: Answers): Promise<EndedCommand> {
    answers = given
    return await runCommand([...args, "--json"], { port: api.port, clock: createFastClock(), apiAddsFields: true })
  }

  for (const [name, task] of Object.entries(readingTasks)) {
    it(`refuses to print what does not fit the schema of ${name}, whatever a field has`, async () => {
      for (const [index, { route, path }] of fieldsOf(task).entries()) {
        if (!isDeep && index % 4 > 0) continue
        const values = isDeep ? odd : [odd[index % odd.length]]
        for (const value of values) {
          const { stdout } = await read(task, { ...task.answers, [route]: withValue(task.answers[route], path, value) })
          expect(stdout).to.match(/^\{/)
        }
      }
      expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined)
    })

    it(`prints honest answers to ${name} as they are`, async () => {
      const endsLate = task.code === 3
      const args = task.args.map((arg) => (arg === shortly && !endsLate ? "40s" : arg))
      expect(await read({ ...task, args }, task.answers)).to.have.property("code", task.code ?? 0)
    })
  }
})
