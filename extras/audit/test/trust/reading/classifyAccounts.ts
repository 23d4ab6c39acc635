import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  zeroAddress,
} from "viem"

import { classifyAccounts } from "#extras/audit/src/trust/reading/classifyAccounts.js"
import { answerPeek } from "#test/fixtures/nodes/answerPeek.js"
import { at, contracts, people } from "#test/fixtures/wire/addresses.js"
import { safeProxyCode } from "#test/fixtures/worlds/contractCode.js"

const abi = parseAbi([
  "function VERSION() view returns (string)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function getModulesPaginated(address start, uint256 pageSize) view returns (address[] array, address next)",
  "function getMinDelay() view returns (uint256)",
])

const singleton = "0x00000000000000000000000000000000005afe00"
const known = { safeCode: [keccak256("0x5afe")] }

type Answers = Readonly<Record<string, unknown>>
type Contract = { readonly code?: Hex; readonly answers?: Answers }

/** A node that knows the code of some addresses, and what their views answer. */
function viewOf(known: Readonly<Record<Address, Contract>>) {
  const contractOf = (address: string): Contract =>
    Object.entries(known).find(([one]) => one.toLowerCase() === address.toLowerCase())?.[1] ?? { code: "0x" }
  const isSafe = (address: string): boolean => contractOf(address).answers?.["VERSION"] !== undefined
  const codeOf = (address: string): Hex => {
    if (address.toLowerCase() === singleton) return "0x5afe"
    return contractOf(address).code ?? (isSafe(address) ? safeProxyCode : "0x60")
  }
  const request = ({ method, params }: { method: string; params: [{ to?: Address; data: Hex } | Address, Hex] }) => {
    const [asked, slot] = params
    if (method === "eth_getStorageAt")
      return Promise.resolve(isSafe(asked as string) && slot === pad("0x0") ? pad(singleton) : pad("0x0"))
    if (typeof asked === "string") return Promise.resolve(codeOf(asked))
    if (asked.to === undefined) return Promise.resolve(answerPeek(asked.data, codeOf))
    const { answers = {} } = contractOf(asked.to)
    const { functionName } = decodeFunctionData({ abi, data: asked.data })
    if (!(functionName in answers)) return Promise.resolve("0x")
    return Promise.resolve(encodeFunctionResult({ abi, functionName, result: answers[functionName] as never }))
  }
  const client = createClient({ transport: custom({ request }), pollingInterval: 1 })
  return { client, socket: contracts.socket, blockNumber: 12n, answers: new Map<string, Promise<unknown>>() }
}

const { safe, socket } = contracts
const [first, second] = people.signers
const safeAnswers = (threshold: bigint, owners: readonly Address[] = people.signers): Answers => ({
  ...{ VERSION: "1.4.1", getThreshold: threshold, getOwners: owners, getModulesPaginated: [[socket], zeroAddress] },
})

describe("classifyAccounts", () => {
  const classifyAccount = async (view: ReturnType<typeof viewOf>, address: Address) =>
    (await classifyAccounts(view, [address], { ...known, unread: () => undefined })).get(address)!
  const kindOf = async (contract: Contract) => (await classifyAccount(viewOf({ [safe]: contract }), safe)).kind

  it("tells keys, keys with delegated code, Safes, timelocks and other contracts apart", async () => {
    expect(await kindOf({ code: "0x" })).to.equal("key")
    expect(await classifyAccount(viewOf({ [safe]: { code: `0xef0100${socket.slice(2)}` } }), safe)).to.deep.equal({
      ...{ kind: "delegated key", delegate: socket },
    })
    expect(await classifyAccount(viewOf({ [safe]: { answers: safeAnswers(2n) } }), safe)).to.deep.equal({
      ...{ kind: "Safe", threshold: 2, signers: people.signers, modules: [socket] },
      ...{ singleton: getAddress(singleton), guards: [], fallbackHandler: null },
    })
    expect(await classifyAccount(viewOf({ [safe]: { answers: { getMinDelay: 60n } } }), safe)).to.deep.equal({
      ...{ kind: "timelock", delay: 60n, upgrade: undefined },
    })
    expect(await kindOf({})).to.equal("contract")
    expect((await classifyAccount(viewOf({}), zeroAddress)).kind).to.equal("nobody")
  })

  it("does not know a Safe whose threshold its signers cannot reach, or which names too many", async () => {
    expect(await kindOf({ answers: safeAnswers(4n) })).to.equal("unknown")
    expect(await kindOf({ answers: safeAnswers(2n, [first, first]) })).to.equal("unknown")
    const many = Array.from({ length: 51 }, () => first)
    expect(await kindOf({ answers: safeAnswers(1n, many) })).to.equal("unknown")
    // Anybody sets it up.
    expect(await kindOf({ answers: safeAnswers(0n) })).to.equal("Safe")
    // Code that only begins as that of a delegated key does.
    expect(await kindOf({ code: "0xef0100" })).to.equal("contract")
    // Code that is only as long.
    expect(await kindOf({ code: `0x60${"00".repeat(22)}` })).to.equal("contract")
  })

  it("follows the signers of Safes, and ends where two Safes sign for each other", async () => {
    const circle = {
      [safe]: { answers: safeAnswers(1n, [socket]) },
      [socket]: { answers: safeAnswers(1n, [safe, second]) },
    }
    const view = viewOf(circle)
    const peeked: unknown[] = []
    const request = (question: never): Promise<unknown> => {
      const { method, params } = question as { method: string; params: readonly { to?: Address }[] }
      if (method === "eth_call" && params[0]?.to === undefined) peeked.push(params)
      return view.client.request(question)
    }
    const counted = { ...view, client: { ...view.client, request } as typeof view.client }
    const accounts = await classifyAccounts(counted, [safe], { ...known, unread: () => undefined })
    // One for the first Safe, one for the other, and one for the key that it names besides.
    expect(peeked).to.have.length(3)
    expect([...accounts].map(([address, { kind }]) => [address, kind])).to.deep.equal([
      [safe, "Safe"],
      [socket, "Safe"],
      [second, "key"],
    ])
  })

  it("says that an account is unknown where the node does not answer", async () => {
    const view = viewOf({})
    const failing = { ...view, client: { ...view.client, request: () => Promise.reject(new Error("down")) } as never }
    const unread: Address[] = []
    const accounts = await classifyAccounts(failing, [safe], { ...known, unread: (address) => unread.push(address) })
    expect([accounts.get(safe), unread]).to.deep.equal([{ kind: "unknown" }, [safe]])
  })

  it("follows as many signers, modules and Safes as its bounds say", async () => {
    const crowd = (count: number) => Array.from({ length: count }, (_, index) => at(0x1000 + index))
    const named = (owners: number, modules: number, threshold = 1n): Answers => ({
      ...{ VERSION: "1.4.1", getThreshold: threshold, getOwners: crowd(owners) },
      getModulesPaginated: [crowd(modules), zeroAddress],
    })
    expect(await kindOf({ answers: named(50, 50, 50n) })).to.equal("Safe")
    for (const answers of [named(51, 0), named(1, 51), named(50, 0, 51n)])
      expect(await kindOf({ answers })).to.equal("unknown")
    // Safes in Safes: the fifth is not looked at.
    const chain = [1, 2, 3, 4, 5].map((index) => at(0x500 + index))
    const nested = Object.fromEntries(
      chain.map((address, index) => [address, { answers: safeAnswers(1n, [chain[index + 1] ?? first]) }]),
    )
    const accounts = await classifyAccounts(viewOf(nested), chain.slice(0, 1), { ...known, unread: () => undefined })
    expect([...accounts.keys()]).to.have.members([...chain.slice(0, 4), socket])
  })

  it("asks a hundred contracts what they are, and says that more are unknown", async () => {
    const unread: [Address, unknown][] = []
    const many = Array.from({ length: 101 }, (_, index) => at(0x1000 + index))
    const view = viewOf(Object.fromEntries(many.map((address) => [address, {}])))
    const kindsOf = async (addresses: readonly Address[]) => {
      const accounts = await classifyAccounts(view, addresses, { ...known, unread: (...one) => unread.push(one) })
      return [...accounts.values()].map(({ kind }) => kind)
    }
    expect(new Set(await kindsOf(many.slice(0, 100)))).to.deep.equal(new Set(["contract"]))
    expect(unread).to.deep.equal([])
    expect((await kindsOf(many)).filter((kind) => kind === "unknown")).to.have.length(1)
    expect(unread.map(([address]) => address)).to.deep.equal(many.slice(100))
  })

  it("asks of a contract that only has to be one nothing but its code", async () => {
    const view = viewOf({ [safe]: { answers: safeAnswers(2n) }, [first]: { code: "0x" } })
    const unread: unknown[] = []
    const contractsOf = {
      ...known,
      contracts: [safe, first, zeroAddress],
      unread: (address: Address) => unread.push(address),
    }
    const plain = viewOf({ [safe]: { answers: safeAnswers(2n), code: "0x60" }, [first]: { code: "0x" } })
    for (const [chain, kind] of [
      [plain, "contract"],
      [view, "unknown"],
    ] as const) {
      const accounts = await classifyAccounts(chain, [second], contractsOf)
      expect([...accounts].map(([address, { kind }]) => [address, kind])).to.have.deep.members([
        [second, "key"],
        [safe, kind],
        [first, "key"],
        [zeroAddress, "key"],
      ])
    }
    // That of a Safe's proxy does not say what code it runs.
    expect(unread).to.deep.equal([safe])
    // One that owns itself decides no less.
    const itself = viewOf({ [safe]: { code: "0x545af4" } })
    expect((await classifyAccounts(itself, [safe], contractsOf)).get(safe)?.kind).to.equal("unknown")
    expect((await classifyAccounts(itself, [safe], { ...contractsOf, contracts: [] })).get(safe)?.kind).to.equal(
      "contract",
    )
    expect((await classifyAccounts(view, [safe], contractsOf)).get(safe)?.kind).to.equal("Safe")
  })

  it("What only answers as a Safe does is a contract: its proxy and singleton have other code", async () => {
    const answers = safeAnswers(2n)
    expect(await kindOf({ answers, code: `${safeProxyCode}00` })).to.equal("contract")
    const stranger = await classifyAccounts(viewOf({ [safe]: { answers } }), [safe], { unread: () => undefined })
    expect(stranger.get(safe)?.kind).to.equal("contract")
    expect((await classifyAccount(viewOf({ [safe]: { answers } }), safe)).kind).to.equal("Safe")
  })
})
