import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex, parseAbi, toFunctionSelector } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { maxTransactionGas } from "#src/devnet/chain/hardfork.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { createSend } from "#src/testing/contracts/send.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["function pay() payable"])
const data = toFunctionSelector("pay()")

/** A world with a gateway chain, on which a contract's functions are called, and what was asked of it. */
function open({
  isOnGateway = true,
  isOpen = true,
  problem,
}: { isOnGateway?: boolean; isOpen?: boolean; problem?: Error } = {}) {
  const asked: unknown[] = []
  const announced: unknown[] = []
  const receipt = { status: "success", transactionHash: bytes32(7), logs: [] }
  const chain = {
    ...{ name: "gateway", accounts: [at(1), at(2)], onHead: () => () => undefined },
    provider: {
      request({ params: [call] }: { params: [object] }) {
        asked.push(call)
        return problem === undefined ? Promise.resolve(bytes32(7)) : Promise.reject(problem)
      },
    },
    publicClient: { getTransactionReceipt: () => Promise.resolve(receipt) },
  } as unknown as LocalChain
  const gateway = {
    chain: isOnGateway ? chain : {},
    sync: () => Promise.resolve(asked.push("sync")),
    ledger: { requestsOf: (hash: Hex) => (hash === bytes32(7) ? [{ requestCount: 3 }, { requestCount: 8 }] : []) },
  }
  const onSent = createListeners<[sent: unknown]>()
  onSent.subscribe((sent) => void announced.push(sent))
  const world = {
    gateway,
    registry: createRegistry(),
    devnet: { chains: {} },
    onSent,
    isOpen: () => isOpen,
  } as unknown as OpenWorld
  const check = () => Promise.resolve(void asked.push("check"))
  const contract = { address: at(5), abi, account: at(1), contractName: "Shop", check }
  return { asked, announced, receipt, send: createSend(world, chain, contract) }
}

describe("what send returns", () => {
  const call = (from: number, value: Hex, gas = maxTransactionGas) => ({
    ...{ from: at(from), to: at(5), data, value, gas: numberToHex(gas) },
  })

  it("is all of a transaction, which was checked first and is announced, with the requests that it made", async () => {
    const { asked, announced, receipt, send } = open()
    const sent = await send["pay"]!([], { value: 17n, account: at(2), gas: 258n })
    expect(sent).to.deep.equal({
      ...{ hash: bytes32(7), receipt, chain: "gateway", contract: at(5), functionName: "pay", fee: 0n },
      ...{ value: 17n, attached: 17n, messageIds: [], requestCounts: [3, 8], route: undefined },
    })
    expect(asked).to.deep.equal(["check", call(2, "0x11", 258n), "sync"])
    expect(announced).to.deep.equal([sent])
  })

  it("has what was attached in the place of its own value, and no requests elsewhere", async () => {
    const { asked, send } = open({ isOnGateway: false })
    const sent = await send["pay"]!(undefined, { value: 17n, attached: 9n })
    expect([sent.value, sent.attached, sent.requestCounts]).to.deep.equal([17n, 9n, []])
    expect((await send["pay"]!()).attached).to.equal(0n)
    expect(asked).to.deep.equal(["check", call(1, "0x9"), "check", call(1, "0x0")])
  })

  it("is an error of the node, or that nobody has awaited it where the world was stopped meanwhile", async () => {
    const problem = new Error("the node is away")
    const caught: unknown = await open({ problem }).send["pay"]!().catch((error: unknown) => error)
    expect(caught).to.equal(problem)
    const { code, shortMessage } = await failure(open({ problem, isOpen: false }).send["pay"]!())
    expect([code, shortMessage]).to.deep.equal(["NOT_AWAITED", "The test did not await Shop.send.pay on gateway."])
  })

  it("is refused with arguments that are no list, or wrong options, before anything is asked", async () => {
    const { asked, send } = open()
    const cases: readonly (readonly [args: unknown, options: object, argument: string])[] = [
      ["one", {}, "send.pay"],
      [[], { amount: 5n }, "send.pay"],
      [[], { value: 5 }, "value"],
      [[], { attached: -1n }, "attached"],
      [[], { gas: "5" }, "gas"],
    ]
    for (const [args, options, argument] of cases) {
      const { code, facts } = await failure(send["pay"]!(args as never, options))
      expect([code, facts["argument"]]).to.deep.equal(["INVALID_INPUT", argument])
    }
    expect(asked).to.deep.equal([])
    expect([send["then"], Reflect.get(send, Symbol.iterator)]).to.deep.equal([undefined, undefined])
  })
})
