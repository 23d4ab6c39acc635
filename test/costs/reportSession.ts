import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { reportFolder, reportFolderVariable, saveMeasurements } from "#src/costs/measurementFiles.js"
import type * as ReportSession from "#src/costs/reportSession.js"
import type { WorldCosts } from "#src/costs/WorldCosts.js"
import type { Saved } from "#test/fixtures/costs/Saved.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** The session is one for a process, so each test gets a module of its own. */
let opened = 0
const open = async (): Promise<typeof ReportSession> => {
  const { href } = new URL("../../src/costs/reportSession.ts", import.meta.url)
  return (await import(`${href}?number=${(opened += 1)}`)) as typeof ReportSession
}

/** Does work in an environment in which no other report is made. */
async function apart(work: (file: string) => Promise<void>): Promise<void> {
  const before = reportFolder()
  Reflect.deleteProperty(process.env, reportFolderVariable)
  await using folder = await temporaryFolder()
  try {
    await work(path.join(folder.path, "costs.json"))
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, reportFolderVariable)
    else process.env[reportFolderVariable] = before
  }
}

const measured = async (): Promise<void> => {
  const credits = 5n
  const request = { contract: "App", functionName: "add", kind: "request", key: "request 1", credits } as const
  await saveMeasurements(reportFolder()!, [request])
}

const countIn = async (file: string): Promise<number | undefined> =>
  (JSON.parse(await readFile(file, "utf8")) as Saved<WorldCosts>).requests[0]?.credits.count

describe("the report of a process", () => {
  const options = (file: string) =>
    ({ plugsReport: false, plugsReportJson: file, plugsReportCompare: undefined }) as never

  it("is made of what one runner has measured, and begins again after it", async () => {
    await apart(async (file) => {
      const { openReport, reportRunner } = await open()
      await openReport(options(file))
      const folder = reportFolder()
      await openReport(options(`${file}.other`))
      expect(reportFolder()).to.equal(folder)
      await measured()
      await measured()
      expect(await reportRunner()).to.equal(false)
      expect(await countIn(file)).to.equal(2)
      await measured()
      await reportRunner()
      expect(await countIn(file)).to.equal(1)
    })
  })

  it("is one for all runners of a whole run, whether that fails or not", async () => {
    await apart(async (file) => {
      const { openReport, reportOnce, reportRunner } = await open()
      await openReport(options(file))
      const oneRunner = async (): Promise<void> => {
        await measured()
        expect(await reportRunner()).to.equal(false)
        expect(await countIn(file).catch(() => "no file")).to.equal("no file")
      }
      const both = () =>
        oneRunner()
          .then(oneRunner)
          .then(() => 7)
      expect(await reportOnce(both)).to.deep.equal({ result: 7, hasRisen: false })
      expect(await countIn(file)).to.equal(2)
      await reportOnce(() => Promise.reject(new Error("no"))).catch(() => undefined)
      await measured()
      await reportRunner()
      expect(await countIn(file)).to.equal(1)
    })
  })

  it("is none where it is not asked for, or where another process makes it", async () => {
    await apart(async (file) => {
      const none = await open()
      await none.openReport(options(undefined as never))
      expect(reportFolder()).to.equal(undefined)
      process.env[reportFolderVariable] = path.join(file, "of another process")
      await none.openReport(options(file))
      expect(await none.reportRunner()).to.equal(false)
      expect(await countIn(file).catch(() => "no file")).to.equal("no file")
    })
  })
})
