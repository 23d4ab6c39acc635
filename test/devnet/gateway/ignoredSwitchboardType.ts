import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, keccak256, stringToHex } from "viem"

import { contractFactoryArtifact } from "#src/devnet/artifacts/gateway.js"
import { reportIgnoredSwitchboardTypes } from "#src/devnet/gateway/ignoredSwitchboardType.js"
import type { PayloadRecord } from "#src/devnet/gateway/ledger/types.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [usual, special, other, old] = [addressOf("1"), addressOf("2"), addressOf("3"), addressOf("4")]
const [fast, slow, slower] = ["FAST", "SLOW", "SLOWER"].map((name) => keccak256(stringToHex(name))) as [Hex, Hex, Hex]

const deploys = (isPlug: boolean): Hex =>
  encodeFunctionData({ abi: contractFactoryArtifact.abi, functionName: "deploy", args: ["0x60", isPlug, "0x"] })

/** Listens to payloads, and gives what is reported of them: the app gateway and the type. */
function listen() {
  const types = new Map<string, Hex>([
    [usual, fast],
    [special, slow],
    [other, slow],
  ])
  const reads: string[] = []
  const reported: unknown[] = []
  let say: (payload: PayloadRecord) => void = () => undefined
  const request = async ({ params }: { params: readonly [{ to: Address }] }) => {
    const [{ to }] = params
    reads.push(to)
    await new Promise(setImmediate)
    const type = types.get(to)
    if (type === undefined) throw new Error("execution reverted")
    return type
  }
  const ledger = { subscribe: (listener: typeof say) => ((say = listener), () => undefined) }
  reportIgnoredSwitchboardTypes({ provider: { request } } as never, ledger, (error) => {
    if (!isPlugsError(error)) throw error
    reported.push([error.code, error.facts["app gateway"], error.facts["switchboard type"]])
  })
  const deploying = { status: "NO", callType: "DEPLOY", callData: deploys(true) }
  const see = (appGateway: Address, more: object = {}) => {
    say({ ...deploying, appGateway, ...more } as PayloadRecord)
  }
  const settle = async () => {
    for (let turns = 0; turns < 4; turns += 1) await new Promise(setImmediate)
  }
  return { see, settle, types, reads, reported }
}

describe("switchboard types that the devnet ignores", () => {
  it("are reported once for each app gateway and type, which is read once for payloads of the same moment", async () => {
    const { see, settle, types, reads, reported } = listen()
    for (const app of [usual, special, special, other, old]) see(app)
    await settle()
    const of = (app: Address, type: Hex) => ["SWITCHBOARD_TYPE_IGNORED", app, type]
    expect(reported).to.deep.equal([of(special, slow), of(other, slow)])
    expect(reads).to.deep.equal([usual, special, other, old])
    types.set(special, slower)
    for (const app of [special, other]) see(app)
    await settle()
    expect(reported.slice(2)).to.deep.equal([of(special, slower)])
  })

  for (const [what, payload] of [
    ["a contract that is no plug is deployed", { callData: deploys(false) }],
    ["an app gateway only calls", { callType: "WRITE", callData: "0xd09de08a" }],
    ["an app gateway only reads", { callType: "READ", callData: "0xd09de08a" }],
    ["a deployment goes on", { status: "FINALIZING" }],
    ["a deployment is done", { status: "PROMISE_RESOLVED" }],
    ["a call goes on", { status: "FINALIZED", callType: "WRITE", callData: "0xd09de08a" }],
  ] as const) {
    it(`are not asked for when ${what}`, async () => {
      const { see, settle, reads, reported } = listen()
      see(special, payload)
      await settle()
      expect([reads, reported]).to.deep.equal([[], []])
    })
  }
})
