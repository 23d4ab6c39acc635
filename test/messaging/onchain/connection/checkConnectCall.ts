import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, encodeAbiParameters, type Hex, toEventSelector } from "viem"
import { encodeFunctionData, encodeFunctionResult, getAbiItem, numberToHex, pad } from "viem/utils"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { checkConnectCall, type ConnectTransaction } from "#src/messaging/onchain/connection/checkConnectCall.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"

const [plug, socket, sibling, switchboard, owner, thief]: readonly Address[] = ["1", "2", "3", "4", "5", "6"].map(
  (digit): Address => `0x${digit.repeat(40)}`,
)
const wanted = { siblingChainSlug: 41002, sibling: sibling!, switchboard: switchboard! }
const args = [41002, sibling!, switchboard!] as const
const standard: ConnectTransaction = {
  ...{ plug: plug!, socket: socket!, sender: owner!, owner: owner!, wanted, before: `0x${"0".repeat(40)}` },
  ...{
    abi: plugAbi,
    functionName: "connect",
    data: encodeFunctionData({ abi: plugAbi, functionName: "connect", args }),
  },
}
const another: ConnectTransaction = { ...standard, functionName: "link", data: "0x12345678" }

const word = (value: number | Address): Hex =>
  typeof value === "number" ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })
const connected = (slug = 41002, to = sibling!, by = switchboard!, from = plug!, outbound = by) => ({
  address: socket!,
  topics: [toEventSelector(getAbiItem({ abi: socketAbi, name: "PlugConnected" }))],
  data: `0x${[word(from), word(slug), word(to), word(by), word(outbound), word(9), word(9)].map((each) => each.slice(2)).join("")}`,
})
const config = (to = sibling!, inbound = switchboard!, outbound = inbound): Hex => {
  const result = [to, inbound, outbound, thief!, thief!] as const
  return encodeFunctionResult({ abi: socketAbi, functionName: "getPlugConfig", result })
}
const ownedBy = (address: Address): Hex => encodeAbiParameters([{ type: "address" }], [address])

type Answers = { readonly inBlock?: unknown; readonly trace?: unknown; readonly storage?: unknown }

/** A node that has only the methods for which there is an answer. */
function nodeWith({ inBlock, trace, storage }: Answers): Client {
  return fakeNode(({ method, params }) => {
    const isDiff = JSON.stringify(params).includes("prestateTracer")
    return method === "eth_simulateV1" ? inBlock : isDiff ? storage : trace
  }).client
}
const inBlock = (logs: unknown[], read = config(), newOwner = owner!): unknown => {
  const outcome = (returnData: Hex, own: unknown[] = []) => ({ status: "0x1", returnData, logs: own })
  return [{ calls: [outcome("0x", logs), outcome(read), outcome(ownedBy(newOwner))] }]
}
const traced = (logs: unknown[]): unknown => ({ type: "CALL", from: owner, to: plug, value: "0x0", logs })
const writing = (contract: Address, slot: Hex, before: Hex, after: Hex | undefined) => ({
  pre: { [contract]: { storage: { [slot]: before } } },
  post: { [contract]: { nonce: 1, ...(after === undefined ? {} : { storage: { [slot]: after } }) } },
})

describe("S-14 checkConnectCall", () => {
  it("agrees when the node shows the connection and nothing else, in a block or in a trace", async () => {
    expect(await checkConnectCall(nodeWith({ inBlock: inBlock([connected()]) }), another)).to.equal(true)
    const storage = writing(plug!, word(7), word(0), word(sibling!))
    expect(await checkConnectCall(nodeWith({ trace: traced([connected()]), storage }), another)).to.equal(true)
  })

  it("refuses a call that connects and pays an account", async () => {
    const paid = { type: "CALL", from: plug, to: thief, value: "0x1", logs: [], calls: [] }
    const trace = { ...(traced([connected()]) as object), calls: [paid] }
    const storage = writing(plug!, word(7), word(0), word(sibling!))
    const { facts } = await failure(checkConnectCall(nodeWith({ trace, storage }), another))
    expect(Object.values(facts)).to.include(`1 wei to ${thief}`)
  })

  it("allows only connect(uint32,address,address) with the parts of the connection where nothing is shown", async () => {
    const unseen = nodeWith({})
    expect(await checkConnectCall(unseen, standard)).to.equal(false)
    // Logs alone say nothing of what has no log.
    const logsAlone = nodeWith({ trace: traced([connected()]) })
    for (const [client, transaction] of [
      [unseen, another],
      [logsAlone, another],
      [nodeWith({ inBlock: inBlock([connected()]) }), { ...another, sender: undefined }],
      [unseen, { ...standard, wanted: { ...wanted, switchboard: thief! } }],
    ] as const) {
      const { code } = await failure(checkConnectCall(client, transaction))
      expect(code).to.equal("CALL_NOT_SHOWN")
    }
    expect(await checkConnectCall(nodeWith({ inBlock: inBlock([]) }), { ...standard, sender: undefined })).to.equal(
      false,
    )
  })

  it("does not take logs for all that a call does, of a node that shows no words of storage", async () => {
    const asked: string[] = []
    const { client } = fakeNode(({ method, params }) => {
      const { tracer = method } = (params[2] ?? {}) as { readonly tracer?: string }
      asked.push(tracer)
      if (tracer === "callTracer") return traced([connected()])
      return nodeError("no such tracer", tracer === "muxTracer" ? -32_000 : -32_601)
    })
    expect((await failure(checkConnectCall(client, another))).code).to.equal("CALL_NOT_SHOWN")
    expect(asked).to.have.members(["eth_simulateV1", "muxTracer", "callTracer", "prestateTracer"])
  })

  it("says why a call reverts that the node shows", async () => {
    const calls = ["0x1", "0x1", "0x1"].map((status) => ({ status, returnData: "0x", logs: [] }))
    const reverted = { status: "0x0", returnData: "0x", logs: [], error: { data: "0x12345678" } }
    const client = nodeWith({ inBlock: [{ calls: [reverted, ...calls.slice(1)] }] })
    const { code, facts } = await failure(checkConnectCall(client, another))
    expect([code, facts["revert data"]]).to.deep.equal(["CALL_REVERTED", "0x12345678"])
  })

  const foreignLog = { address: thief!, topics: [], data: "0x" }
  const ownLog = (signature: string) => ({ address: plug!, topics: [toEventSelector(signature)], data: "0x" })
  const effects: Readonly<Record<string, Answers>> = {
    "connects nothing": { inBlock: inBlock([]) },
    "connects another chain": { inBlock: inBlock([connected(41003)]) },
    "connects another chain, too": { inBlock: inBlock([connected(), connected(41003)]) },
    "connects another sibling": { inBlock: inBlock([connected(41002, thief)]) },
    "connects by another switchboard": { inBlock: inBlock([connected(41002, sibling, thief)]) },
    "connects by another switchboard for what it sends": {
      inBlock: inBlock([connected(41002, sibling, switchboard, plug, thief)]),
    },
    "connects by another switchboard for what it gets": {
      inBlock: inBlock([connected(41002, sibling, thief, plug, switchboard)]),
    },
    "is connected by another switchboard for what it sends": {
      inBlock: inBlock([connected()], config(sibling, switchboard, thief)),
    },
    "is connected by another switchboard for what it gets": {
      inBlock: inBlock([connected()], config(sibling, thief, switchboard)),
    },
    ...Object.fromEntries(
      [0, 1, 2, 3, 4].map((words) => [
        `logs ${words} words of a connection`,
        { inBlock: inBlock([connected(), { ...connected(), data: connected().data.slice(0, 2 + 64 * words) }]) },
      ]),
    ),
    "connects another plug": { inBlock: inBlock([connected(41002, sibling, switchboard, thief)]) },
    "logs a connection that is not there": { inBlock: inBlock([connected()], config(thief)) },
    "has another owner without a log": { inBlock: inBlock([connected()], config(), thief) },
    "logs something at the socket": { inBlock: inBlock([connected(), { ...connected(), topics: [word(1)] }]) },
    "has another contract log something": { inBlock: inBlock([connected(), foreignLog]) },
    "mints the plug's own token": {
      inBlock: inBlock([connected(), ownLog("Transfer(address,address,uint256)")]),
    },
    "gives a role": { inBlock: inBlock([connected(), ownLog("RoleGranted(bytes32,address,address)")]) },
    "replaces the owner": {
      trace: traced([connected()]),
      storage: writing(plug!, word(0), word(owner!), word(sibling!)),
    },
    "removes the owner": { trace: traced([connected()]), storage: writing(plug!, word(0), word(owner!), undefined) },
    "replaces the implementation": {
      trace: traced([connected()]),
      storage: writing(
        plug!,
        "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
        word(0),
        word(sibling!),
      ),
    },
    "writes a word that does not name the connection": {
      trace: traced([connected()]),
      storage: writing(plug!, word(7), word(0), word(1)),
    },
    "writes into another contract": {
      trace: traced([connected()]),
      storage: writing(thief!, word(7), word(0), word(sibling!)),
    },
  }
  for (const [does, answers] of Object.entries(effects)) {
    it(`refuses a call that ${does}`, async () => {
      for (const transaction of [standard, another]) {
        const { code } = await failure(checkConnectCall(nodeWith(answers), transaction))
        expect(code).to.equal("NOT_ONLY_A_CONNECTION")
      }
    })
  }

  it("agrees to remove a connection, whatever its switchboard then", async () => {
    const removal = { ...another, wanted: { ...wanted, sibling: `0x${"0".repeat(40)}` as const }, before: sibling! }
    const none = removal.wanted.sibling
    const answers = {
      inBlock: inBlock([connected(41002, none, thief)], config(none)),
      storage: writing(plug!, word(7), word(sibling!), undefined),
    }
    expect(await checkConnectCall(nodeWith(answers), removal)).to.equal(true)
    const more = { ...answers, storage: writing(plug!, word(7), word(switchboard!), undefined) }
    expect((await failure(checkConnectCall(nodeWith(more), removal))).code).to.equal("NOT_ONLY_A_CONNECTION")
  })
})
