import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from "viem"

import { holdersOf, readHolders } from "#extras/audit/src/trust/reading/readHolders.js"
import { type Role, roleEvents, roleId } from "#src/messaging/reading/roles.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["function hasRole(bytes32 role, address account) view returns (bool)"])
const [granted, revoked] = roleEvents.map((event) => toEventSelector(event)) as [Hex, Hex]
const [board, manager] = [at(0xa1), at(0xb2)]
const watching: Role = { name: "WATCHER_ROLE", slug: 41_001 }
const executing: Role = { name: "EXECUTOR_ROLE" }

type Logged = readonly [contract: Address, role: Role, account: Address, isGranted?: boolean]
type Answer = boolean | undefined

/** Reads who holds both roles of a chain that has logged this, and what was not read. */
async function read({
  logged = [],
  holds,
  suspects = [],
  firstBlock,
  logs = true,
  blockNumber = 100n,
}: {
  readonly logged?: readonly Logged[]
  readonly holds: (contract: Address, role: Hex, account: Address) => Answer
  readonly suspects?: readonly Address[]
  readonly firstBlock?: bigint
  readonly logs?: boolean
  readonly blockNumber?: bigint
}) {
  const [ranges, asked, unread]: [unknown[], Address[], string[]] = [[], [], []]
  const request = ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
    if (method === "eth_getLogs") {
      const [{ fromBlock, toBlock, address }] = params as [
        { fromBlock: Hex; toBlock: Hex; address: readonly Address[] },
      ]
      ranges.push([Number(fromBlock), Number(toBlock), ...address])
      if (!logs) return Promise.reject(new Error("logs are off"))
      return Promise.resolve(
        logged.map(([contract, role, account, isGranted = true], index) => ({
          ...{ address: contract, topics: [isGranted ? granted : revoked, roleId(role), pad(account)], data: "0x" },
          ...{ blockNumber: fromBlock, blockHash: bytes32(1), transactionHash: bytes32(2) },
          ...{ transactionIndex: "0x0", logIndex: numberToHex(index), removed: false },
        })),
      )
    }
    const [{ to, data }] = params as [{ to: Address; data: Hex }]
    const { args } = decodeFunctionData({ abi, data })
    const answer = holds(to, ...args)
    asked.push(args[1])
    return Promise.resolve(answer === undefined ? "0x" : numberToHex(answer ? 1 : 0, { size: 32 }))
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 })
  const clock = createManualClock()
  const view = { client, socket: at(1), blockNumber, firstBlock, answers: new Map() }
  const roles = await clock.run(
    readHolders(
      { ...view, head: { number: blockNumber, timestamp: 0n } },
      {
        ...{ suspects, clock, unread: (why: string) => unread.push(why) },
        roles: [
          { contract: board, role: watching },
          { contract: manager, role: executing },
        ],
      },
    ),
  )
  return { roles: roles.map(({ holders, isComplete }) => [holders, isComplete]), ranges, asked, unread, full: roles }
}

describe("readHolders", () => {
  it("asks each contract for those to whom it ever gave its own role, and for nobody else", async () => {
    const { roles, ranges, unread, full, asked } = await read({
      logged: [
        [board, watching, at(1)],
        [board, watching, at(2)],
        [board, watching, at(2), false],
        [board, { ...watching, slug: 7 }, at(3)],
        [manager, executing, at(4)],
        [manager, watching, at(5)],
      ],
      holds: (_contract, _role, account) => account !== at(2),
      suspects: [at(9)],
    })
    expect(roles).to.deep.equal([
      [[at(1)], true],
      [[at(4)], true],
    ])
    expect(asked).to.have.members([at(1), at(2), at(4)])
    expect([ranges, unread]).to.deep.equal([[[0, 100, board, manager]], []])
    expect(full.map(({ contract, role }) => [contract, role])).to.deep.equal([
      [board, watching],
      [manager, executing],
    ])
  })

  it("does not know all of them where a contract does not say, and asks for suspects where there are no logs", async () => {
    const logged = [
      [board, watching, at(1)],
      [manager, executing, at(4)],
    ] as const
    const some = await read({ logged, holds: (contract) => (contract === board ? undefined : true) })
    expect(some.roles).to.deep.equal([
      [[], false],
      [[at(4)], true],
    ])
    const silent = await read({
      ...{ logs: false, suspects: [at(8), at(9), at(8)] },
      holds: (contract, role, account) => contract === board && role === roleId(watching) && account === at(9),
    })
    expect(silent.roles).to.deep.equal([
      [[at(9)], false],
      [[], false],
    ])
    expect(silent.asked).to.have.members([at(8), at(9), at(8), at(9)])
    expect(silent.unread).to.have.length(1)
  })

  it("asks for 64 accounts of one role, and says that there are others", async () => {
    const of = async (count: number) => {
      const logged = Array.from({ length: count }, (_, index) => [board, watching, at(0x1000 + index)] as const)
      const { roles, asked } = await read({ logged, holds: () => true })
      return [roles[0]?.[1], asked.length]
    }
    expect(await of(64)).to.deep.equal([true, 64])
    expect(await of(65)).to.deep.equal([false, 64])
  })

  it("begins where the contracts do, unless the node is not there yet", async () => {
    const firstOf = async (firstBlock: bigint) => {
      const { ranges } = await read({ firstBlock, holds: () => true })
      return (ranges[0] as readonly number[]).slice(0, 2)
    }
    expect(await firstOf(40n)).to.deep.equal([40, 100])
    expect(await firstOf(100n)).to.deep.equal([100, 100])
    expect(await firstOf(101n)).to.deep.equal([0, 100])
  })
})

describe("holdersOf", () => {
  it("finds those of one role of one contract, and knows nothing of another one", () => {
    const role = (contract: Address, of: Role, holder: Address) => ({
      ...{ contract, role: of, holders: [holder], isComplete: true },
    })
    const roles = [role(board, watching, at(1)), role(manager, executing, at(2)), role(board, executing, at(3))]
    expect(holdersOf(roles, board, watching).holders).to.deep.equal([at(1)])
    expect(holdersOf(roles, board, executing).holders).to.deep.equal([at(3)])
    expect(holdersOf(roles, manager, executing).holders).to.deep.equal([at(2)])
    const nothing = { holders: [], isComplete: false }
    expect(holdersOf(roles, manager, watching)).to.deep.equal({ contract: manager, role: watching, ...nothing })
    expect(holdersOf([], board, { name: "TRIP_ROLE" })).to.deep.equal({
      ...{ contract: board, role: { name: "TRIP_ROLE" }, ...nothing },
    })
  })
})
