import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  parseAbiParameters,
  zeroAddress,
} from "viem"

import { connectArrivalFix, connectSourceFix, switchboardFix } from "#src/messaging/explaining/connectionFixes.js"
import { byOwner, executorFix, retryFix, transmitterFix, untripFix } from "#src/messaging/explaining/fixes.js"
import { packPacketId } from "#src/messaging/ids.js"
import { executionManagerAbi, plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { roleEvents, roleId } from "#src/messaging/reading/roles.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { fixLine } from "#test/fixtures/output/causeLines.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { arrivalWith, journeyWith, messageCase, proposal } from "#test/fixtures/wire/messageFacts.js"
import { capacitor, dstPlug, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const abis = [plugAbi, socketAbi, executionManagerAbi]
type Node = Omit<ViewNodeOptions, "abis">
const owner = at(0x11)
const [board, otherBoard, senders] = [at(0xb1), at(0xb2), at(0xb3)]

/** A message in a packet between alpha and beta, whose nodes answer as they are told. */
function world({ alpha = {}, beta = {} }: { alpha?: Node; beta?: Node } = {}, more: Partial<Arrival> = {}) {
  const plain = arrivalWith([], more)
  const arrival = { ...plain, chain: { ...plain.chain, client: createViewNode({ abis, ...beta }), firstBlock: 5n } }
  const journey = journeyWith(arrival)
  const packetId = packPacketId({ srcChainSlug: 41_001, capacitor, packetCount: 7n })
  const src = { ...journey.src, client: createViewNode({ abis, ...alpha }), firstBlock: 5n }
  const srcConfig = { capacitor: at(0xcc), outboundSwitchboard: at(0xbb) } as Journey["srcConfig"]
  return { arrival, journey: { ...journey, src, srcConfig, message: { ...journey.message, packetId } } }
}

const connects = { connect: () => undefined }
const owned = { views: { owner: () => owner, ...connects } }

/** What tells that a switchboard of alpha sends by the capacitor of the packet, to a switchboard of beta. */
function pathLogs(sibling: Address): readonly ViewLog[] {
  const [added] = encodeEventTopics({ abi: socketAbi, eventName: "SwitchboardAdded" })
  const [updated] = encodeEventTopics({ abi: socketAbi, eventName: "SiblingSwitchboardUpdated" })
  const words = parseAbiParameters("address, uint32, address, address, uint256")
  const add = (by: Address, queue: Address) => encodeAbiParameters(words, [by, 41_002, queue, at(0xd1), 1n])
  const update = encodeAbiParameters(parseAbiParameters("address, uint32, address"), [senders, 41_002, sibling])
  return [
    { address: socket, topics: [added], data: add(at(0xb9), at(0xca)), block: 6 },
    { address: socket, topics: [added], data: add(senders, capacitor), block: 7 },
    { address: socket, topics: [updated], data: update, block: 8 },
  ]
}

function grants(contract: Address, role: Parameters<typeof roleId>[0], ...holders: readonly Address[]): ViewLog[] {
  return holders.map((grantee, index) => {
    const topics = encodeEventTopics({
      abi: roleEvents,
      eventName: "RoleGranted",
      args: { role: roleId(role), grantee },
    })
    return { address: contract, topics: topics as ViewLog["topics"], block: 10 + index }
  })
}

describe("who has to change a plug", () => {
  const fixOf = async (owners?: () => unknown, command?: string) => {
    const { journey } = world({ alpha: { views: { owner: owners } } })
    return fixLine(await byOwner(journey.src, srcPlug, "mends it", command))
  }
  it("is its owner, or its operator where it does not say, or nobody", async () => {
    expect([
      await fixOf(() => owner),
      await fixOf(() => owner, "do it"),
      await fixOf(undefined),
      await fixOf(undefined, "do it"),
      await fixOf(() => zeroAddress, "do it"),
    ]).to.deep.equal([
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha mends it",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha mends it: do it",
      "fix by others: the operator of the plug on alpha mends it",
      "fix by others: the operator of the plug on alpha mends it: do it",
      "fix by others: nobody can mend it, because the ownership of the plug 0x5FbDB2315678afecb367f032d93F642f64180aa3 on alpha was renounced",
    ])
  })
})

describe("the fix of a plug that is not connected", () => {
  const arriving = async (beta: Node, more: Partial<Arrival> = {}, switchboard: Address | undefined = board) => {
    const { journey, arrival } = world({ beta }, more)
    return fixLine(await connectArrivalFix(journey, arrival, switchboard))
  }

  it("is a command where the plug has connect and its owner a key, also one that delegates to a contract", async () => {
    expect([
      await arriving(owned),
      await arriving({ views: connects }),
      await arriving({ ...owned, codes: { [owner]: "0xef0100aa" } }),
      await arriving({ ...owned, codes: { [owner]: "0x60" } }),
      await arriving({ views: { owner: () => owner } }),
      await arriving({ views: connects, codes: { [zeroAddress]: "0x60" } }),
    ]).to.deep.equal([
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on beta connects it: npx hardhat messaging connect 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 0x5FbDB2315678afecb367f032d93F642f64180aa3 --from beta --to alpha --switchboard 0x00000000000000000000000000000000000000B1",
      "fix by others: the operator of the plug on beta connects it: npx hardhat messaging connect 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 0x5FbDB2315678afecb367f032d93F642f64180aa3 --from beta --to alpha --switchboard 0x00000000000000000000000000000000000000B1",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on beta connects it: npx hardhat messaging connect 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 0x5FbDB2315678afecb367f032d93F642f64180aa3 --from beta --to alpha --switchboard 0x00000000000000000000000000000000000000B1",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on beta calls connect(41001, 0x5FbDB2315678afecb367f032d93F642f64180aa3, 0x00000000000000000000000000000000000000B1) of 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512, as it is a contract. The data of the call: 0xc3d29b63000000000000000000000000000000000000000000000000000000000000a0290000000000000000000000005fbdb2315678afecb367f032d93f642f64180aa300000000000000000000000000000000000000000000000000000000000000b1",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on beta connects it by the function of the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 that calls connect of the socket, with the sibling 0x5FbDB2315678afecb367f032d93F642f64180aa3 and the switchboard 0x00000000000000000000000000000000000000B1",
      "fix by others: the operator of the plug on beta connects it: npx hardhat messaging connect 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 0x5FbDB2315678afecb367f032d93F642f64180aa3 --from beta --to alpha --switchboard 0x00000000000000000000000000000000000000B1",
    ])
  })

  it("asks as the owner whether the plug can be connected so, with the slug, the sibling and the switchboard", async () => {
    const asked: unknown[] = []
    const views = { owner: () => owner, connect: (...call: unknown[]) => void asked.push(call) }
    await arriving({ views })
    expect(asked).to.deep.equal([[dstPlug, [41_001, srcPlug, board], owner]])
  })

  it("names the switchboard that the packet was proposed for, else that of its path, else that of the plug", async () => {
    const boardOf = async (alpha: Node, more: Partial<Arrival>) => {
      const { journey, arrival } = world({ alpha, beta: owned }, more)
      return /--switchboard (\S+)/.exec(fixLine(await connectArrivalFix(journey, arrival)))?.[1] ?? "none"
    }
    const other = proposal({ switchboard: at(0xb4), isForPlug: false })
    const foreign = proposal({ switchboard: at(0xb5), isForPlug: false, isRootOfMessage: false })
    const own = proposal({ switchboard: at(0xb6) })
    const config = { ...arrivalWith([]).config, inboundSwitchboard: otherBoard }
    const path = { logs: pathLogs(at(0xb7)) }
    expect([
      await boardOf(path, { proposals: [foreign, other, own, proposal({ switchboard: at(0xb8) })], config }),
      await boardOf(path, { proposals: [foreign, other, { ...other, switchboard: at(0xb9) }], config }),
      await boardOf(path, { proposals: [foreign], config }),
      await boardOf({}, { proposals: [foreign], config }),
      await boardOf({}, { config: { ...config, inboundSwitchboard: zeroAddress } }),
    ]).to.deep.equal([at(0xb6), at(0xb4), at(0xb7), otherBoard, "none"])
  })

  it("is its owner's where no switchboard is known that fits", async () => {
    const { journey, arrival } = world({ beta: owned }, { config: { inboundSwitchboard: zeroAddress } as never })
    expect(fixLine(await connectArrivalFix(journey, arrival))).to.equal(
      `fix by others: the owner ${owner} of the plug on beta connects it`,
    )
  })

  it("is the switchboard's own, unless packets are proposed for another one", async () => {
    const fixOf = async (alpha: Node) => {
      const { journey, arrival } = world({ alpha, beta: owned })
      return fixLine(await switchboardFix(journey, arrival, board))
    }
    expect([
      await fixOf({}),
      await fixOf({ logs: pathLogs(board) }),
      await fixOf({ logs: pathLogs(otherBoard) }),
    ]).to.deep.equal([
      "fix by others: the operator of the switchboard 0x00000000000000000000000000000000000000B1 on beta makes it accept the packet",
      "fix by others: the operator of the switchboard 0x00000000000000000000000000000000000000B1 on beta makes it accept the packet",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on beta connects it: npx hardhat messaging connect 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 0x5FbDB2315678afecb367f032d93F642f64180aa3 --from beta --to alpha --switchboard 0x00000000000000000000000000000000000000b2",
    ])
  })
})

describe("the fix of a plug that cannot send", () => {
  const [connected] = encodeEventTopics({ abi: socketAbi, eventName: "PlugConnected" })
  const connection = (block: number, plug: Address, sibling: Address, slug: number, inbound: Address): ViewLog => {
    const words = parseAbiParameters("address, uint256, address, address, address, address, address")
    const data = encodeAbiParameters(words, [plug, BigInt(slug), sibling, inbound, at(0xc1), at(0xc2), at(0xc3)])
    return { address: socket, topics: [connected], data, block }
  }
  const betaOf = (sibling: Address): readonly ViewLog[] => {
    const [updated] = encodeEventTopics({ abi: socketAbi, eventName: "SiblingSwitchboardUpdated" })
    const words = parseAbiParameters("address, uint32, address")
    return [
      connection(10, at(0xe1), srcPlug, 41_001, at(0xb4)),
      connection(20, at(0xe2), srcPlug, 41_001, board),
      connection(30, at(0xe3), at(0xe9), 41_001, at(0xb5)),
      connection(40, at(0xe4), srcPlug, 41_009, at(0xb6)),
      { address: socket, topics: [updated], data: encodeAbiParameters(words, [board, 41_001, sibling]), block: 50 },
    ]
  }
  const fixOf = async (beta: Node | undefined, alpha: Node = owned) => {
    const { journey, arrival } = world({ alpha, beta: beta ?? {} })
    const dst = beta === undefined ? undefined : arrival.chain
    return fixLine(await connectSourceFix(journey.src, { plug: srcPlug, dst }))
  }

  it("connects it with the plug that named it last, by the sibling of that one's switchboard", async () => {
    expect([
      await fixOf({ logs: betaOf(otherBoard) }),
      await fixOf({ logs: betaOf(zeroAddress) }),
      await fixOf({ logs: betaOf(otherBoard).slice(0, 1) }),
      await fixOf({ logs: [] }),
      await fixOf(undefined),
    ]).to.deep.equal([
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha connects it: npx hardhat messaging connect 0x5FbDB2315678afecb367f032d93F642f64180aa3 0x00000000000000000000000000000000000000E2 --from alpha --to beta --switchboard 0x00000000000000000000000000000000000000b2",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha connects it",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha connects it",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha connects it with the plug that it sends to",
      "fix by others: the owner 0x0000000000000000000000000000000000000011 of the plug on alpha connects it with the plug that it sends to",
    ])
  })

  it("looks for that one with four questions, the newest blocks first, where a node gives few blocks at a time", async () => {
    const siblingIn = async (...blocks: readonly number[]): Promise<unknown[]> => {
      const named = blocks.map((block) => connection(block, at(0xe00 + block), srcPlug, 41_001, board))
      const logs = [...named, ...betaOf(otherBoard).slice(-1)]
      const beta = { logs, methods: { eth_blockNumber: numberToHex(1_900) } }
      const { journey, arrival } = world({ alpha: owned, beta })
      const node = arrival.chain.client
      const asked: number[] = []
      const request = (question: { method: string; params?: readonly unknown[] }): Promise<unknown> => {
        const [filter = {}] = (question.params ?? []) as {
          topics?: readonly unknown[]
          fromBlock?: Hex
          toBlock?: Hex
        }[]
        if (!filter.topics?.includes(connected)) return node.request(question as never)
        const length = Number(filter.toBlock) - Number(filter.fromBlock) + 1
        asked.push(length)
        return length > 1_000 ? Promise.reject(new Error("too many blocks")) : node.request(question as never)
      }
      const dst = { ...arrival.chain, client: { ...node, request } as typeof node }
      const fix = fixLine(await connectSourceFix(journey.src, { plug: srcPlug, dst }))
      return [/ (0x\w{40}) --from/.exec(fix)?.[1], ...asked]
    }
    expect(await siblingIn(1_300, 1_700)).to.deep.equal([at(0xe00 + 1_700), 1_896, 500])
    expect(await siblingIn(450, 500)).to.deep.equal([at(0xe00 + 500), 1_896, 500, 500, 500])
    expect(await siblingIn(390)).to.deep.equal([undefined, 1_896, 500, 500, 500])
  })
})

describe("the fix of a message whose execution failed", () => {
  const manager = at(0x61)
  const views = { executionManager__: () => manager, isExecutor: () => [owner, false] }

  it("is the user's where every account may execute, else an executor's", async () => {
    const fixOf = async (beta: Node) => fixLine(await executorFix(world({ beta }).arrival.chain))
    const open = { views: { ...views, isExecutor: () => [owner, true] } }
    expect([
      await fixOf({ views }),
      await fixOf(open),
      await fixOf({ views, methods: { web3_clientVersion: "HardhatNetwork/3" } }),
      await fixOf({ views, methods: { web3_clientVersion: "Geth/1" } }),
      await fixOf({}),
    ]).to.deep.equal([
      "fix by others: an account with EXECUTOR_ROLE at the execution manager 0x0000000000000000000000000000000000000061 on beta executes the message again",
      "fix: execute the message again",
      "fix: execute the message again",
      "fix by others: an account with EXECUTOR_ROLE at the execution manager 0x0000000000000000000000000000000000000061 on beta executes the message again",
      "fix by others: an account with EXECUTOR_ROLE at the execution manager on beta executes the message again",
    ])
  })

  it("has a command, with the gas limit and the value that it takes", async () => {
    const { journey, arrival } = world({ beta: { views } })
    const value = {
      ...journey,
      message: { ...journey.message, executionParams: `0x01${"0".repeat(46)}0de0b6b3a7640000` },
    }
    expect([
      fixLine(await retryFix(journey, arrival)),
      fixLine(await retryFix(journey, arrival, { gasLimit: 77_000n })),
      fixLine(await retryFix(value as Journey, arrival, { gasLimit: 0n })),
    ]).to.deep.equal([
      "fix by others: an account with EXECUTOR_ROLE at the execution manager 0x0000000000000000000000000000000000000061 on beta executes the message again: npx hardhat messaging retry 0x000000000000000000000000000000000000000000000000000000000000000a --from alpha --message-id 0x0000000000000000000000000000000000000000000000000000000000000001",
      "fix by others: an account with EXECUTOR_ROLE at the execution manager 0x0000000000000000000000000000000000000061 on beta executes the message again: npx hardhat messaging retry 0x000000000000000000000000000000000000000000000000000000000000000a --from alpha --message-id 0x0000000000000000000000000000000000000000000000000000000000000001 --gas-limit 77000",
      "fix by others: an account with EXECUTOR_ROLE at the execution manager 0x0000000000000000000000000000000000000061 on beta executes the message again: npx hardhat messaging retry 0x000000000000000000000000000000000000000000000000000000000000000a --from alpha --message-id 0x0000000000000000000000000000000000000000000000000000000000000001 --gas-limit 0",
    ])
  })
})

describe("the fix of those who carry messages", () => {
  it("is a holder's of the role that ends a trip", async () => {
    const fixOf = async (...holders: readonly Address[]) => {
      const logs = grants(board, { name: "UN_TRIP_ROLE" }, ...holders)
      const other = grants(board, { name: "TRIP_ROLE" }, at(0x99))
      return fixLine(await untripFix(world({ beta: { logs: [...logs, ...other] } }).arrival, board))
    }
    expect([await fixOf(), await fixOf(at(1)), await fixOf(at(1), at(2))]).to.deep.equal([
      "fix by others: the holders of UN_TRIP_ROLE at the switchboard 0x00000000000000000000000000000000000000B1 on beta untrip it",
      "fix by others: the holder 0x0000000000000000000000000000000000000001 of UN_TRIP_ROLE at the switchboard 0x00000000000000000000000000000000000000B1 on beta untrips it",
      "fix by others: the holders 0x0000000000000000000000000000000000000001 and 0x0000000000000000000000000000000000000002 of UN_TRIP_ROLE at the switchboard 0x00000000000000000000000000000000000000B1 on beta untrip it",
    ])
  })

  const manager = at(0x71)
  const views = { transmitManager__: () => manager }
  const relay = (paused: readonly string[]) => ({
    methods: { devnet_relay: { failures: [], paused, unmined: [], delay: 0, watchers: [], port: 8_700 } },
  })

  it("is that of a transmitter of the path, of who grants the role where nobody has it, or of a paused devnet", async () => {
    const fixOf = async (stage: "seal" | "propose", alpha: Node, beta: Node) => {
      const { journey, arrival } = world({ alpha, beta })
      const [chain, otherSlug] = [arrival.chain, 41_001]
      return fixLine(await transmitterFix(messageCase(journey), { stage, chain, head: arrival.head, otherSlug }))
    }
    const held = (...holders: readonly Address[]) => ({
      views,
      logs: [
        ...grants(manager, { name: "TRANSMITTER_ROLE", slug: 41_001 }, ...holders),
        ...grants(manager, { name: "TRANSMITTER_ROLE", slug: 41_009 }, at(0x99)),
      ],
    })
    expect([
      await fixOf("seal", {}, {}),
      await fixOf("propose", relay(["seal"]), {}),
      await fixOf("seal", relay(["seal"]), {}),
      await fixOf("seal", relay(["seal"]), held()),
      await fixOf("seal", relay(["seal"]), held(at(1))),
      await fixOf("seal", {}, held(at(1))),
      await fixOf("propose", {}, held(at(1), at(2))),
      await fixOf("propose", {}, { views, methods: { eth_getLogs: null } }),
    ]).to.deep.equal([
      "fix by others: the transmitter of beta seals the packet",
      "fix by others: the transmitter of beta proposes the packet",
      "fix: the devnet is paused, also its stage seal: let it go on: npx hardhat devnet resume --port 8700",
      "fix by others: the owner of the transmit manager 0x0000000000000000000000000000000000000071 on beta grants TRANSMITTER_ROLE for chain 41001, which no account has",
      "fix: the devnet is paused, also its stage seal: let it go on: npx hardhat devnet resume --port 8700",
      "fix by others: the transmitter 0x0000000000000000000000000000000000000001 on beta seals the packet",
      "fix by others: the transmitters 0x0000000000000000000000000000000000000001 and 0x0000000000000000000000000000000000000002 on beta propose the packet",
      "fix by others: the transmitters on beta propose the packet",
    ])
  })
})
