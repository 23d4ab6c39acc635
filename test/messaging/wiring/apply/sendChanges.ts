import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, encodeFunctionData, type Hex, numberToHex, zeroAddress } from "viem"

import { AbortedError } from "#src/http/errors.js"
import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { applyWiring } from "#src/messaging/wiring/apply/applyWiring.js"
import type { WiringJournal } from "#src/messaging/wiring/apply/WiringStep.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { at, contracts } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { plug, sibling, socket, switchboard } = contracts
const second = at(0x72)
const nothing = { siblingPlug: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }

function changeOf(address: Address): WiringChange {
  const args = [41_002, sibling, switchboard] as const
  return {
    ...{ kind: "connect", application: "app", chain: "alpha", chainSlug: 41_001, plug: address, sibling, switchboard },
    ...{ siblingChain: "beta", siblingChainSlug: 41_002, chainId: 41_001, socket, functionName: "connect" },
    ...{ data: encodeFunctionData({ abi: plugAbi, functionName: "connect", args }), abi: plugAbi, owner: account },
    ...{ sender: account, status: "ready", before: { sibling: zeroAddress, ...nothing } },
  } as unknown as WiringChange
}

/** A transaction of an earlier run, and what was written down before it was sent. */
const earlier = { to: plug, data: "0x1234", value: 0n, chainId: 41_001 } as const
const entry = { plug, siblingChainSlug: 41_009, account, submission: { transaction: earlier, nonce: 5, fromBlock: 0n } }
const sentBefore = {
  ...{ hash: bytes32(0x5e47), from: account, to: plug, input: earlier.data, value: "0x0", nonce: "0x5", type: "0x2" },
}

type Played = {
  readonly signal?: AbortSignal
  /** How many transactions the account has sent. Default: 7. */
  readonly count?: number
  /** The nonces that others have, of which the count does not know yet. */
  readonly taken?: readonly number[]
  /** The step at which the run is stopped. */
  readonly stopsAt?: string
  /** To whom the plugs are connected already. */
  readonly connected?: Readonly<Record<Address, Address>>
  readonly allowed?: readonly Address[]
  /** The nonces of changes of an earlier run. That of nonce 5 was sent. */
  readonly left?: readonly number[]
  readonly maxGasCost?: bigint
  /** The step of the journal that fails, and with what. */
  readonly fails?: readonly [step: string, error: Error]
}

/** Sends the changes of two plugs from an account whose node says that its next nonce is 7, whatever was sent, and tells each step. */
async function send(played: Played = {}) {
  const {
    count = 7,
    taken = [],
    fails,
    stopsAt,
    connected = {},
    allowed = [switchboard],
    left = [],
    maxGasCost,
  } = played
  const steps: string[] = []
  const stop = new AbortController()
  const { signal = stop.signal } = played
  const told: unknown[] = []
  const nameOf = (address: string) => (address.toLowerCase() === plug.toLowerCase() ? "first" : "second")
  const step = async (told: string): Promise<void> => {
    await Promise.resolve()
    if (told === fails?.[0]) throw fails[1]
    steps.push(told)
    if (told === stopsAt) stop.abort()
  }
  const { client, sent } = createFakeChain({
    canTrace: false,
    receipt: { status: "0x1", logs: [] },
    contracts: {
      [socket]: {
        abi: socketAbi,
        answer({ args: [asked] }) {
          const isConnected = sent.some(({ to }) => to.toLowerCase() === String(asked).toLowerCase())
          const own = connected[asked as Address]
          const [other, by] = isConnected
            ? [sibling, switchboard]
            : own
              ? [own, switchboard]
              : [zeroAddress, zeroAddress]
          return [other, by, by, zeroAddress, zeroAddress]
        },
      },
      ...Object.fromEntries([plug, second].map((one) => [one, { abi: plugAbi, answer: () => undefined }])),
    },
  })
  const request = async (question: { method: string; params?: unknown }): Promise<unknown> => {
    if (question.method === "eth_getTransactionCount") return numberToHex(count)
    const [asked] = (question.params ?? []) as readonly [{ readonly to: string; readonly nonce: Hex }?]
    if (question.method === "eth_sendTransaction" && taken.includes(Number(asked?.nonce))) {
      steps.push(`refused ${nameOf(asked!.to)} ${Number(asked!.nonce)}`)
      throw Object.assign(new Error("Nonce too low. Expected nonce to be 8 but got 7."), { code: -32_000 })
    }
    const answer: unknown = await client.request(question as never)
    const isWhole = question.method === "eth_getBlockByNumber" && (question.params as unknown[])[1] === true
    if (isWhole) return { ...(answer as object), transactions: [sentBefore] }
    const one = sent.at(-1)
    if (question.method === "eth_sendTransaction") steps.push(`sent ${nameOf(one!.to)} ${one!.nonce}`)
    return answer
  }
  const node = { ...client, request } as Client
  const journal: WiringJournal = {
    list: () => Promise.resolve(left.map((nonce) => ({ ...entry, submission: { ...entry.submission, nonce } }))),
    write: ({ plug: one, submission: { nonce, hash } }) =>
      step(`wrote ${nameOf(one)} ${nonce}${hash === undefined ? "" : " with its hash"}`),
    remove: ({ plug: one, siblingChainSlug }) =>
      step(`forgot ${nameOf(one)}${siblingChainSlug === 41_002 ? "" : ` on ${siblingChainSlug}`}`),
  }
  const { results, isComplete } = await applyWiring({
    plan: { changes: [changeOf(plug), changeOf(second)], extras: [], problems: [], inPlace: [] },
    chains: {
      alpha: { slug: 41_001, socket, publicClient: node, walletClient: node, journal, gasLimits: { maxGasCost } },
    },
    ...{ allowedSwitchboards: allowed, signal },
    onStep(one) {
      const { kind } = one
      told.push(
        kind === "resumed"
          ? [kind, one.chain, one.hash]
          : [kind, nameOf((kind === "sent" ? one : one.result).change.plug)],
      )
    },
  })
  return { steps, ends: results.map(({ status, error }) => [status, error?.code]), told, isComplete }
}

describe("sendChanges", () => {
  const sentFirst = ["wrote first 7", "sent first 7", "wrote first 7 with its hash"]
  const sentSecond = ["wrote second 8", "sent second 8", "wrote second 8 with its hash"]

  it("writes each change down before and after it is sent, with the next nonce, though its node lags behind", async () => {
    const { steps, ends } = await send()
    expect(steps.slice(0, 6)).to.deep.equal([...sentFirst, ...sentSecond])
    expect(steps.slice(6)).to.have.members(["forgot first", "forgot second"])
    expect(ends).to.deep.equal([
      ["done", undefined],
      ["done", undefined],
    ])
  })

  it("takes the next nonce once where a lagging replica gave one that is taken, and gives up after that", async () => {
    const refused = (nonce: number) => [`wrote first ${nonce}`, `refused first ${nonce}`]
    const { steps, ends } = await send({ taken: [7] })
    const all = [...refused(7), "wrote first 8", "sent first 8", "wrote first 8 with its hash"]
    expect(steps.slice(0, 5)).to.deep.equal(all)
    expect(steps).to.include("sent second 9")
    expect(ends.map(([status]) => status)).to.deep.equal(["done", "done"])
    const twice = await send({ taken: [7, 8] })
    expect(twice.steps.slice(0, 4)).to.deep.equal([...refused(7), ...refused(8)])
    expect(twice.ends[0]).to.deep.equal(["failed", "NOT_SUBMITTED"])
  })

  it("sends nothing that it could not write down, and nothing after what stops the chain", async () => {
    const stopped = ["unsent", "ABORTED"]
    const none = await send({ fails: ["wrote first 7", new AbortedError()] })
    expect([none.steps, none.ends]).to.deep.equal([[], [stopped, stopped]])
    const { steps, ends } = await send({ fails: ["wrote second 8", new AbortedError()] })
    expect([steps, ends]).to.deep.equal([
      [...sentFirst, "forgot first"],
      [["done", undefined], stopped],
    ])
    const bug = new TypeError("a bug")
    expect(await send({ fails: ["wrote first 7", bug] }).catch((error: unknown) => error)).to.equal(bug)
  })

  it("tells what is sent and how each change ends, and begins with nonce 0 where the account has sent nothing", async () => {
    const { steps, told } = await send({ count: 0 })
    expect(steps.filter((one) => one.startsWith("sent"))).to.deep.equal(["sent first 0", "sent second 1"])
    expect(told.slice(0, 2)).to.deep.equal([
      ["sent", "first"],
      ["sent", "second"],
    ])
    expect(told.slice(2)).to.have.deep.members([
      ["ended", "first"],
      ["ended", "second"],
    ])
  })

  it("sends no more once it is stopped, and says that what was sent is pending", async () => {
    const { steps, ends } = await send({ stopsAt: "wrote first 7 with its hash" })
    expect(steps.slice(0, 3)).to.deep.equal(sentFirst)
    expect(steps.some((one) => one.includes("second"))).to.equal(false)
    expect(ends).to.deep.equal([
      ["pending", "ABORTED"],
      ["unsent", "ABORTED"],
    ])
  })

  it("sends only what is as it was planned, and by switchboards that are known or allowed", async () => {
    expect(await send({ connected: { [plug]: sibling, [second]: at(0x99) } })).to.deep.equal({
      isComplete: false,
      ...{
        steps: [],
        ends: [
          ["in place", undefined],
          ["changed", undefined],
        ],
      },
      told: [
        ["ended", "first"],
        ["ended", "second"],
      ],
    })
    const unknown = await send({ allowed: [at(0x99)], connected: { [second]: sibling } })
    expect([unknown.steps, unknown.ends]).to.deep.equal([
      [],
      [
        ["failed", "SWITCHBOARD_NOT_KNOWN"],
        ["in place", undefined],
      ],
    ])
  })

  it("waits first for what an earlier run has sent, and forgets what it has not", async () => {
    const resumed = await send({ left: [5, 9], connected: { [plug]: sibling } })
    expect(resumed.told[0]).to.deep.equal(["resumed", "alpha", sentBefore.hash])
    expect(resumed.told.filter((one) => (one as string[])[0] === "resumed")).to.have.length(1)
    expect(resumed.steps).to.deep.equal([
      "forgot first on 41009",
      "forgot first on 41009",
      "wrote second 7",
      "sent second 7",
      "wrote second 7 with its hash",
      "forgot second",
    ])
  })

  it("is complete where every change is done or in place, and not where one is not", async () => {
    const isComplete = async (played: Played) => (await send(played)).isComplete
    expect(await isComplete({})).to.equal(true)
    expect(await isComplete({ connected: { [plug]: sibling } })).to.equal(true)
    expect(await isComplete({ connected: { [plug]: sibling, [second]: sibling } })).to.equal(true)
    expect(await isComplete({ connected: { [plug]: at(0x99) } })).to.equal(false)
    expect(await isComplete({ connected: { [plug]: sibling }, allowed: [] })).to.equal(false)
  })
})
