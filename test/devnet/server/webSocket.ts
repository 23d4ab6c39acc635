import { request } from "node:http"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { concat, createPublicClient, type Hex, keccak256, parseAbi, toHex, webSocket } from "viem"

import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { listen } from "#src/devnet/server/listen.js"
import { rpcRoutes } from "#src/devnet/server/rpc.js"
import type { Socket } from "#src/devnet/server/webSockets.js"

const allowed = "http://localhost:5173"

/** Creates a contract that logs `Called()` whenever it is called: LOG1 of nothing. */
const logsItsCall = concat(["0x6026600c60003960266000f3", "0x7f", keccak256(toHex("Called()")), "0x5f5fa100"])

describe("a chain of a devnet over a WebSocket", () => {
  let devnet: Devnet<string, true, false>
  let alpha: DevnetChain
  let url: string
  before(async () => {
    devnet = await startDevnet({ market: false, allowedOrigins: [allowed] })
    alpha = devnet.chains["alpha"]!
    url = alpha.rpcUrl.replace("http:", "ws:")
  })
  after(() => devnet.stop())

  const call = (method: string, params: unknown[] = []) => ({ jsonrpc: "2.0", id: 1, method, params })
  /** Sends text or bytes over a connection of its own, and returns the first answer, or the code with which it is closed. */
  const exchange = async (...sent: (string | Uint8Array<ArrayBuffer>)[]): Promise<unknown> => {
    const socket = new WebSocket(url)
    const answered = Promise.withResolvers<unknown>()
    socket.onmessage = ({ data }) => {
      answered.resolve(JSON.parse(String(data)))
    }
    socket.onclose = ({ code }) => {
      answered.resolve(code)
    }
    await new Promise((resolve) => (socket.onopen = resolve))
    for (const one of sent) socket.send(one)
    const answer = await answered.promise
    socket.close()
    return answer
  }
  /** The status with which a request for a WebSocket is answered. */
  const statusOf = (headers: Record<string, string>, address = url) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asking = request(address.replace("ws:", "http:"), {
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
          ...headers,
        },
      })
      asking.on("upgrade", ({ statusCode }, connection) => {
        connection.destroy()
        resolve(statusCode)
      })
      asking.on("response", (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asking.on("error", reject)
      asking.end()
    })

  it("tells viem's clients of blocks, logs and transactions by subscription, until they unsubscribe", async () => {
    const client = createPublicClient({
      chain: alpha.publicClient.chain,
      transport: webSocket(url, { reconnect: false }),
    })
    const { contractAddress } = await alpha.publicClient.waitForTransactionReceipt({
      hash: await alpha.walletClient.sendTransaction({ data: logsItsCall }),
    })
    const address = contractAddress!
    const number = await client.getBlockNumber()
    const blocks: bigint[] = []
    const three = Promise.withResolvers<undefined>()
    const stopBlocks = client.watchBlocks({
      onBlock: (block) => {
        if (blocks.push(block.number) === 3) three.resolve(undefined)
      },
      onError: three.reject,
    })
    const watched = Promise.withResolvers<Hex | undefined>()
    const stopEvents = client.watchContractEvent({
      address,
      abi: parseAbi(["event Called()"]),
      onLogs: ([log]) => {
        watched.resolve(log?.transactionHash)
      },
      onError: watched.reject,
    })
    // It is answered after those that were sent before it.
    const heard: unknown[] = []
    const { subscriptionId, unsubscribe } = await client.transport.subscribe({
      params: ["logs", { address: alpha.contracts.socket }],
      onData: (data: unknown) => heard.push(data),
    } as never)
    const pending = Promise.withResolvers<readonly Hex[]>()
    const stopPending = client.watchPendingTransactions({ onTransactions: pending.resolve, onError: pending.reject })
    await client.request({ method: "eth_unsubscribe", params: ["0xff"] } as never)
    const hash = await alpha.walletClient.sendTransaction({ to: address })
    expect(await pending.promise).to.deep.equal([hash])
    stopPending()
    expect(await watched.promise).to.equal(hash)
    await alpha.testClient.mine({ blocks: 2 })
    await three.promise
    expect(blocks).to.deep.equal([1n, 2n, 3n].map((more) => number + more))
    expect(heard, "logs of another contract").to.deep.equal([])
    stopBlocks()
    stopEvents()
    expect((await unsubscribe()).result).to.equal(true)
    expect(await client.request({ method: "eth_unsubscribe", params: [subscriptionId] } as never)).to.equal(false)
    ;(await client.transport.getRpcClient()).close()
  })

  it("answers batches and what is wrong as over HTTP, and nothing to a notification", async () => {
    expect(await exchange(JSON.stringify([call("eth_chainId"), call("nothing")]))).to.have.length(2)
    expect(await exchange("no JSON")).to.have.nested.property("error.code", -32700)
    const heard = call("eth_chainId")
    expect(await exchange(JSON.stringify({ ...heard, id: undefined }), JSON.stringify(heard))).to.have.property("id", 1)
    for (const params of [["syncing"], ["logs", { address: "0x12" }]])
      expect(await exchange(JSON.stringify(call("eth_subscribe", params)))).to.have.nested.property("error.code")
  })

  it("is closed with a reason by what is no text, and by a message that is too large", async () => {
    expect(await exchange(new Uint8Array([1]))).to.equal(1003)
    expect(await exchange("x".repeat(10 * 1024 * 1024 + 1))).to.equal(1009)
  })

  it("is refused to pages of other origins, under other names, and where there is no chain", async () => {
    expect(await statusOf({})).to.equal(101)
    expect(await statusOf({ origin: allowed })).to.equal(101)
    expect(await statusOf({ origin: "https://evil.example" })).to.equal(403)
    expect(await statusOf({ "sec-fetch-site": "cross-site" })).to.equal(403)
    expect(await statusOf({ host: "evil.example" })).to.equal(403)
    expect(await statusOf({}, url.replace("alpha", "nowhere"))).to.equal(404)
    expect(await statusOf({}, `${devnet.url}/`)).to.equal(426)
    expect(await statusOf({ host: "a b" })).to.equal(400)
  })

  it("ends when the devnet stops, and says so", async () => {
    const other = await startDevnet({ market: false, gateway: false })
    const socket = new WebSocket(other.chains.alpha.rpcUrl.replace("http:", "ws:"))
    await new Promise((resolve) => (socket.onopen = resolve))
    const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve))
    await other.stop()
    expect(await closed).to.include({ code: 1001, reason: "the server has stopped" })
  })

  it("stops with a request that is never answered", async () => {
    const arrived = Promise.withResolvers<undefined>()
    const server = await listen(() => {
      arrived.resolve(undefined)
      return new Promise<Response>(() => undefined)
    }, 0)
    const status = statusOf({}, server.url).catch(() => "cut off")
    await arrived.promise
    await server.close()
    expect(await status).to.equal("cut off")
  })

  it("closes on a client that asks and does not read", async () => {
    const sent: unknown[] = []
    const listeners: Record<string, (data: Buffer, isBinary: boolean) => void> = {}
    const closed = Promise.withResolvers<number>()
    const socket = {
      bufferedAmount: 0,
      send: (text: string) => sent.push(text),
      close: closed.resolve,
      on: (event: string, listener: (data: Buffer, isBinary: boolean) => void) => (listeners[event] = listener),
    }
    await rpcRoutes([alpha]).request("/alpha", undefined, {
      takeOver: (serve: (socket: Socket) => void) => {
        serve(socket)
      },
    })
    socket.bufferedAmount = 2 ** 30
    listeners["message"]?.(Buffer.from(JSON.stringify(call("eth_chainId"))), false)
    expect(await closed.promise).to.equal(1008)
    expect(sent).to.deep.equal([])
  })
})
