import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, numberToHex, slice, zeroHash } from "viem"

import { writeReplayTest } from "#extras/forks/src/replay/writeReplayTest.js"
import { fee, openReplayedWorld, type ReplayedWorld } from "#extras/forks/test/fixtures/replayedWorld.js"
import { decodeRevert } from "#src/messaging/index.js"
import { replayMessage } from "#src/testing/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { isDeep } from "#test/fixtures/depth.js"

/** What the devnet itself knows to have become of a message. */
type Truth = {
  readonly kind: Kind
  readonly tx: Hex
  /** The transaction of the destination chain that tried it, if it is not the one that delivered it. */
  readonly at?: Hex
  readonly outcome: "delivered" | "reverted" | "out of gas"
  readonly reason: string | null
}

const kinds = [
  "delivered",
  "together",
  "with value",
  "reverted",
  "out of gas",
  "retried",
  "retried once",
  "given up",
] as const
type Kind = (typeof kinds)[number]

const seed = Number(process.env["TEST_SEED"] ?? Date.now() % 1_000_000)

/** In the repository, so that the written tests find its testing kit. */
const folder = "cache/replays"

describe("messages that are replayed", function () {
  it("come to what the chain made of them, whatever chance lets happen to them, and so do the tests of them", async () => {
    console.log(`      replays of the seed ${seed}`)
    await using world = await openReplayedWorld()
    const truths = await happen(world, isDeep ? 200 : 14)
    const texts: string[] = []
    for (const { kind, tx, at, outcome, reason } of truths) {
      const replay = await replayMessage(world.project, { from: "alpha", tx, at })
      const what = `seed ${seed}, ${kind}, ${tx}`
      expect(replay.replayed, what).to.include({ outcome, reason })
      expect(replay.differences, what).to.deep.equal([])
      expect(replay.happened?.outcome ?? outcome, what).to.equal(outcome)
      texts.push(writeReplayTest(replay, { from: "alpha", at: at ?? replay.happened?.txHash }))
    }
    const chosen = isDeep ? texts.slice(-50) : texts.slice(-2)
    const passing = await runWritten(world, chosen)
    expect(passing).to.match(new RegExp(`^ +${chosen.length} passing \\(.*\\)\\s*$`))
  })

  it("are delivered with the build that mends them, and only those are named", async () => {
    await using world = await openReplayedWorld()
    await world.call("beta", "refuseAll", [true])
    const random = createRandom(seed)
    const count = isDeep ? 40 : 6
    const sent = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const stays = random() < 0.4
        const payload: Hex = `${stays ? "0xff" : "0x01"}${numberToHex(index, { size: 4 }).slice(2)}`
        const tx = await world.call("alpha", "send", [world.devnet.chains.beta.slug, payload], fee)
        return { stays, messageId: (await world.reached(tx, "EXECUTION_FAILURE")).outbound.messageId }
      }),
    )
    const command = ["messaging", "replay", "--from", "alpha", "--all-failed", "--plug", world.plugs.alpha]
    const { code, stdout } = await world.run([...command, "--with", "MendedPlug", "--json"])
    const document = JSON.parse(stdout) as { readonly mended: readonly Hex[]; readonly failed: number }
    const mended = sent.filter(({ stays }) => !stays).map(({ messageId }) => messageId)
    expect(document.mended).to.have.members(mended)
    expect(document).to.include({ failed: count })
    expect(code).to.equal(mended.length === count ? 0 : 2)
  })
})

/** Lets messages happen, of which some are delivered, and some fail in their ways. */
async function happen(world: ReplayedWorld, count: number): Promise<readonly Truth[]> {
  const random = createRandom(seed)
  const { slug } = world.devnet.chains.beta
  const truths: Truth[] = []
  for (let index = 0; truths.length < count; index += 1) {
    const kind = kinds[index < kinds.length ? index : Math.floor(random() * kinds.length)] as Kind
    const payload = slice(keccak256(numberToHex(index)), 0, 1 + Math.floor(random() * 31))
    const refused = `InABadMood(payload: ${payload})`
    if (kind === "delivered" || kind === "together") {
      const sending = Array.from({ length: kind === "together" ? 3 : 1 }, () =>
        world.call("alpha", "send", [slug, payload], fee),
      )
      for (const tx of await Promise.all(sending)) {
        await world.reached(tx, "EXECUTION_SUCCESS")
        truths.push({ kind, tx, outcome: "delivered", reason: null })
      }
    } else if (kind === "with value") {
      const params = numberToHex((1n << 248n) | BigInt(1 + Math.floor(random() * 1e9)), { size: 32 })
      const tx = await world.call("alpha", "sendRaw", [slug, 150_000n, params, zeroHash, payload], fee)
      await world.reached(tx, "EXECUTION_SUCCESS")
      truths.push({ kind, tx, outcome: "delivered", reason: null })
    } else if (kind === "out of gas") {
      const limit = BigInt(1_000 + Math.floor(random() * 4_000))
      const tx = await world.call("alpha", "sendRaw", [slug, limit, zeroHash, zeroHash, payload], fee)
      const at = await world.attempt(await world.reached(tx, "EXECUTION_FAILURE"))
      const { status } = await world.devnet.chains.beta.publicClient.getTransactionReceipt({ hash: at })
      expect(status).to.equal("reverted")
      truths.push({ kind, tx, at, outcome: "out of gas", reason: "it ran out of gas" })
    } else {
      await world.call("beta", "refuse", [payload, true])
      const tx = await world.call("alpha", "send", [slug, payload], fee)
      const record = await world.reached(tx, "EXECUTION_FAILURE")
      const revertData = record.note?.stage === "failed" ? record.note.revertData : undefined
      expect(decodeRevert(revertData, [moodyPlugArtifact.abi])?.reason).to.equal(refused)
      const failed = kind === "given up" ? undefined : await world.attempt(record)
      if (kind === "retried" || kind === "retried once") {
        await world.call("beta", "refuse", [payload, false])
        await world.attempt(record, kind === "retried" ? 100_000n + BigInt(Math.floor(random() * 100_000)) : undefined)
      }
      const isLast = kind === "retried"
      truths.push({
        ...{ kind, tx, outcome: isLast ? "delivered" : "reverted", reason: isLast ? null : refused },
        ...(isLast || failed === undefined ? {} : { at: failed }),
      })
    }
  }
  return truths
}

/** Runs written tests as those of a project, and returns how it ended. */
async function runWritten({ urls }: ReplayedWorld, texts: readonly string[]): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const project = `import { originsProject } from "../../extras/forks/test/fixtures/originsProject.js"\n\nconst hre = await originsProject(${JSON.stringify(urls)})`
      const own = text
        .replace('import hre from "hardhat"', project)
        .replace('"hardhat-plugs/testing"', '"../../src/testing/index.js"')
      const file = `${folder}/replay${index}.ts`
      await writeFile(file, own)
      return file
    }),
  )
  const args = ["node_modules/hardhat/dist/src/cli.js", "test", "mocha", "--no-compile", ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout.slice(Math.max(0, stdout.search(/^ +\d+ passing/m)))
}

/** Numbers from 0 to below 1, the same for a seed. */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
