import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, encodeErrorResult, type Hex, parseAbi, toHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { expectHarmless, worstText } from "#test/fixtures/output/hostileText.js"
import { revertsWith, revertsWithZeros } from "#test/fixtures/worlds/contractCode.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"

/** A text that draws lines of ours and does all that must not reach a terminal. */
const imitation = `refused\n  delivered EXECUTION_SUCCESS\n{"status":"EXECUTION_SUCCESS"}\n${worstText}`

/** What a contract answers every call with. */
const cheats: readonly { readonly what: string; readonly code: Hex }[] = [
  {
    what: "a revert whose text imitates our output",
    code: revertsWith(encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: [imitation] })),
  },
  { what: "a revert with 200 kilobytes", code: revertsWithZeros(200_000) },
  { what: "a revert with text that is no error", code: revertsWith(toHex(imitation)) },
  {
    what: "a revert with a long text",
    code: revertsWith(encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: ["\u001B[2J".repeat(2_000)] })),
  },
]

describe("a contract that cheats a messaging task", function () {
  let world: ExplainedWorld
  let start: Hex
  /** Plugs that nobody has connected. */
  let fresh: Record<"alpha" | "beta", Address>
  before(async () => {
    world = await createExplainedWorld()
    fresh = { alpha: await deployOn("alpha"), beta: await deployOn("beta") }
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    world.devnet.relay.resume()
    await world.devnet.revert(start)
  })
  after(() => world[Symbol.asyncDispose]())

  const chains = () => world.devnet.chains
  const sentFromAlpha = () =>
    chains().alpha.publicClient.getTransactionCount({ address: chains().alpha.walletClient.account.address })
  /** Replaces the plugs on one chain. */
  const replace = async (on: "alpha" | "beta", bytecode: Hex) => {
    for (const address of [world.counters[on], fresh[on]]) await chains()[on].testClient.setCode({ address, bytecode })
  }
  /** Sends a message that waits at its destination, where it was given up. */
  async function givenUp(): Promise<Hex> {
    const call = { address: world.counters.alpha, abi: counterArtifact.abi, functionName: "add" } as const
    const honest = (await chains().beta.publicClient.getCode({ address: world.counters.beta }))!
    await replace("beta", "0x5f5ffd")
    const hash = await send(chains().alpha, { ...call, args: [chains().beta.slug, 1n] })
    await eventually(() =>
      Promise.resolve(world.devnet.messagesFromTx(chains().alpha.slug, hash)[0]?.status === "EXECUTION_FAILURE"),
    )
    await replace("beta", honest)
    return hash
  }
  const deployOn = (on: "alpha" | "beta") => {
    const { contracts, walletClient } = chains()[on]
    return deploy(chains()[on], counterArtifact, [contracts.socket, walletClient.account.address])
  }
  const commands = {
    "messaging send": () => world.run([...sending(), "--yes"]),
    "messaging connect": () =>
      world.run(["messaging", "connect", fresh.alpha, fresh.beta, "--from", "alpha", "--to", "beta"]),
    "messaging wire": () => {
      const env = { PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: fresh } }) }
      return world.run(["messaging", "wire", "--apply", "--yes"], { env })
    },
  } as const
  const sending = () => [
    "messaging",
    "send",
    world.counters.alpha,
    "add(uint32,uint256)",
    "beta",
    "1",
    "--from",
    "alpha",
  ]

  /** What is printed is short, harmless, and has no line that the contract wrote. */
  function expectPlain({ stdout, stderr }: EndedCommand, what: string): void {
    for (const output of [stdout, stderr]) {
      expect(output.length, what).to.be.below(20_000)
      expectHarmless(output, { because: what })
      const lines = output.split("\n").map((line) => line.trim())
      expect(lines.filter((line) => /^(delivered EXECUTION|\{"status":"EXEC)/.test(line))).to.deep.equal([])
    }
  }

  deepIt("lets honest ones pass", async () => {
    for (const [name, run] of Object.entries(commands)) {
      const { code, stderr } = await run()
      expect(code, `${name}\n${stderr}`).to.equal(0)
    }
    const hash = await givenUp()
    expect((await world.run(["messaging", "retry", hash, "--from", "alpha", "--yes"])).code).to.equal(0)
  })

  for (const { what, code } of variants(cheats, 1)) {
    it(`S-13 refuses to send for, or to repeat, ${what}`, async () => {
      await replace("alpha", code)
      const before = await sentFromAlpha()
      for (const [name, run] of Object.entries(commands)) {
        const ended = await run()
        expect(ended.code, name).to.equal(1)
        expectPlain(ended, name)
      }
      expect(await sentFromAlpha()).to.equal(before)
    })

    it(`S-28 refuses to retry into ${what}`, async () => {
      const hash = await givenUp()
      await replace("beta", code)
      const ended = await world.run(["messaging", "retry", hash, "--from", "alpha", "--yes"])
      expect(ended.code).to.equal(1)
      expectPlain(ended, what)
    })
  }

  it("S-09 refuses to call a message delivered whose inbound succeeds in a simulation alone", async () => {
    const hash = await givenUp()
    // It stops where gas has no price, as in most simulations, and reverts otherwise.
    await replace("beta", "0x3a600557005b5f5ffd")
    const { code, stdout } = await world.run(["messaging", "retry", hash, "--from", "alpha", "--yes", "--json"])
    expect(code).to.be.oneOf([1, 2])
    expect(JSON.parse(stdout)).to.have.property("error")
    expect(stdout).not.to.contain("EXECUTION_SUCCESS")
    const [record] = world.devnet.messagesFromTx(chains().alpha.slug, hash)
    expect(record?.status).not.to.equal("EXECUTION_SUCCESS")
  })
})
