import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  toHex,
} from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import { readTrust } from "#extras/audit/src/trust/readTrust.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { findDeployment } from "#src/messaging/deployments/findDeployment.js"
import { roleId } from "#src/messaging/reading/roles.js"
import { deepIt } from "#test/fixtures/depth.js"
import {
  createDeployedNode,
  type DeployedNodeOptions,
  deployedSafeCode,
  operators,
} from "#test/fixtures/nodes/deployedNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { answersWith, plantSafe, safeCode } from "#test/fixtures/worlds/contractCode.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("readTrust, of a node that lies", () => {
  const read = async (mood: DeployedNodeOptions["mood"]) => {
    const [here, there] = [(await findDeployment(1))!, (await findDeployment(10))!]
    const src = createDeployedNode(there, { kind: "FAST", siblingSlug: 1 })
    const dst = createDeployedNode(here, { kind: "FAST", siblingSlug: 10, ...(mood && { mood }) })
    const [trust] = await readTrust({
      paths: [{ from: { slug: 10 }, to: { slug: 1, plug: dst.plug } }],
      chains: [src.chain, dst.chain],
      isKnownSwitchboard: () => true,
      safeCode: deployedSafeCode,
    })
    return { ...trust!, manager: here.transmitManager, requests: dst.methods.length }
  }
  /** A log that says that an account got a role, and where it is not as it must be. */
  const granted = (contract: Address, index: number, differences: object = {}) => ({
    ...{ address: contract, data: "0x", logIndex: toHex(index), transactionIndex: "0x0", removed: false },
    topics: [keccak256(toHex("RoleGranted(bytes32,address)")), roleId({ name: "TRANSMITTER_ROLE", slug: 10 })],
    ...{ blockNumber: "0x1300000", blockHash: pad("0x1"), transactionHash: pad("0x2"), ...differences },
  })
  const withLogs = (answer: (contracts: readonly Address[]) => unknown) =>
    read(({ method, params }) =>
      method === "eth_getLogs" ? answer((params[0] as { address: readonly Address[] }).address) : undefined,
    )

  for (const [what, answer] of [
    ["leaves out all logs", () => []],
    ["gives no list", () => ({})],
    ["gives no logs", () => ["0x", null]],
    [
      "gives the logs of a contract that was not asked for",
      () => [granted(at(0xbad), 0, { topics: [granted(at(1), 0).topics[0], pad("0x1"), pad("0x2")] })],
    ],
  ] as const) {
    it(`that ${what} is not believed that nobody holds roles`, async () => {
      const { notWhole, unread, powers } = await withLogs(answer)
      expect(unread.map(({ chain, what: unknown }) => [chain, unknown])).to.deep.equal([["mainnet", "who holds roles"]])
      expect(notWhole).to.include.members(["FORGE_BY_TIMEOUT", "CENSOR_BY_NOT_PROPOSING", "FREEZE_BY_TRIP"])
      expect(powers.map(({ code }) => code)).to.include("FORGE_BY_CONNECTING")
    })
  }

  deepIt(
    "that gives 10 MB of logs is asked no more than others, and what is too much of them is said to be unknown",
    async () => {
      const { notWhole, requests } = await withLogs((contracts) => {
        const manager = contracts[2]!
        const log = granted(manager, 0)
        return Array.from({ length: 20_000 }, (_, index) => {
          return { ...log, logIndex: toHex(index), topics: [...log.topics, pad(toHex(0x10_000 + index))] }
        })
      })
      expect(notWhole).to.include("FORGE_BY_TIMEOUT")
      expect(requests).to.be.at.most(100)
    },
  )

  it("that is behind the first block of the contracts is asked from the beginning", async () => {
    const asked: unknown[] = []
    const { notWhole, powers } = await read(({ method, params }) => {
      if (method === "eth_getLogs") asked.push((params[0] as { fromBlock: Hex }).fromBlock)
      if (method !== "eth_getBlockByNumber") return undefined
      return { number: "0x10", timestamp: "0x1", hash: pad("0x1"), transactions: [] }
    })
    expect(asked[0]).to.equal("0x0")
    // There are no such logs, and the switchboard counts watchers all the same.
    expect(notWhole).to.include("FORGE_BY_TIMEOUT")
    expect(powers.some(({ code }) => code === "FORGE_BY_TIMEOUT")).to.equal(false)
  })

  it("that answers as it should is believed", async () => {
    const { notWhole, unread, powers } = await read(undefined)
    expect([notWhole, unread]).to.deep.equal([[], []])
    const waiting = powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
    expect(waiting?.keys.map(({ address }) => address)).to.include(operators.transmitter)
  })
})

describe("readTrust, of contracts that lie", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
  })
  after(() => devnet.stop())

  /** By what the Safes are known that were planted. */
  const known: Hex[] = []

  /** Reads a path whose plug, or the plug's owner, has other code. */
  const readWith = async (code: (socket: Hex) => Hex, codes: readonly (readonly [Address, Hex])[] = []) => {
    const { beta: plug } = await deployConnected(devnet, counterArtifact)
    const { publicClient: client, testClient, contracts, slug, name } = devnet.chains.beta
    const { socket } = contracts
    await testClient.setCode({ address: plug!, bytecode: code(pad(socket)) })
    for (const [address, bytecode] of codes) {
      if (bytecode === "0x60") await testClient.setCode({ address, bytecode })
      else known.push(await plantSafe({ testClient }, address, bytecode))
    }
    let requests = 0
    const request = async (question: unknown): Promise<unknown> => {
      requests += 1
      return await client.request(question as never)
    }
    const counted = { ...client, request } as typeof client
    const [trust] = await readTrust({
      paths: [{ from: { slug: 41_001 }, to: { slug, plug: plug! } }],
      chains: [{ client: counted, socket, slug, name }],
      isKnownSwitchboard: () => true,
      safeCode: known,
    })
    return { ...trust!, owner: trust!.facts.dst.plug.owner, requests }
  }
  const text = encodeAbiParameters(parseAbiParameters("string"), ["0x1234"])
  /** Answers its socket, and takes all gas where it is asked for anything else. */
  const greedy = (socket: Hex): Hex => answersWith({ "socket__()": socket }).replace("5f5ffd", "5b600056") as Hex

  for (const [what, code] of [
    ["that has no owner()", (socket: Hex) => answersWith({ "socket__()": socket })],
    ["whose owner() takes all gas", greedy],
    ["whose owner() returns too little", (socket: Hex) => answersWith({ "socket__()": socket, "owner()": "0x01" })],
  ] as const) {
    it(`says of a plug ${what} that who connects it is unknown`, async () => {
      const { owner, notWhole, powers } = await readWith(code)
      expect(owner).to.equal(null)
      expect(notWhole).to.include.members(["FORGE_BY_CONNECTING", "RULES_BY_PLUG_OWNER"])
      expect(powers.some(({ code: way }) => way === "FORGE_BY_TIMEOUT")).to.equal(true)
    })
  }

  it("takes the first word of a text for an owner, as every caller does", async () => {
    const { owner } = await readWith((socket) => answersWith({ "socket__()": socket, "owner()": text }))
    expect(owner).to.equal(at(0x20))
  })

  const safe = getAddress(pad("0x5afe", { size: 20 }))
  const owned = (socket: Hex) => answersWith({ "socket__()": socket, "owner()": pad(safe) })
  const crowd = (count: number, from: number) => Array.from({ length: count }, (_, index) => at(from + index))
  const kindOf = ({ facts }: Awaited<ReturnType<typeof readWith>>) => facts.dst.accounts.get(safe)?.kind

  deepIt("does not know a Safe that names a thousand signers or modules, or that cannot act", async () => {
    expect(kindOf(await readWith(owned, [[safe, safeCode(2n, crowd(3, 0x100))]]))).to.equal("Safe")
    for (const code of [
      safeCode(1n, crowd(1_000, 0x100)),
      safeCode(1n, crowd(3, 0x100), crowd(1_000, 0x100)),
      safeCode(4n, crowd(3, 0x100)),
    ]) {
      expect(kindOf(await readWith(owned, [[safe, code]]))).to.equal("unknown")
    }
  })

  deepIt("follows no end of Safes that sign for one, and says that there are more", async () => {
    const children = crowd(20, 0x1000)
    const found = await readWith(owned, [
      [safe, safeCode(2n, children)],
      ...children.map((child, index) => [child, safeCode(1n, crowd(20, 0x10_000 + 20 * index))] as const),
    ])
    expect(found.facts.dst.accounts.size).to.be.greaterThan(420)
    expect(found.requests).to.be.at.most(400)
    const more = await readWith(
      owned,
      crowd(120, 0x10_000).map((child) => [child, "0x60"] as const),
    )
    expect(more.unread.map(({ why }) => why).join()).to.contain("more than 100 contracts")
    expect(more.requests).to.be.at.most(500)
  })

  it("takes a day that no calendar has for one that is over", () => {
    const exception = { rule: "OWNER_NOT_SAFE", reason: "a test" } as const
    const now = Date.parse("2027-02-01")
    const rulesOf = (until: string) =>
      checkTrust([], { exceptions: [{ ...exception, until }] }, now).breaches.map(({ rule }) => rule)
    expect(rulesOf("2027-02-28")).to.deep.equal([])
    for (const day of ["2027-02-30", "2027-02-29", "2027-13-01", "tomorrow"]) {
      expect(rulesOf(day), day).to.deep.equal(["EXCEPTION_ENDED"])
    }
  })
})
