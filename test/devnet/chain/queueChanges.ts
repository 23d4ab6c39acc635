import { EventEmitter } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { queueChanges } from "#src/devnet/chain/requests.js"

type Provider = Parameters<typeof queueChanges>[0]
type Call = { method: string; params?: unknown }

/** A chain that answers when it is told to. */
class SlowChain extends EventEmitter {
  readonly asked: string[] = []
  readonly #answers: ((answer: unknown) => void)[] = []

  request({ method, params = [] }: Call): Promise<unknown> {
    const [name = ""] = params as string[]
    this.asked.push([method, name].join(" "))
    return new Promise((resolve) => this.#answers.push(resolve))
  }

  answerAll(): void {
    for (const answer of this.#answers.splice(0)) answer("0x")
  }
}

function open() {
  const chain = new SlowChain()
  const provider = chain as unknown as Provider
  const { requestFirst } = queueChanges(provider)
  const send = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      provider.request({ method: "eth_sendTransaction", params: [`user ${index}`] }),
    )
  return { chain, provider, requestFirst, send }
}

/** Lets everything go on that waits for nothing. */
const turn = () => new Promise(setImmediate)

describe("queueChanges", () => {
  it("gives a chain the transactions of users a few at a time, in their order", async () => {
    const { chain, send } = open()
    const sent = send(20)
    await turn()
    expect(chain.asked).to.have.length.within(2, 10)
    while (chain.asked.length < 20) {
      chain.answerAll()
      await turn()
    }
    chain.answerAll()
    await Promise.all(sent)
    expect(chain.asked).to.deep.equal(Array.from({ length: 20 }, (_, index) => `eth_sendTransaction user ${index}`))
  })

  it("mines after the transactions that came before, and takes a snapshot after that", async () => {
    const { chain, provider, send } = open()
    const asked = [...send(20), provider.request({ method: "evm_mine" }), provider.request({ method: "evm_snapshot" })]
    await turn()
    while (chain.asked.length < 22) {
      chain.answerAll()
      await turn()
    }
    chain.answerAll()
    await Promise.all(asked)
    expect(chain.asked.slice(19)).to.deep.equal(["eth_sendTransaction user 19", "evm_mine ", "evm_snapshot "])
  })

  it("lets an actor's transaction and every other request pass the users' that wait", async () => {
    const { chain, provider, requestFirst, send } = open()
    const sent = send(20)
    await turn()
    const given = chain.asked.length
    const others = [
      requestFirst({ method: "eth_sendRawTransaction", params: ["actor"] }),
      provider.request({ method: "eth_call", params: ["reader"] }),
    ]
    await turn()
    expect(chain.asked.slice(given)).to.deep.equal(["eth_sendRawTransaction actor", "eth_call reader"])
    while (chain.asked.length < 22) {
      chain.answerAll()
      await turn()
    }
    chain.answerAll()
    await Promise.all([...sent, ...others])
  })

  it("shows an actor's transaction to what watches the chain's requests", async () => {
    const { chain, provider, requestFirst } = open()
    const request = provider.request.bind(provider)
    const seen: string[] = []
    provider.request = (call) => {
      seen.push(call.method)
      return request(call)
    }
    const sent = requestFirst({ method: "eth_sendRawTransaction", params: ["actor"] })
    await turn()
    chain.answerAll()
    await sent
    expect(seen).to.deep.equal(["eth_sendRawTransaction"])
  })

  it("tells of each change of a user as it begins, until nobody listens, and of nothing else", async () => {
    const chain = new SlowChain()
    const provider = chain as unknown as Provider
    const { onChange, requestFirst } = queueChanges(provider)
    const seen: string[] = []
    const off = onChange((call, answer) => {
      const [name] = call.params as string[]
      seen.push(`${call.method} ${name} begins`)
      void answer.then((answered) => seen.push(`${name} has ${String(answered)}`))
    })
    const ask = (method: string, name: string) => provider.request({ method, params: [name] })
    const all = [
      ...["eth_sendTransaction", "evm_mine", "hardhat_setCode", "eth_call", "web3_evm_x"].map((method, index) =>
        ask(method, String(index)),
      ),
      requestFirst({ method: "eth_sendTransaction", params: ["actor"] }),
    ]
    await turn()
    chain.answerAll()
    await Promise.all(all)
    await turn()
    expect(seen).to.deep.equal([
      ...["eth_sendTransaction 0 begins", "evm_mine 1 begins", "hardhat_setCode 2 begins"],
      ...["0 has 0x", "1 has 0x", "2 has 0x"],
    ])
    off()
    const last = ask("evm_mine", "last")
    await turn()
    chain.answerAll()
    await last
    expect(seen).to.have.length(6)
  })

  it("goes on after a transaction that the chain refused", async () => {
    const chain = new SlowChain()
    chain.request = ({ params = [] }: Call) =>
      (params as string[])[0] === "user 0" ? Promise.reject(new Error("refused")) : Promise.resolve("0x")
    const provider = chain as unknown as Provider
    queueChanges(provider)
    const sent = Array.from({ length: 20 }, (_, index) =>
      provider.request({ method: "eth_sendTransaction", params: [`user ${index}`] }),
    )
    const settled = await Promise.allSettled(sent)
    expect(settled.map(({ status }) => status)).to.deep.equal(["rejected", ...Array<string>(19).fill("fulfilled")])
  })
})
