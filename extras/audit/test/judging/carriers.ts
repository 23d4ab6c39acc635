import { readFile } from "node:fs/promises"

import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import {
  type Abi,
  type Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEventLogs,
  toHex,
  zeroHash,
} from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { BatchCall } from "#extras/audit/src/judging/Batch.js"
import { packMultiSend } from "#extras/audit/src/judging/carriers.js"
import { listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import {
  callOf,
  encodeCall,
  type JudgedWorld,
  multiSend,
  owner,
  startJudgedWorld,
  thief,
} from "#extras/audit/test/fixtures/judgedWorld.js"
import { ownedTokenArtifact } from "#test/fixtures/artifacts/OwnedToken.js"
import { ownTimelockArtifact } from "#test/fixtures/artifacts/OwnTimelock.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const minDelay = 3_600n
const managerAbi = parseAbi([
  "function execute(address target, bytes data) payable",
  "function schedule(address target, bytes data, uint48 when)",
  "function grantRole(uint64 roleId, address account, uint32 executionDelay)",
])

/** Where MultiSend is on other chains, and not on this one. */
const noMultiSend: Address = "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761"

/** What a random batch is made of. */
type Plan =
  | { readonly kind: "leaf" }
  | { readonly kind: (typeof carriers)[number]; readonly by: number; readonly inner: readonly Plan[] }
const carriers = [
  ...(["multiSend", "schedule", "scheduleBatch", "execute", "executeBatch"] as const),
  ...(["managerExecute", "managerSchedule"] as const),
]

const plans = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 4, depthSize: "large" },
    fc.constant<Plan>({ kind: "leaf" }),
    fc.record({
      kind: fc.constantFrom(...carriers),
      by: fc.nat({ max: 1 }),
      inner: fc.array(tie("plan"), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).plan

describe("S-20 calls that carry others", () => {
  let world: JudgedWorld
  /** Two timelocks that propose to each other, and two managers: one that executes at once, and one that only schedules. */
  let timelocks: Address[]
  let managers: { readonly atOnce: Address; readonly later: Address }
  before(async () => {
    world = await startJudgedWorld()
    const alpha = world.devnet.chains["alpha"]!
    const file = new URL(import.meta.resolve("@openzeppelin/contracts/build/contracts/AccessManager.json"))
    const { abi, bytecode } = JSON.parse(await readFile(file, "utf8")) as { abi: Abi; bytecode: Hex }
    const admin = alpha.walletClient.account.address
    timelocks = [
      await deploy(alpha, ownTimelockArtifact, [minDelay, [owner]]),
      await deploy(alpha, ownTimelockArtifact, [minDelay, [owner]]),
    ]
    const [atOnce, later] = [
      await deploy(alpha, { abi, bytecode }, [admin]),
      await deploy(alpha, { abi, bytecode }, [admin]),
    ]
    managers = { atOnce, later }
    for (const account of [owner, ...timelocks, atOnce, later]) {
      for (const [manager, delay] of [
        [atOnce, 0],
        [later, 100],
      ] as const)
        await send(admin, callOf(manager, encodeCall("grantRole", [0n, account, delay], managerAbi)))
      for (const timelock of timelocks) {
        for (const role of ["PROPOSER_ROLE", "EXECUTOR_ROLE"]) {
          const args = [keccak256(toHex(role)), account]
          await send(timelock, callOf(timelock, encodeCall("grantRole", args, ownTimelockArtifact.abi)))
        }
      }
    }
  })
  after(() => world.devnet.stop())

  async function send(from: Address, { to, data, value }: BatchCall): Promise<void> {
    const { testClient, walletClient, publicClient } = world.devnet.chains["alpha"]!
    await testClient.impersonateAccount({ address: from })
    await testClient.setBalance({ address: from, value: 10n ** 20n })
    const hash = await walletClient.sendTransaction({ account: from, to, data, value, gas: 15_000_000n })
    const { status } = await publicClient.waitForTransactionReceipt({ hash })
    if (status !== "success") throw new Error(`a call of ${to} reverts`)
  }

  /** Lets a time pass that is longer than any delay of one carrier, and shorter than that after which a manager forgets. */
  async function wait(): Promise<void> {
    const { testClient } = world.devnet.chains["alpha"]!
    await testClient.increaseTime({ seconds: Number(minDelay) + 10 })
    await testClient.mine({ blocks: 1 })
  }

  const timelockCall = (functionName: string, args: readonly unknown[]): Hex =>
    encodeCall(functionName, args, ownTimelockArtifact.abi)
  const batchOf = (calls: readonly BatchCall[]) =>
    [calls.map(({ to }) => to), calls.map(({ value }) => value), calls.map(({ data }) => data)] as const

  deepIt(
    "are judged for what they do: what is judged of a random batch is what it does when it is really sent, with all that it schedules",
    async () => {
      const property = fc.asyncProperty(fc.array(plans, { minLength: 1, maxLength: 3 }), async (planned) => {
        const snapshot = await world.devnet.snapshot()
        let count = 0
        /** What is scheduled before the batch, so that it can be executed in it. */
        const ahead: BatchCall[] = []
        /** What executes the calls that are scheduled, once the time has passed, in rounds: those of the second are scheduled in the first. */
        const rounds: (readonly [from: Address, call: BatchCall])[][] = []
        const contents = new Map<BatchCall, readonly BatchCall[]>()
        const own = (calls: readonly BatchCall[]): BatchCall[] =>
          calls.flatMap((call) => (contents.has(call) ? own(contents.get(call)!) : [call]))
        const build = (plan: Plan, from: Address, round: number): BatchCall[] => {
          count += 1
          const spender = at(0x5000 + count)
          const leaf = callOf(world.token, encodeCall("approve", [spender, BigInt(count)], ownedTokenArtifact.abi))
          if (plan.kind === "leaf") return [leaf]
          if (plan.kind === "multiSend") {
            // Only what the account itself does can run the code of MultiSend.
            const inner = plan.inner.flatMap((one) => build(one, from, round))
            if (from !== owner) return inner
            const packed = callOf(multiSend, packMultiSend(inner), { operation: 1 })
            contents.set(packed, inner)
            return [packed]
          }
          const salt = numberToHex(count, { size: 32 })
          if (plan.kind.startsWith("manager")) {
            const isLater = plan.kind === "managerSchedule"
            const manager = isLater ? managers.later : managers.atOnce
            // A manager makes no call of its own functions.
            if (from === manager) return plan.inner.flatMap((one) => build(one, from, round))
            return plan.inner.flatMap((one) =>
              build(one, manager, round + (isLater ? 1 : 0)).map(({ to, data }) => {
                const execute = callOf(manager, encodeCall("execute", [to, data], managerAbi))
                if (!isLater) return execute
                ;(rounds[round] ??= []).push([from, execute])
                return callOf(manager, encodeCall("schedule", [to, data, 0], managerAbi))
              }),
            )
          }
          const timelock = timelocks[plan.by] as Address
          const isLater = plan.kind.startsWith("schedule")
          const calls = plan.inner.flatMap((one) => build(one, timelock, round + (isLater ? 1 : 0)))
          const groups = plan.kind.endsWith("Batch")
            ? [batchOf(calls)]
            : calls.map(({ to, value, data }) => [to, value, data])
          const suffix = plan.kind.endsWith("Batch") ? "Batch" : ""
          return groups.map((group, index) => {
            const own = suffix === "" ? numberToHex(BigInt(salt) * 100n + BigInt(index), { size: 32 }) : salt
            const schedule = callOf(timelock, timelockCall(`schedule${suffix}`, [...group, zeroHash, own, minDelay]))
            const execute = callOf(timelock, timelockCall(`execute${suffix}`, [...group, zeroHash, own]))
            if (!isLater) ahead.push(schedule)
            else (rounds[round] ??= []).push([owner, execute])
            return isLater ? schedule : execute
          })
        }
        try {
          const batch = planned.flatMap((plan) => build(plan, owner, 0))
          for (const call of ahead) await send(owner, call)
          await wait()

          const { batches, steps, notJudged } = await world.judge(batch)
          expect([notJudged, steps.filter(({ status }) => status !== "applied")]).to.deep.equal([[], []])
          const judged = steps.flatMap(({ effects }) => approvalsIn(effects?.logs ?? []))

          const { publicClient } = world.devnet.chains["alpha"]!
          const first = (await publicClient.getBlockNumber()) + 1n
          for (const call of own(batch)) await send(owner, call)
          for (const round of rounds) {
            await wait()
            for (const [from, call] of round) await send(from, call)
          }
          const logs = await publicClient.getLogs({ address: world.token, fromBlock: first })
          expect(judged.toSorted()).to.deep.equal(approvalsIn(logs).toSorted())
          const leaves = listCalls(batches[0]!.calls).filter(({ to }) => to === world.token)
          expect(leaves.length).to.equal(judged.length)
        } finally {
          await world.devnet.revert(snapshot)
        }
      })
      // Each carrier is there in any case.
      const examples: [Plan[]][] = carriers.map((kind) => [
        [{ kind, by: 1, inner: [{ kind: "leaf" }, { kind: "leaf" }] }],
      ])
      await fc.assert(property, { ...runs({ fast: 12, deep: 75 }), examples })
    },
  )

  const approvalsIn = (logs: readonly object[]): string[] =>
    parseEventLogs({ abi: ownedTokenArtifact.abi, eventName: "Approval", logs: logs as never[] }).map(({ args }) =>
      JSON.stringify(Object.values(args as object).map(String)),
    )
  describe("of a timelock that owns a plug", () => {
    let plugs: Readonly<Record<"alpha" | "beta", Address>>
    before(async () => {
      const { alpha, beta } = world.devnet.chains as Record<"alpha" | "beta", (typeof world.devnet.chains)[string]>
      plugs = {
        alpha: await deploy(alpha, counterArtifact, [alpha.contracts.socket, timelocks[0]]),
        beta: await deploy(beta, counterArtifact, [beta.contracts.socket, owner]),
      }
    })

    const connect = (): BatchCall => world.connecting(plugs, "alpha")
    const handOver = (): BatchCall => callOf(plugs.alpha, encodeCall("transferOwnership", [thief]))
    const schedule = (call: BatchCall, timelock = timelocks[0]!): BatchCall =>
      callOf(timelock, timelockCall("schedule", [call.to, call.value, call.data, zeroHash, zeroHash, minDelay]))
    const scheduleBatch = (...calls: BatchCall[]): BatchCall =>
      callOf(timelocks[0]!, timelockCall("scheduleBatch", [...batchOf(calls), zeroHash, zeroHash, minDelay]))
    const ownTimelock = (functionName: string, args: readonly unknown[]): BatchCall =>
      callOf(timelocks[0]!, timelockCall(functionName, args))
    const pack = (...calls: BatchCall[]): BatchCall => callOf(multiSend, packMultiSend(calls), { operation: 1 })
    const judge = async (...calls: BatchCall[]) => {
      const { verdict, found, wiring, steps } = await world.judge(calls, { wiring: { counters: { contracts: plugs } } })
      return {
        verdict,
        found: [...new Set(found)].toSorted(),
        done: wiring.done,
        steps: steps.map(({ number }) => number),
      }
    }
    const asWired = { verdict: "as wired", found: [], done: 1 }

    deepIt("finds nothing in a connection of the wiring that is scheduled, alone, in a batch, or packed", async () => {
      expect(await judge(schedule(connect()))).to.deep.equal({ ...asWired, steps: ["1", "scheduled 1"] })
      expect(await judge(scheduleBatch(connect(), connect()))).to.deep.equal({
        ...{ ...asWired, steps: ["1", "scheduled 1.1", "scheduled 1.2"] },
      })
      expect(await judge(pack(pack(schedule(connect()))))).to.deep.equal({
        ...asWired,
        steps: ["1.1.1", "scheduled 1"],
      })
    })

    const attacks: readonly (readonly [what: string, calls: () => BatchCall[], found: readonly string[]])[] = [
      ["hands the plug over", () => [schedule(handOver())], ["OWNER scheduled 1", "STORAGE scheduled 1"]],
      [
        "hands it over behind a connection",
        () => [pack(scheduleBatch(connect(), handOver()))],
        ["OWNER scheduled 1.2", "STORAGE scheduled 1.2"],
      ],
      [
        "hands it over in what it schedules to schedule",
        () => [schedule(schedule(handOver()))],
        ["OWNER scheduled 2", "STORAGE scheduled 2"],
      ],
      [
        "needs no delay any more",
        () => [schedule(ownTimelock("updateDelay", [0n]))],
        ["STORAGE scheduled 1", "UNDECODED 1.1"],
      ],
      [
        "lets somebody else propose",
        () => [schedule(ownTimelock("grantRole", [keccak256(toHex("PROPOSER_ROLE")), thief]))],
        ["ROLE scheduled 1", "STORAGE scheduled 1", "UNDECODED 1.1"],
      ],
      [
        "fails when its time has come",
        () => [schedule(callOf(plugs.alpha, encodeCall("acceptOwnership", [])))],
        ["REVERTS scheduled 1"],
      ],
      [
        "tells a timelock that owns nothing here",
        () => [schedule(connect(), timelocks[1])],
        ["REVERTS scheduled 1", "UNDECODED 1"],
      ],
      [
        "is packed in a MultiSend that is not there",
        () => [callOf(noMultiSend, packMultiSend([connect()]), { operation: 1 })],
        ["NO_CODE 1"],
      ],
      [
        "runs code that is not there",
        () => [schedule(connect()), callOf(thief, "0x12345678", { operation: 1 })],
        ["DELEGATECALL 2", "NO_CODE 2", "UNDECODED 2"],
      ],
    ]
    for (const [what, calls, expected] of attacks) {
      it(`finds that a batch ${what}`, async () => {
        const { verdict, found } = await judge(...calls())
        expect({ verdict, found }).to.deep.equal({ verdict: "beyond", found: expected.toSorted() })
      })
    }
  })
})
