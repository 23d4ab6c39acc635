import { copyFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { type Address, concat } from "viem"

import { cheatingRouterArtifact } from "#test/fixtures/artifacts/CheatingRouter.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { changeEntry, entryFile, type StoredEntry } from "#test/fixtures/wire/journalEntries.js"
import { otherKey, readStored, writeAsUser } from "#test/fixtures/wire/recordFiles.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"
import { deployRouteContract } from "#test/fixtures/worlds/swap/routeContracts.js"

/** What somebody gains who can write into a project's `.plugs`, and cannot change its configuration. */
describe("files that somebody else wrote", function () {
  let world: ExplainedSwapWorld
  let thief: Address
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const sent = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })

  /** The transaction of an entry, in the route and in what is said to be signed. */
  const sending = ({ route, submission }: StoredEntry, transaction: Record<string, unknown>) => {
    const { kind, object } = route["txData"] as { kind: string; object: object }
    return {
      route: { ...route, txData: { kind, object: { ...object, ...transaction } } },
      submission: { ...submission, transaction: { ...submission.transaction, ...transaction } },
    }
  }
  /** Has the file of a swap say that it goes to the thief, and that this was agreed to. */
  const redirected = (entry: StoredEntry, value: bigint): object => ({
    ...entry,
    ...sending(entry, { to: thief, value: String(value), data: concat(["0x12345678", world.user]) }),
    ...{ confirmed: [{ kind: "target", address: thief }], leastOut: "1" },
    limits: { allowedTargets: [thief], allowedSpenders: [thief], maxNativeFee: String(value), acceptLoss: 100 },
  })
  const ways = {
    "swap execute": (_quoteId: string, amount: string) => ["swap", "execute", ...overPool(amount)],
    "swap execute --resume": (quoteId: string) => ["swap", "execute", "--resume", quoteId, "--from", "alpha"],
    "swap resume": (quoteId: string) => ["swap", "resume", quoteId],
  } as const

  describe("S-24 an entry that says SIGNED", () => {
    /** How somebody can write it who does not have the user's key. The last one is what the user once wrote elsewhere. */
    const forgeries: Record<string, (file: string, entry: StoredEntry) => Promise<void>> = {
      "with the code that was there": async (file, entry) => {
        const code = (await readFile(file, "utf8")).split("\n").at(-2)!
        await writeFile(file, `${JSON.stringify(redirected(entry, 10n ** 20n), undefined, 2)}\n${code}\n`)
      },
      "without a code": (file, entry) => writeFile(file, JSON.stringify(redirected(entry, 10n ** 20n))),
      "under another user's key": (file, entry) =>
        writeAsUser(file, { purpose: "swap", record: redirected(entry, 10n ** 20n), key: otherKey }),
      "in a file of another chain": async (file, entry) => {
        const elsewhere = path.join(path.dirname(file), "..", "1", path.basename(file))
        await writeAsUser(elsewhere, { purpose: "swap", record: redirected(entry, 10n ** 20n) })
        await rename(elsewhere, file)
      },
    }

    for (const [name, command] of variants(Object.entries(ways), 1)) {
      it(`is not believed, whoever else wrote that it sends 100 ETH to a contract, by ${name}`, async () => {
        thief = await deployRouteContract(world.alpha, cheatingRouterArtifact, [])
        const quoteId = await world.leaveUnsent(overPool("46"))
        const file = await entryFile(world.root(), quoteId)
        const honest = await readFile(file)
        const before = await sent()
        for (const [how, forge] of Object.entries(forgeries)) {
          await writeFile(file, honest)
          await forge(file, await readStored<StoredEntry>(file))
          const ended = await world.run([...command(quoteId, "46"), "--yes", "--json"])
          expect(ended.code, how).to.equal(1)
          expect(ended.events.at(-1), how).to.have.nested.property("error.code", "JOURNAL_FOREIGN")
          expect(ended.events.at(-1)).to.have.nested.property("error.facts.file", file)
        }
        expect(await sent()).to.equal(before)
        expect(await world.balanceOf(world.alpha, "native", thief)).to.equal(0n)
        await writeFile(file, honest)
        const goesOn = await world.run([...command(quoteId, "46"), "--yes", "--json"])
        expect(goesOn.code, goesOn.stderr).to.equal(0)
        expect(await sent()).to.equal(before + 1)
      })

      deepIt(`is not sent a second time where an earlier one is put back, by ${name}`, async () => {
        const quoteId = await world.leaveUnsent(overPool("47"))
        await using earlier = await temporaryFolder()
        const records = path.join(world.root(), ".plugs")
        await cp(records, earlier.path, { recursive: true })
        const first = await world.run([...command(quoteId, "47"), "--yes", "--json"])
        expect(first.code, first.stderr).to.equal(0)
        const [before, owned] = [await sent(), await world.balanceOf(world.alpha, "usdc")]
        await cp(earlier.path, records, { recursive: true, force: true })
        const again = await world.run([...command(quoteId, "47"), "--yes", "--json"])
        expect(again.code, again.stderr).to.equal(0)
        expect(again.events[0]).to.include({ event: "resumed", quoteId })
        expect([await sent(), await world.balanceOf(world.alpha, "usdc")]).to.deep.equal([before, owned])
      })

      deepIt(`is missed where it was deleted before its end, or an earlier one laid over it, by ${name}`, async () => {
        const quoteId = await world.leaveUnsent(overPool("49"))
        const records = path.join(world.root(), ".plugs")
        await using kept = await temporaryFolder()
        await cp(records, kept.path, { recursive: true })
        const before = await sent()
        const run = async () => {
          const { code, events } = await world.run([...command(quoteId, "49"), "--yes", "--json"])
          return [code, (events.at(-1) as { error?: { code: string } }).error?.code]
        }
        const file = await entryFile(world.root(), quoteId)
        await rm(file)
        // It looks for the swap among those that are there.
        const missing = name === "swap resume" ? "INVALID_INPUT" : "JOURNAL_LOST"
        expect(await run()).to.deep.equal([1, missing])
        await rm(path.join(records, "swaps"), { recursive: true })
        if (name === "swap execute") expect(await run()).to.deep.equal([1, "JOURNAL_LOST"])
        const { writes, ...entry } = await readStored<StoredEntry & { writes: number }>(
          path.join(kept.path, path.relative(records, file)),
        )
        await cp(kept.path, records, { recursive: true, force: true })
        await writeAsUser(file, { purpose: "swap", record: { ...entry, writes: writes - 1 } })
        expect(await run()).to.deep.equal([1, "JOURNAL_LOST"])
        expect(await sent()).to.equal(before)
        await cp(kept.path, records, { recursive: true, force: true })
        expect(await run()).to.deep.equal([0, undefined])
        expect(await sent()).to.equal(before + 1)
      })

      it(`shows its plan and asks, by ${name}, and sends nothing without a yes`, async () => {
        const quoteId = await world.leaveUnsent(overPool("48"))
        const before = await sent()
        const asked: string[] = []
        const declined = await world.run(command(quoteId, "48"), {
          answer: (question) => {
            asked.push(question)
            return "n"
          },
        })
        expect(declined.code).to.equal(130)
        expect(asked).to.have.length(1)
        expect(asked[0]).to.contain("Swap 48 USDC")
        expect(declined.stderr).to.contain(`to ${world.devnet.market.alpha.router}`)
        if (!isDeep) return
        const unasked = await world.run(command(quoteId, "48"))
        expect(unasked.code).to.equal(1)
        expect(unasked.stderr).to.contain("Add --yes")
        expect(await sent()).to.equal(before)
        const agreed = await world.run(command(quoteId, "48"), { answer: () => "y" })
        expect(agreed.code, agreed.stderr).to.equal(0)
        expect(await sent()).to.equal(before + 1)
      })
    }

    deepIt("goes on with --yes after a real crash, because its target is in the list", async () => {
      const owned = await world.balanceOf(world.alpha, "usdc")
      await world.leaveUnsent(overPool("49"))
      const { code, stderr, events } = await world.run(["swap", "resume", "--yes", "--json"])
      expect(code, stderr).to.equal(0)
      expect(events.map(({ event }) => event)).to.include("plan")
      expect(owned - (await world.balanceOf(world.alpha, "usdc"))).to.equal(49_000_000n)
    })

    deepIt("refuses one whose name is of another swap", async () => {
      const one = await world.leaveUnsent(overPool("56"))
      const other = await world.leaveUnsent(overPool("57"))
      await copyFile(await entryFile(world.root(), other), await entryFile(world.root(), one))
      const before = await sent()
      const { code, events } = await world.run(["swap", "execute", ...overPool("56"), "--yes", "--json"])
      expect(code).to.equal(1)
      expect(events.at(-1)).to.have.nested.property("error.code", "JOURNAL_FOREIGN")
      expect(await sent()).to.equal(before)
    })

    deepIt("refuses one of another swap that is recorded for a command", async () => {
      const quoteId = await world.leaveUnsent(overPool("58"))
      const commands = path.join(path.dirname(await entryFile(world.root(), quoteId)), "commands")
      const [own] = await readdir(commands)
      await world.leaveUnsent(overPool("59"))
      const other = (await readdir(commands)).find((name) => name !== own)
      await copyFile(path.join(commands, other!), path.join(commands, own!))
      const before = await sent()
      const { code, events } = await world.run(["swap", "execute", ...overPool("58"), "--yes", "--json"])
      expect(code).to.equal(1)
      expect(events.at(-1)).to.have.nested.property("error.code", "JOURNAL_FOREIGN")
      expect(await sent()).to.equal(before)
    })

    deepIt("refuses one that says it was mined, when its chain has no such transaction", async () => {
      const quoteId = await world.leaveUnsent(overPool("54"))
      const hash = `0x${"ab".repeat(32)}`
      await changeEntry(world.root(), quoteId, ({ submission }) => ({
        state: "MINED",
        submission: { ...submission, hash },
      }))
      const before = await sent()
      for (const command of variants(Object.values(ways), 1)) {
        const { code, events } = await world.run([...command(quoteId, "54"), "--yes", "--json"])
        expect(code).to.equal(1)
        expect(events.at(-1)).to.have.nested.property("error.code", "SUBMISSION_UNCLEAR")
      }
      expect(await sent()).to.equal(before)
    })

    deepIt("refuses one whose nonce would be used up, unless that is confirmed", async () => {
      await world.leaveUnsent(overPool("50"))
      const [quoteId] = await recorded()
      await changeEntry(world.root(), quoteId!, ({ route }) => ({
        route: { ...route, expiresAt: Math.floor(Date.now() / 1_000) - 1 },
      }))
      const before = await sent()
      const ended = await world.run(["swap", "execute", ...overPool("50")], { answer: () => "n" })
      expect(ended.code).to.equal(130)
      expect(ended.stderr).to.match(/ 0\.000\d+ ETH\n.* nonce \d+/)
      expect(await sent()).to.equal(before)
    })
  })

  describe("S-25 a link in .plugs", () => {
    const places = {
      ".plugs itself": () => ".plugs",
      "its folder of swaps": () => ".plugs/swaps",
      "the folder of a chain": () => ".plugs/swaps/41001",
      "the folder of commands": () => ".plugs/swaps/41001/commands",
    } as const
    for (const [what, place] of Object.entries(places)) {
      it(`refuses ${what}, and writes nothing through it`, async () => {
        await using elsewhere = await temporaryFolder()
        const link = path.join(world.root(), place())
        await mkdir(path.dirname(link), { recursive: true })
        await symlink(elsewhere.path, link)
        const before = await sent()
        const { code, error, stderr } = await world.run(["swap", "execute", ...overPool("51"), "--yes"])
        expect(code).to.equal(1)
        expect(error?.code).to.equal("JOURNAL_UNUSABLE")
        expect(stderr).to.contain(link)
        expect(await sent()).to.equal(before)
        expect(await readdir(elsewhere.path)).to.deep.equal([])
      })
    }

    deepIt("refuses the file of a swap, and the lock of one", async () => {
      const quoteId = await world.leaveUnsent(overPool("52"))
      const file = await entryFile(world.root(), quoteId)
      const moved = path.join(world.root(), "moved")
      await rename(file, moved)
      await symlink(moved, file)
      const before = await sent()
      const linked = await world.run(["swap", "resume", quoteId, "--yes"])
      expect(linked.code).to.equal(1)
      expect(linked.error?.code).to.equal("JOURNAL_DAMAGED")
      expect(linked.stderr).to.contain(file)
      await rm(file)
      await rename(moved, file)
      const lock = path.join(path.dirname(file), `${quoteId}.7.lock`)
      await symlink("/dev/null", lock)
      const locked = await world.run(["swap", "resume", quoteId, "--yes"])
      expect(locked.code).to.equal(1)
      expect(locked.stderr).to.contain(lock)
      expect(await sent()).to.equal(before)
      await rm(lock)
      const honest = await world.run(["swap", "resume", quoteId, "--yes"])
      expect(honest.code, honest.stderr).to.equal(0)
    })

    deepIt("goes on in a project that is itself reached through a link", async () => {
      const link = `${world.root()}-link`
      await symlink(world.root(), link)
      try {
        const env = { PLUGS_TEST_ROOT: link }
        const { code, stderr } = await world.run(["swap", "execute", ...overPool("53"), "--yes"], { env })
        expect(code, stderr).to.equal(0)
      } finally {
        await rm(link)
      }
    })
  })

  deepIt("a file that is no swap is named by swap list, beside the swaps", async () => {
    const quoteId = await world.leaveUnsent(overPool("60"))
    const broken = path.join(path.dirname(await entryFile(world.root(), quoteId)), `${"0x".padEnd(66, "7")}.json`)
    await writeFile(broken, "{}")
    const { code, stdout, stderr } = await world.run(["swap", "list"])
    expect(code, stderr).to.equal(0)
    expect(stderr).to.contain("Left out").and.to.contain(path.basename(broken))
    expect(stdout).to.contain(quoteId.slice(0, 6))
    await rm(broken)
  })

  async function recorded(): Promise<string[]> {
    const { stdout } = await world.run(["swap", "list", "--json"])
    const { swaps } = JSON.parse(stdout) as { swaps: { quoteId: string }[] }
    return swaps.map(({ quoteId }) => quoteId)
  }
})
