import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, encodeFunctionData, zeroAddress } from "viem"

import { AbortedError } from "../../../../src/http/errors.js"
import { plugAbi, socketAbi } from "../../../../src/messaging/onchain/abi.js"
import { applyWiring } from "../../../../src/messaging/wiring/apply/applyWiring.js"
import type { WiringJournal } from "../../../../src/messaging/wiring/apply/WiringStep.js"
import type { WiringChange } from "../../../../src/messaging/wiring/plan/WiringPlan.js"
import { at, contracts } from "../../../fixtures/wire/trustFacts.js"
import { account, createFakeChain } from "../../../fixtures/worlds/swap/fakeChain.js"

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

type Played = {
  readonly signal?: AbortSignal
  /** The step of the journal that fails, and with what. */
  readonly fails?: readonly [step: string, error: Error]
}

/** Sends the changes of two plugs from an account whose node says that its next nonce is 7, whatever was sent, and tells each step. */
async function send({ signal, fails }: Played = {}) {
  const steps: string[] = []
  const nameOf = (address: string) => (address.toLowerCase() === plug.toLowerCase() ? "first" : "second")
  const step = async (told: string): Promise<void> => {
    await Promise.resolve()
    if (told === fails?.[0]) throw fails[1]
    steps.push(told)
  }
  const { client, sent } = createFakeChain({
    canTrace: false,
    receipt: { status: "0x1", logs: [] },
    contracts: {
      [socket]: {
        abi: socketAbi,
        answer({ args: [asked] }) {
          const isConnected = sent.some(({ to }) => to.toLowerCase() === String(asked).toLowerCase())
          const [other, by] = isConnected ? [sibling, switchboard] : [zeroAddress, zeroAddress]
          return [other, by, by, zeroAddress, zeroAddress]
        },
      },
      ...Object.fromEntries([plug, second].map((one) => [one, { abi: plugAbi, answer: () => undefined }])),
    },
  })
  const request = async (question: { method: string; params?: unknown }): Promise<unknown> => {
    if (question.method === "eth_getTransactionCount") return "0x7"
    const answer: unknown = await client.request(question as never)
    const one = sent.at(-1)
    if (question.method === "eth_sendTransaction") steps.push(`sent ${nameOf(one!.to)} ${one!.nonce}`)
    return answer
  }
  const node = { ...client, request } as Client
  const journal: WiringJournal = {
    list: () => Promise.resolve([]),
    write: ({ plug: one, submission: { nonce, hash } }) =>
      step(`wrote ${nameOf(one)} ${nonce}${hash === undefined ? "" : " with its hash"}`),
    remove: ({ plug: one }) => step(`forgot ${nameOf(one)}`),
  }
  const { results } = await applyWiring({
    plan: { changes: [changeOf(plug), changeOf(second)], extras: [], problems: [], inPlace: [] },
    chains: { alpha: { slug: 41_001, socket, publicClient: node, walletClient: node, journal } },
    allowedSwitchboards: [switchboard],
    signal,
  })
  return { steps, ends: results.map(({ status, error }) => [status, error?.code]) }
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

  it("sends nothing that it could not write down, and nothing after what stops the chain", async () => {
    const stopped = ["unsent", "ABORTED"]
    expect(await send({ fails: ["wrote first 7", new AbortedError()] })).to.deep.equal({
      ...{ steps: [], ends: [stopped, stopped] },
    })
    const { steps, ends } = await send({ fails: ["wrote second 8", new AbortedError()] })
    expect([steps, ends]).to.deep.equal([
      [...sentFirst, "forgot first"],
      [["done", undefined], stopped],
    ])
    const bug = new TypeError("a bug")
    expect(await send({ fails: ["wrote first 7", bug] }).catch((error: unknown) => error)).to.equal(bug)
  })
})
