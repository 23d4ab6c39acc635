import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createDepositRecords, type DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { namesIn } from "#src/primitives/files/privateFiles.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { journalEntry, routeOnWire, user } from "#test/fixtures/wire/swapRoutes.js"

const deposit = { chainId: 41_001, token: user, amount: "1", depositAddress: user }
const recordOf = (quoteId: string, more: Partial<DepositRecord> = {}): DepositRecord => ({
  request: { ...journalEntry().request, userOps: "deposit", refundAddress: user },
  route: quoteRouteSchema.parse(routeOnWire({ quoteId, userOp: "deposit", txData: null, approval: null, deposit })),
  ...{ inputValueInUsd: 1.5, fromBlock: 7n, ...more },
})

describe("createDepositRecords", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    temporary = await temporaryFolder()
  })
  after(() => temporary[Symbol.asyncDispose]())

  /** The folder of a test's own, with one record in it, and the file of that. */
  async function recorded(name: string, record: DepositRecord) {
    const folder = path.join(temporary.path, name)
    const records = createDepositRecords(folder, readUserKey)
    await records.write(record)
    const [file = ""] = await namesIn(folder)
    return { records, folder, file: path.join(folder, file) }
  }

  it("returns what was written, whatever the case of the id, and nothing of another quote", async () => {
    const record = recordOf("Q-1")
    const { records } = await recorded("own", record)
    for (const id of ["Q-1", "q-1"]) expect(await records.read(id), id).to.deep.equal(record)
    expect(await records.read("q-2")).to.equal(undefined)
    const paid = recordOf("Q-1", { paid: "the API said COMPLETED", fromBlock: 8n, inputValueInUsd: null })
    await records.write(paid)
    expect(await records.read("Q-1")).to.deep.equal(paid)
  })

  it("refuses a file that is no record of the quote, and names it", async () => {
    const { records, folder, file } = await recorded("damaged", recordOf("q-1"))
    const text = await readFile(file, "utf8")
    await records.write(recordOf("q-2"))
    const [, second] = (await namesIn(folder)).sort((one) => (file.endsWith(one) ? -1 : 1))
    const other = await readFile(path.join(folder, second!), "utf8")
    for (const foreign of [other, text.slice(0, -9), "{}", text.replace('"fromBlock": "7"', '"fromBlock": "6"')]) {
      await writeFile(file, foreign)
      const expected = { code: "JOURNAL_FOREIGN", facts: { file } }
      expect(await failure(records.read("q-1"))).to.containSubset(expected)
      expect((await records.inspect()).damaged).to.containSubset([expected])
    }
  })
})
