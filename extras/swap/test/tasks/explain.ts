import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { keccak256, toHex } from "viem"

import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

/** So that ages are in minutes, which a slow machine does not change. */
const anHourLater = createLaterClock(3_660_000)

describe("hardhat swap explain", function () {
  let world: ExplainedSwapWorld
  let quoteId: string
  let txHash: string
  before(async () => {
    world = await createExplainedSwapWorld()
    const { events } = await world.run(["swap", "execute", ...overPool("5"), "--yes", "--json"])
    ;({ quoteId, txHash } = events.at(-1) as { quoteId: string; txHash: string })
  })
  after(() => world[Symbol.asyncDispose]())

  it("prints text for people", async () => {
    expectGoldenCommand("swap/explain", await world.run(["swap", "explain", quoteId], { clock: anHourLater }))
  })

  it("ends with 3 where it cannot tell, and names the id", async () => {
    const unknown = keccak256(toHex("nothing"))
    for (const flags of [[], ["--json"]])
      expectGoldenCommand("swap/explain-unknown", await world.run(["swap", "explain", unknown, ...flags]))
  })

  it("finds a swap by its transaction, with its story", async () => {
    const { code, document } = await world.explain(txHash)
    expect([code, document.verdict, document.causes]).to.deep.equal([0, "delivered", []])
    expect(document.subject).to.include({ kind: "swap", quoteId, srcTxHash: txHash })
    expect(document.events.map(({ title }) => title)).to.include.members(["Swap sent", "Output paid"])
  })

  it("says what an id is that is not that of a quote", async () => {
    const messageId = `0x0000a029${"ab".repeat(20)}${"00".repeat(7)}05`
    const account = world.alpha.walletClient.account.address
    for (const [id, mend] of [
      [account, { who: /this is an address/, command: null }],
      [messageId, { who: /this is the id of one/, command: `npx hardhat messaging explain ${messageId}` }],
      [keccak256(toHex("on another chain")), { who: /on the chains of plugs.chains alone$/, command: null }],
      [quoteId.slice(2), { who: /^check the id/, command: null }],
    ] as const) {
      const { code, document } = await world.explain(id)
      expect(code, id).to.equal(3)
      expect(document.causes).to.have.length(1)
      expect(document.causes[0]).to.include({ name: "quote-unknown" })
      expect(document.causes[0]!.mend).to.include({ command: mend.command })
      expect(document.causes[0]!.mend!.who).to.match(mend.who)
    }
    for (const written of [quoteId.toUpperCase()]) {
      expect((await world.explain(written)).document).to.include({ verdict: "delivered" })
    }
  })

  it("refuses what is no id, before it asks anybody", async () => {
    for (const [args, says] of [
      [[], 'Argument "id": it is missing'],
      [["a".repeat(10_000)], "is not the id of a quote"],
      [["https://swap.example/status?quoteId=1"], "is not the id of a quote"],
      [["x $(x)"], "is not the id of a quote"],
    ] as const) {
      const { code, stderr } = await world.run(["swap", "explain", ...args])
      expect(code).to.equal(1)
      expect(stderr).to.contain(says)
    }
  })

  it("is interrupted by Ctrl-C, which is no finding", async () => {
    for (const method of ["eth_chainId", "eth_getTransactionReceipt"]) {
      const held = world.door.holdAt({ method, times: 1, when: "before" })
      await using explaining = world.start(["swap", "explain", quoteId])
      await held
      explaining.interrupt()
      const { code, stdout } = await explaining.ended
      expect(code).to.equal(130)
      expect(stdout).to.equal("")
      world.door.release()
    }
  })

  it("writes its story to a file", async () => {
    const file = path.join(world.root(), "story.md")
    const { code, stderr } = await world.run(["swap", "explain", quoteId, "--markdown", file])
    expect(code, stderr).to.equal(0)
    expect(await readFile(file, "utf8")).to.contain(quoteId)
  })

  deepIt("reads the journal alone: it takes no lock, and writes nothing", async () => {
    const held = world.door.holdAt({ method: "eth_sendTransaction", times: 2, when: "before" })
    const executing = world.start(["swap", "execute", ...overPool("6"), "--yes", "--json"], {
      env: { PLUGS_TEST_LOCAL: "alpha" },
    })
    const { quoteId: running } = await executing.event(({ event }) => event === "execution")
    await held
    const direct = { env: { PLUGS_TEST_ALPHA_URL: world.alpha.rpcUrl } }
    const [one, two] = await Promise.all([
      world.explain(running as string, direct),
      world.explain(running as string, direct),
    ])
    for (const { document } of [one, two]) expect(document.causes[0]).to.include({ name: "journal-held" })
    executing.ended.catch(() => undefined)
    await world.abandon()
  })
})
