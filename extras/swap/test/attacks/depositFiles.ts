import { copyFile, readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { entryFile, type StoredEntry } from "#test/fixtures/wire/journalEntries.js"
import { otherKey, readStored, writeAsUser } from "#test/fixtures/wire/recordFiles.js"
import { createExplainedSwapWorld, type ExplainedSwapWorld } from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

const thief = "0x00000000000000000000000000000000000000F7"
const refund = "0x00000000000000000000000000000000000000F8"

/** The records of deposits, after somebody else has written them. */
describe("S-24 files of deposits that somebody else wrote", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const sent = (): Promise<number> => world.alpha.publicClient.getTransactionCount({ address: world.user })
  const terms = (amount: string): string[] => [
    ...["swap", "execute", amount, "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC"],
    ...["--provider", "pool,curve", "--user-ops", "deposit", "--refund-address", refund],
  ]

  type Opened = { readonly quoteId: Hex; readonly address: string; readonly stderr: string }
  async function open(amount: string): Promise<Opened> {
    await using opening = world.start([...terms(amount), "--json"])
    const event = await opening.event(({ event }) => event === "deposit")
    opening.interrupt()
    const { stderr } = await opening.ended
    const { depositAddress } = event["deposit"] as { depositAddress: string }
    return { quoteId: event["quoteId"] as Hex, address: depositAddress, stderr }
  }
  /** The files of the project below a folder of its chain. */
  async function filesOf(kind: "deposits" | "commands"): Promise<string[]> {
    const swaps = path.join(world.root(), ".plugs", "swaps")
    const names = await readdir(swaps, { recursive: true })
    return names.filter((name) => new RegExp(`${kind}.[0-9a-f]{40}$`).test(name)).map((name) => path.join(swaps, name))
  }
  /** Has the record of the only deposit pay the thief. */
  async function redirect(): Promise<void> {
    const [file] = await filesOf("deposits")
    const text = await readFile(file!, "utf8")
    const { depositAddress } = (await readStored<{ route: { deposit: { depositAddress: string } } }>(file!)).route
      .deposit
    await writeFile(file!, text.replaceAll(depositAddress, thief))
  }

  it("shows no address of theirs, pays none, and opens no other deposit in its place", async () => {
    const first = await open("3")
    await redirect()
    const before = await sent()
    const pay = ["swap", "pay", first.quoteId, "--from", "alpha"]
    for (const [command, options] of [
      [[...terms("3"), "--json"], {}],
      [[...pay, "--yes"], {}],
      [pay, { answer: () => "y" }],
    ] as const) {
      const { code, stdout, stderr } = await world.run(command, options)
      expect(code).to.equal(1)
      expect(`${stdout}${stderr}`).to.contain("JOURNAL_FOREIGN")
      expect(stdout).to.not.contain("depositAddress")
    }
    expect(await sent()).to.equal(before)
  })

  deepIt("shows a deposit again that this user recorded", async () => {
    const first = await open("4")
    expect((await open("4")).address).to.equal(first.address)
  })

  deepIt("refuses the record of another command", async () => {
    const other = await open("500")
    const [command] = await filesOf("commands")
    await open("5")
    const planted = (await filesOf("commands")).find((file) => file !== command)!
    await copyFile(command!, planted)
    const { code, stdout, events } = await world.run([...terms("5"), "--json"])
    expect(code).to.equal(1)
    expect(events.at(-1)).to.have.nested.property("error.code", "JOURNAL_FOREIGN")
    expect(stdout).to.not.contain(other.address)
  })

  describe("an entry that says that a payment was signed", () => {
    /** Leaves a payment signed and unsent. */
    async function leave(amount: string): Promise<Opened> {
      const opened = await open(amount)
      const held = world.door.holdAt({ method: "eth_sendTransaction", times: 1, when: "before" })
      const paying = world.start(payment(opened, "--yes"))
      await held
      paying.ended.catch(() => undefined)
      await world.abandon()
      world.door.release()
      return opened
    }
    const payment = ({ quoteId, address }: Opened, ...more: string[]): string[] => [
      ...["swap", "pay", quoteId, "--from", "alpha", "--allow-target", address, ...more],
    ]

    deepIt("refuses one that pays another address than the record", async () => {
      const opened = await leave("7")
      const file = await entryFile(world.root(), opened.quoteId)
      const change = ({ route, submission, ...entry }: StoredEntry): object => {
        const deposit = { ...(route["deposit"] as object), depositAddress: thief }
        const data = String(submission.transaction["data"]).replace(
          opened.address.slice(2).toLowerCase(),
          thief.slice(2).toLowerCase(),
        )
        return {
          ...entry,
          route: { ...route, deposit },
          submission: { ...submission, transaction: { ...submission.transaction, data } },
          confirmed: [{ kind: "deposit", address: thief }],
        }
      }
      const record = change(await readStored<StoredEntry>(file))
      await writeAsUser(file, { purpose: "swap", record, key: otherKey })
      const before = await sent()
      for (const more of [["--yes"], []]) {
        const refused: EndedCommand = await world.run(payment(opened, ...more), { answer: () => "y" })
        expect(refused.code).to.equal(1)
        expect(refused.error?.code).to.equal("JOURNAL_FOREIGN")
      }
      expect(await sent()).to.equal(before)
    })

    deepIt("shows the plan and asks again, and pays once with a yes", async () => {
      const opened = await leave("8")
      const before = await sent()
      const asked: string[] = []
      const declined = await world.run(payment(opened), {
        answer: (question) => {
          asked.push(question)
          return "n"
        },
      })
      expect(declined.code).to.equal(130)
      expect(asked[0]).to.contain(opened.address).and.to.contain("8 USDC")
      expect(await sent()).to.equal(before)
      const paid = await world.run(payment(opened, "--yes"))
      expect(paid.code, paid.stderr).to.equal(0)
      expect(await sent()).to.equal(before + 1)
    })
  })
})
