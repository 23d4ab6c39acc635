import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createMessagingClient } from "#src/messaging/index.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { cutApi } from "#src/testing/faults/kinds/apis.js"
import { createWorld } from "#src/testing/index.js"
import type { ApiHook } from "#src/testing/world/hooks.js"

describe("faults of APIs", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  /** Sends a message and asks the messaging API for it, without a client that would ask again. */
  async function sentMessage() {
    const { alpha, beta } = await world.loadFixture(counters)
    const { hash } = await alpha.send.add([beta.slug, 5n])
    await world.deliver({ until: "SEALED" })
    const { baseUrl, apiKey } = world.devnet.messaging
    const url = `${baseUrl}/v1/messages-from-tx?srcChainSlug=${alpha.slug}&srcTxHash=${hash}`
    const ask = () => fetch(url, { headers: { "x-api-key": apiKey } })
    const statusNow = async () => {
      const answer = (await (await ask()).json()) as { result: [{ status: string }] }
      return answer.result[0].status
    }
    return { ask, statusNow, srcChainSlug: alpha.slug, srcTxHash: hash }
  }

  it("slowApi: answers when the world's time has passed", async () => {
    const { ask } = await sentMessage()
    world.faults.slowApi("messaging", { seconds: 5 })
    let isAnswered = false
    const answer = ask().then((response) => {
      isAnswered = true
      return response
    })
    while (world.faults.active()[0]?.happened === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(isAnswered).to.equal(false)
    await world.time.increase(5)
    expect((await answer).status).to.equal(200)
  })

  it("slowApi: answers at once when it ends", async () => {
    const { ask } = await sentMessage()
    const fault = world.faults.slowApi("messaging", { seconds: 5 })
    const answer = ask()
    while (fault.happened === 0) await new Promise((resolve) => setImmediate(resolve))
    await fault.end()
    expect((await answer).status).to.equal(200)
  })

  it("staleApi: repeats its first answer until it ends", async () => {
    const { statusNow } = await sentMessage()
    const fault = world.faults.staleApi("messaging")
    const before = await statusNow()
    expect(before).to.equal("SEALED")
    await world.deliver()
    expect(await statusNow()).to.equal(before)
    await fault.end()
    expect(await statusNow()).to.equal("EXECUTION_SUCCESS")
  })

  it("limitedApi: answers 429 with Retry-After so often", async () => {
    const { ask } = await sentMessage()
    world.faults.limitedApi("messaging", { retryAfter: 7, times: 2 })
    const [one, two, three] = [await ask(), await ask(), await ask()]
    expect([one.status, two.status, three.status]).to.deep.equal([429, 429, 200])
    expect(one.headers.get("retry-after")).to.equal("7")
  })

  it("failingApi: answers 500, or another status", async () => {
    const { ask } = await sentMessage()
    const fault = world.faults.failingApi("messaging")
    expect((await ask()).status).to.equal(500)
    await fault.end()
    expect((await ask()).status).to.equal(200)
    world.faults.failingApi("messaging", { status: 503, route: "/v1/messages-from-tx" })
    expect((await ask()).status).to.equal(503)
  })

  it("failingApi: other routes and other APIs answer", async () => {
    const { ask } = await sentMessage()
    world.faults.failingApi("messaging", { route: "/v1/estimate" })
    expect((await ask()).status).to.equal(200)
    expect((await fetch(world.devnet.url)).status).to.equal(200)
  })

  it("cutApi: breaks the connection in the middle of the body", async () => {
    const { ask } = await sentMessage()
    world.faults.cutApi("messaging", { times: 1 })
    const response = await ask()
    expect(response.status).to.equal(200)
    let failure: unknown
    await response.text().catch((error: unknown) => (failure = error))
    expect(String(failure)).to.contain("terminated")
    expect((await ask()).status).to.equal(200)
  })

  it("cutApi: sends half of the body, says how long the whole is, and cuts", async () => {
    const hooks = new Set<ApiHook>()
    const context = {
      world: { hooks: { apis: { hooks } } },
      happen: () => 0,
      happened: () => 0,
    } as unknown as FaultContext
    cutApi({ fault: "cutApi", api: "messaging" }, context).attach?.()
    let destroyed = 0
    const socket = { destroy: () => (destroyed += 1) }
    const [hook] = hooks
    const request = new Request("http://127.0.0.1/messaging/v1")
    const whole = () => Promise.resolve(new Response("0123456789!", { status: 201 }))
    const response = await hook!(request, whole, { incoming: { socket } })
    expect([response.status, response.headers.get("content-length"), destroyed]).to.deep.equal([201, "11", 0])
    expect([await response.text(), destroyed]).to.deep.equal(["01234", 1])
  })

  it("cutApi and limitedApi: the client asks again, and gets its answer", async () => {
    const { srcChainSlug, srcTxHash } = await sentMessage()
    const client = createMessagingClient(world.devnet.messaging)
    const cut = world.faults.cutApi("messaging", { times: 1 })
    const limited = world.faults.limitedApi("messaging", { retryAfter: 0, times: 1 })
    await world.deliver()
    const [message] = await client.getMessages({ srcChainSlug, srcTxHash })
    expect(message?.status).to.equal("EXECUTION_SUCCESS")
    expect([cut.happened, limited.happened]).to.deep.equal([1, 1])
  })
})
