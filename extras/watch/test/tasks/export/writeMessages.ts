import { stat } from "node:fs/promises"
import path from "node:path"
import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

import { exportedColumns, type ExportedMessage } from "#extras/watch/src/store/exportedMessages.js"
import { loadSqlite, sqliteFull } from "#extras/watch/src/store/sqlite/openSqlite.js"
import { writeLines, writeMessages } from "#extras/watch/tasks/export.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

/** Messages with values of their own in each column, then what stops them. */
async function* messages(count: number, problem?: Error): AsyncGenerator<ExportedMessage> {
  for (let index = 0; index < count; index += 1) {
    await Promise.resolve()
    yield Object.fromEntries(exportedColumns.map(([name], column) => [name, valuesOf(index)[column]!]))
  }
  if (problem !== undefined) throw problem
}

const names = exportedColumns.map(([name]) => name)
const valuesOf = (index: number) =>
  exportedColumns.map(([name, type], column) =>
    type.startsWith("INTEGER") ? index * 100 + column : `${name} ${index}`,
  )

describe("writeMessages", () => {
  it("writes a line for each message, in CSV below the names, and counts them", async () => {
    const written = async (format: "csv" | "ndjson", count: number) => {
      let all = ""
      const counted = await writeLines(format, messages(count), (text) => {
        all += text
        return Promise.resolve()
      })
      return { counted, lines: all.split("\n") }
    }
    expect(await written("csv", 2)).to.deep.equal({
      ...{ counted: 2, lines: [names.join(","), valuesOf(0).join(","), valuesOf(1).join(","), ""] },
    })
    expect((await written("csv", 0)).lines).to.deep.equal([names.join(","), ""])
    const { counted, lines } = await written("ndjson", 2)
    const [first, second] = lines.slice(0, 2).map((line) => JSON.parse(line) as ExportedMessage)
    expect([counted, lines.length, first?.[names[0]!], second?.[names.at(-1)!]]).to.deep.equal([
      ...[2, 3, valuesOf(0)[0], valuesOf(1).at(-1)],
    ])
  })

  it("begins with a line only once the one before is taken", async () => {
    const [log, lines]: [string[], string[]] = [[], []]
    for (const format of ["csv", "ndjson"] as const) {
      const count = await writeLines(format, messages(2), async (text) => {
        log.push("begin")
        await setImmediate()
        lines.push(text)
        log.push("end")
      })
      expect([count, lines.length]).to.deep.equal([2, format === "csv" ? 3 : 2])
      expect(log).to.deep.equal(lines.flatMap(() => ["begin", "end"]))
      lines.length = log.length = 0
    }
  })

  it("writes files that only their owner reads", async () => {
    await using folder = await temporaryFolder()
    for (const format of ["csv", "ndjson", "sqlite"] as const) {
      const file = path.join(folder.path, `messages.${format}`)
      await writeMessages(file, format, messages(1))
      if (process.platform !== "win32") expect((await stat(file)).mode & 0o777, format).to.equal(0o600)
    }
  })

  it("writes a database with all or none of them, and says that the disk is full as of any other file", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "messages.sqlite")
    expect(await writeMessages(file, "sqlite", messages(2))).to.equal(2)
    const { DatabaseSync } = await loadSqlite()
    const read = (name: string, query: string) => {
      const database = new DatabaseSync(name, { readOnly: true })
      const rows = database
        .prepare(query)
        .all()
        .map((row) => Object.values(row))
      database.close()
      return rows
    }
    expect(read(file, "SELECT * FROM messages")).to.deep.equal([valuesOf(0), valuesOf(1)])
    expect(await rejection(writeMessages(file, "csv", messages(1)))).to.include({ code: "EEXIST" })

    const broken = new Error("down")
    const half = path.join(folder.path, "half.sqlite")
    expect(await rejection(writeMessages(half, "sqlite", messages(1, broken)))).to.equal(broken)
    const full = Object.assign(new Error("database or disk is full"), { errcode: sqliteFull })
    const left = path.join(folder.path, "full.sqlite")
    expect(await rejection(writeMessages(left, "sqlite", messages(1, full)))).to.include({ code: "ENOSPC" })
    for (const name of [half, left]) expect(read(name, "SELECT name FROM sqlite_master"), name).to.deep.equal([])
    // Nothing of it is open any more.
    for (const name of [file, half, left]) {
      using database = new DatabaseSync(name)
      database.exec("CREATE TABLE others (name TEXT)")
    }
  })
})
