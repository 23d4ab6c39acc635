import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { RouteBusyError } from "#extras/swap/src/execution/executionErrors.js"
import {
  commandKey,
  type CommandRecords,
  createCommandRecords,
  forgetWhenOver,
} from "#extras/swap/src/execution/journal/commandRecords.js"
import { RouteExpiredError, RouteFailedError, RouteRefundedError } from "#extras/swap/src/following/trackingErrors.js"
import { routeStatusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import { AbortedError } from "#src/http/errors.js"
import { SubmissionUnclearError } from "#src/onchain/submission/Submission.js"
import { NotMinedError, TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { JournalUnusableError } from "#src/primitives/files/fileErrors.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, router, statusAt, user } from "#test/fixtures/wire/swapRoutes.js"

const ended = { route: routeStatusSchema.parse(statusAt("FAILED")), history: [] }
const hash = bytes32(1)
const command = commandKey({})
const clock = createManualClock()

/** Returns the record of the command that is left after a run. */
async function recordAfter(run: (commands: CommandRecords) => Promise<void>): Promise<string | undefined> {
  await using folder = await temporaryFolder()
  const commands = createCommandRecords(folder.path, readUserKey)
  await commands.write(command, quoteId)
  await run(commands)
  return await quoteOf(commands)
}

/** Returns the quote that the same command would resume. */
async function quoteOf(commands: CommandRecords): Promise<string | undefined> {
  const { quoteId: begun, endedAt } = (await commands.read(command))!
  return endedAt === undefined ? begun : undefined
}

/** Runs a command to its end, with one step that is shown. */
async function finish(commands: CommandRecords, show: () => Promise<void>, end?: Error): Promise<void> {
  async function* steps(): AsyncGenerator<string, void> {
    yield await Promise.resolve("shown")
    if (end !== undefined) throw end
  }
  for await (const step of forgetWhenOver({ commands, clock }, quoteId, steps())) if (step === "shown") await show()
}

const nothing = (): Promise<void> => Promise.resolve()

describe("forgetWhenOver", () => {
  it("forgets the command of a swap that completed, after its end was shown and not before", async () => {
    let whileShown: string | undefined
    const left = await recordAfter((commands) =>
      finish(commands, async () => {
        whileShown = await quoteOf(commands)
      }),
    )
    expect({ whileShown, left }).to.deep.equal({ whileShown: quoteId, left: undefined })
  })

  const ends = [
    new RouteFailedError(ended),
    new RouteRefundedError(ended),
    new TransactionRevertedError({ call: { address: router, functionName: "swap" }, hash, reason: undefined }),
  ]
  for (const end of ends) {
    it(`forgets the command of a swap that ended with ${end.code}`, async () => {
      const left = await recordAfter(async (commands) => {
        expect(await rejection(finish(commands, nothing, end))).to.equal(end)
      })
      expect(left).to.equal(undefined)
    })
  }

  const late = {
    source: "The API",
    missing: "It",
    waited: 1,
    lastState: "PENDING",
    history: [],
    subject: {},
    facts: {},
  }
  const interruptions = [
    new DeadlinePassedError({ ...late, next: "Wait.", lastError: undefined }),
    new AbortedError(),
    new NotMinedError({ hash, error: undefined }),
    new RouteExpiredError(ended),
    new SubmissionUnclearError({ account: user, nonce: 1, reason: "silence" }),
    new RouteBusyError({ quoteId, holder: "another" }),
    new Error("write EPIPE"),
  ]
  for (const error of interruptions) {
    it(`keeps the command of a swap that may go on, after ${error.name}`, async () => {
      const left = await recordAfter(async (commands) => {
        expect(await rejection(finish(commands, nothing, error))).to.equal(error)
      })
      expect(left).to.equal(quoteId)
    })
  }

  it("forgets it beside a record that another wrote, and says that it cannot where the system does not let it read", async () => {
    const endBeside = async (text: string, key: RecordsKey) => {
      await using folder = await temporaryFolder()
      const commands = createCommandRecords(folder.path, readUserKey)
      await commands.write(command, quoteId)
      await writeFile(path.join(folder.path, "0".repeat(40)), text)
      return await createCommandRecords(folder.path, key)
        .end(quoteId, 5)
        .then(
          () => quoteOf(commands),
          (error: unknown) => (error as PlugsError).code,
        )
    }
    const unusable = new JournalUnusableError({ folder: "/", file: undefined, reason: "no key", advice: "" })
    expect(await endBeside("{}", readUserKey)).to.equal(undefined)
    expect(await endBeside("{}", () => Promise.reject(unusable))).to.equal("JOURNAL_UNUSABLE")
  })

  it("keeps the command of a swap whose end cannot be shown, whatever the end is", async () => {
    const [end] = ends
    const broken = end ?? new Error("write EPIPE")
    const left = await recordAfter(async (commands) => {
      expect(await rejection(finish(commands, () => Promise.reject(broken)))).to.equal(broken)
    })
    expect(left).to.equal(quoteId)
  })
})
