import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"
import { call } from "viem/actions"

import { publicClientOf, walletClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import {
  chainIdAtFirst,
  namedChains,
  requestOnChain,
  requestToSign,
} from "#src/plugin/connection/chains/requestOnChain.js"
import { failure } from "#test/fixtures/failure.js"
import { dai, user } from "#test/fixtures/wire/swapRoutes.js"

const hash = `0x${"ab".repeat(32)}`

/** A connection to a node of chain 5, and the methods that it was asked. */
function connectionTo({ chainId, saying = "0x5" }: { chainId?: number; saying?: string } = {}) {
  const asked: { method: string; params?: unknown }[] = []
  const answers: Record<string, unknown> = {
    ...{ eth_chainId: saying, eth_sendTransaction: hash, eth_accounts: [user], eth_call: "0x" },
  }
  const provider = {
    request: (question: { method: string; params?: unknown }) => {
      asked.push(question)
      return Promise.resolve(answers[question.method])
    },
  }
  return { networkName: "alpha", networkConfig: { chainId }, provider, asked }
}

const send = (chainId?: string) => ({
  method: "eth_sendTransaction",
  params: [{ from: user, to: dai, ...(chainId !== undefined && { chainId }) }],
})

describe("what is signed by a connection", () => {
  const refusal = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => "signed",
      (error: unknown) => (error as Error).message,
    )

  it("is only for the chain that its network has, or that the configuration names", async () => {
    for (const connection of [connectionTo({ chainId: 5 }), connectionTo()]) {
      if (connection.networkConfig.chainId === undefined) namedChains.set(connection.provider, 5)
      expect(await requestToSign(connection, { method: "eth_chainId" })).to.equal("0x5")
      expect(await requestToSign(connection, send("0x5"))).to.equal(hash)
      expect(await requestToSign(connection, send())).to.equal(hash)
      const before = connection.asked.length
      expect(await refusal(requestToSign(connection, send("0x6")))).to.contain("chain 0x6, and not 0x5")
      expect(connection.asked.length, "nothing was sent").to.equal(before)
    }
  })

  it("is nothing where the node says that it is another chain", async () => {
    for (const connection of [connectionTo({ chainId: 7 }), connectionTo()]) {
      if (connection.networkConfig.chainId === undefined) namedChains.set(connection.provider, 7)
      expect(await refusal(requestToSign(connection, { method: "eth_chainId" }))).to.contain("chain 0x5, and not 0x7")
      // Whoever only reads finds that out by itself.
      expect(await requestOnChain(connection, { method: "eth_chainId" })).to.equal("0x5")
      expect(await requestToSign(connection, { method: "eth_accounts" })).to.deep.equal([user])
    }
    // The network's own number counts before a name.
    const both = connectionTo({ chainId: 7 })
    namedChains.set(both.provider, 5)
    expect(await refusal(requestToSign(both, send("0x5")))).to.contain("chain 0x5, and not 0x7")
  })

  it("is for whatever chain the node has, where nothing else says which one that is", async () => {
    const connection = connectionTo()
    expect(await requestToSign(connection, send("0x6"))).to.equal(hash)
    expect(await requestToSign(connection, { method: "eth_chainId" })).to.equal("0x5")
    const { account } = await walletClientOf(connection as never)
    expect(account.address).to.equal(user)
  })

  it("is for that chain by every method that sends, and nothing else is held to it", async () => {
    const connection = connectionTo({ chainId: 5 })
    const request = (method: string, params?: unknown) => requestToSign(connection, { method, params })
    expect(await refusal(request("wallet_sendTransaction", [{ chainId: "0x6" }]))).to.contain("chain 0x6, and not 0x5")
    expect(await request("wallet_sendTransaction", [{ chainId: "0x5" }])).to.equal(undefined)
    expect(await request("eth_call", [{ to: dai, chainId: "0x6" }])).to.equal("0x")
    expect(await request("eth_sendTransaction"), "what has no parameters").to.equal(hash)
    expect(await request("eth_sendTransaction", []), "what has none").to.equal(hash)
    expect(connection.asked).to.have.length(4)
  })

  it("is nothing for a node elsewhere of which only itself says what it is", async () => {
    const connection = connectionTo()
    namedChains.set(connection.provider, null)
    const error = await failure(walletClientOf(connection as never))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "config.networks.alpha.chainId" })
    expect(connection.asked).to.deep.equal([])
  })
})

describe("what is read by a connection", () => {
  it("is called by nobody, unless somebody is named", async () => {
    const connection = connectionTo()
    const client = publicClientOf(connection)
    await call(client, { to: dai })
    await call(client, { to: dai, account: user })
    const callers = connection.asked.map(({ params }) => (params as [{ from: string; to: string }])[0])
    expect(callers.map(({ from, to }) => [from, to])).to.deep.equal([
      [zeroAddress, dai],
      [user, dai],
    ])
  })

  it("is asked as it stands otherwise, and once", async () => {
    const asked: unknown[] = []
    const provider = {
      request: (question: unknown) => {
        asked.push(question)
        return Promise.reject(new Error("it is down"))
      },
    }
    const client = publicClientOf({ networkName: "alpha", provider })
    const ask = async (method: string, params?: unknown) => {
      await client.request({ method, params } as never).catch(() => undefined)
      return (asked.splice(0) as { readonly params: unknown }[]).map((question) => question.params)
    }
    const overrides = { [dai]: { code: "0x00" } }
    expect(await ask("eth_call", [{ to: dai, data: "0x12" }, "0x5", overrides])).to.deep.equal([
      [{ from: zeroAddress, to: dai, data: "0x12" }, "0x5", overrides],
    ])
    expect(await ask("eth_call", [])).to.deep.equal([[]])
    expect(await ask("eth_getBalance", [dai, "0x5"])).to.deep.equal([[dai, "0x5"]])
    expect(await ask("eth_estimateGas", [{ to: dai }])).to.deep.equal([[{ to: dai }]])
    expect(await ask("eth_blockNumber")).to.deep.equal([undefined])
  })

  it("knows which chain the node said first that it is, once it was asked", async () => {
    const connection = connectionTo()
    expect(chainIdAtFirst(connection)).to.deep.equal(Number.NaN)
    await requestOnChain(connection, { method: "eth_chainId" })
    expect(chainIdAtFirst(connection)).to.equal(5)
  })
})
