import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi, toFunctionSelector } from "viem"

import { findMinedCauses } from "#src/messaging/explaining/finding/findMinedCauses.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { another, inbound, journeyWith } from "#test/fixtures/wire/messageFacts.js"

const { src } = journeyWith({ problem: "down" })
const selector = toFunctionSelector(socketAbi.find((item) => "name" in item && item.name === "outbound") as never)
const transaction = { to: inbound, gas: 100n }
const reading = {
  kind: "mined",
  receipt: { status: "success", blockNumber: 7n, gasUsed: 60n },
  transaction,
  hasCode: true,
  unrelayed: [],
}

type Frame = {
  readonly to?: string | undefined
  readonly input?: string
  readonly error?: string
  readonly output?: string | undefined
}
const call = ({ to = src.socket, input = `${selector}${"00".repeat(64)}`, ...more }: Frame = {}) => ({
  from: another,
  to,
  input,
  output: undefined,
  ...more,
})

const find = (more: object) =>
  findMinedCauses({ src, abis: [] } as never, { ...reading, calls: [], ...more } as never).map(
    ({ name, certainty = "certain", says, fix, evidence }) => ({ name, certainty, says, fix, evidence }),
  )
const brief = (more: object) => find(more).map(({ name, certainty }) => `${name}, ${certainty}`)

describe("findMinedCauses", () => {
  const reverted = { receipt: { ...reading.receipt, status: "reverted" } }

  it("finds that a transaction reverted, and why as far as the node says", () => {
    const says = (more: object) => find({ ...reverted, ...more })[0]!
    const because = (more: object) =>
      says(more).says.replace("The transaction reverted on alpha, so it sent nothing: ", "")
    const revert = { data: "0x12", reason: "no", explanation: "It is closed.", next: undefined }
    expect(because({ revert })).to.equal("no.")
    expect(says({ revert }).evidence.map((one) => one.says)).to.deep.equal([
      ...["The receipt says reverted; 60 of 100 gas were used.", "no. It is closed."],
    ])
    expect(says({ revert, calls: [{}] }).evidence[1]?.source).to.equal("alpha, the trace")
    expect(says({ revert, calls: undefined }).evidence[1]?.source).to.equal("alpha, the same call, in block 6")
    expect(because({ revert: undefined })).to.equal("the node does not say why.")
    const all = { receipt: { ...reverted.receipt, gasUsed: 100n } }
    expect(because({ ...all, revert: undefined })).to.equal("it used all of its gas.")
    expect(because({ ...all, revert: { ...revert, data: "0x" } })).to.equal("it used all of its gas.")
    expect(because({ revert: { ...revert, data: "0x" } })).to.equal("no.")
    expect(brief({ ...reverted, revert })).to.deep.equal(["transaction-reverted, certain"])
  })

  it("finds a plug that is not connected, or was not", () => {
    const unconnected = { plug: inbound, slug: 41_002, dst: { name: "beta" }, isConnectedNow: false }
    const of = (more: object) => find({ ...reverted, unconnected: { ...unconnected, ...more }, revert: undefined })[0]!
    expect([of({}).name, typeof of({}).fix, of({ isConnectedNow: true }).fix]).to.deep.equal([
      ...["not-connected-on-source", "function", "send again"],
    ])
    expect(of({}).says).to.contain("is not connected to a plug on beta. Connect it")
    expect(of({ dst: undefined, isConnectedNow: true }).says).to.contain(
      "was not connected to a plug on chain 41002. It is connected now",
    )
  })

  it("finds a call of the socket that was undone, surely so if it would have sent", () => {
    const undone = (frame: object, by: object = frame) => ({ calls: [{ frame, revertedIn: by }] })
    const own = call({ error: "execution reverted" })
    expect(brief(undone(own))).to.deep.equal(["only-internal-calls, certain"])
    expect(find(undone(own))[0]!.says)
      .to.contain(": the socket reverted inside it, and")
      .and.contain(": execution reverted.")
    const said = encodeErrorResult({ abi: parseAbi(["error Error(string)"]), args: ["closed"] })
    expect(find(undone({ ...own, output: said }))[0]!.says)
      .to.contain("closed")
      .and.not.contain("execution reverted")
    const around = { ...call({ to: inbound, input: "0x" }), from: another }
    expect(find(undone(own, around))[0]!.says)
      .to.contain(`: its call of ${inbound} reverted inside it`)
      .and.contain("it gave no reason")
    expect(find(undone(own, { ...around, to: undefined }))[0]!.says).to.contain("its call of a new contract")
    const asking = call({ input: "0x12345678", error: "no" })
    expect(brief(undone(asking))).to.deep.equal(["only-internal-calls, likely"])
    expect(brief({ calls: [...undone(asking).calls, ...undone(own).calls] })).to.deep.equal([
      "only-internal-calls, certain",
    ])
    expect(brief(undone(call({ to: another, error: "no" })))).to.deep.equal(["nothing-sent, certain"])
    expect(brief({ calls: [{ frame: own, revertedIn: undefined }] })).to.deep.equal(["nothing-sent, certain"])
  })

  it("says which call was undone, and what was called elsewhere", () => {
    const says = (more: object) =>
      find(more).map(({ says: text, evidence }) => [text, ...evidence.map((one) => one.says)])
    const [own, asking] = [call({ error: "no" }), call({ input: "0x12345678", error: "busy" })]
    const all = [own, asking].map((frame) => ({ frame, revertedIn: frame }))
    const ours = { frame: call(), revertedIn: undefined }
    expect(says({ calls: [ours, ...all] })[0]).to.deep.equal([
      "The transaction was mined on alpha and sent no message: the socket reverted inside it, and 0x2222222222222222222222222222222222222222 continued without it: no.",
      "0x2222222222222222222222222222222222222222 called outbound, which was undone. no",
    ])
    expect(says({ calls: all.slice(1) })[0]).to.deep.equal([
      "The transaction was mined on alpha and sent no message: the socket reverted inside it, and 0x2222222222222222222222222222222222222222 continued without it: busy.",
      "0x2222222222222222222222222222222222222222 called the socket before it would have sent, which was undone. busy",
    ])
    const elsewhere = [inbound, another].map((to) => ({ frame: call({ to }), revertedIn: undefined }))
    expect(says({ calls: elsewhere })[0]).to.deep.equal([
      "The transaction was mined on alpha and sent no message: it called 0x1111111111111111111111111111111111111111, and no call reached the socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9.",
      "The receipt has no MessageOutbound of the socket.",
      "outbound of 0x1111111111111111111111111111111111111111 was called, which is not the socket of plugs.chains.",
    ])
    const used = { ...reverted, receipt: { ...reverted.receipt, gasUsed: 100n } }
    const revert = { data: "0x12", reason: "no", explanation: "It is closed.", next: undefined }
    expect(says({ ...used, revert })[0]?.[0]).to.contain("sent nothing: no.")
  })

  it("finds that nothing was sent, and what was called instead", () => {
    const says = (more: object) => /sent no message: (.*), and no call/.exec(find(more)[0]!.says)?.[1]
    expect(says({})).to.equal(`it called ${inbound}`)
    expect(says({ hasCode: false })).to.equal(`it went to ${inbound}, where there is no code`)
    expect(says({ transaction: { ...transaction, to: null } })).to.equal("it deployed a contract")
    expect(brief({ calls: undefined })).to.deep.equal(["nothing-sent, likely", "only-internal-calls, possible"])
    expect(brief({ calls: undefined, hasCode: false })[0]).to.equal("nothing-sent, certain")
    const fixOf = (frame: Frame) => find({ calls: [{ frame: call(frame), revertedIn: undefined }] })[0]!.fix
    expect(fixOf({ to: another })).to.contain("use a plug of this socket")
    const others = ["0x12345678", "0x", selector.slice(0, 8), selector.slice(0, 9)].map((input) => ({
      to: another,
      input,
    }))
    for (const frame of [...others, {}]) {
      expect(fixOf(frame)).to.contain("call a function that sends")
    }
    // Code that is deployed can begin like a call of outbound.
    const deploying = { frame: { ...call(), to: undefined }, revertedIn: undefined }
    expect(find({ calls: [deploying] })[0]!.evidence).to.have.length(1)
  })
})
