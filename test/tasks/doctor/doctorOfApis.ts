import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { systemClock } from "#src/primitives/clock.js"
import { checkApi, checkApiKey, createApiProbes } from "#tasks/doctor/apis.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { examine } from "#test/fixtures/commands/doctor.js"
import { startHardhat } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import {
  answer,
  answerJson,
  type Behaviour,
  flood,
  stallBeforeHeaders,
  startHostileServer,
  trickle,
} from "#test/fixtures/servers/hostileServer.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createSwapServer } from "#test/fixtures/servers/swapServer.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"

describe("hardhat plugs doctor, of APIs and hostile answers", function () {
  let world: DevnetWorld<true>
  let contracts: string
  before(async () => {
    world = await createDevnetWorld({ all: true })
    contracts = JSON.stringify({ Counter: world.counters })
  })
  after(() => world.devnet.stop())

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    examine(args, { port: world.port, env })
  const network = (url: string) => JSON.stringify({ alpha: { type: "http", url, chainId: 41001 } })

  describe("an API", () => {
    it("that refuses the key answers, and the key has failed and is not shown", async () => {
      // The devnet's own swap API takes any key.
      await using swap = await startHostileServer(answerJson({ message: "Unauthorized" }, { status: 401 }))
      const { code, check, checks, stdout } = await run([], {
        PLUGS_TEST_API_KEY: "a-key-of-another",
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: swap.url, apiKey: "a-key-of-another" }),
      })
      expect(swap.requests[0]?.headers["x-api-key"]).to.equal("a-key-of-another")
      expect(code).to.equal(2)
      // The gateway's API takes none.
      const keys = checks.filter(({ name }) => name === "api-key").map(({ subject }) => subject)
      expect(keys.sort()).to.deep.equal(["messaging", "swap"])
      for (const name of keys) {
        expect(check("api", name).status).to.equal("ok")
        expect(check("api-key", name)).to.include({ status: "failed" })
        expect(check("api-key", name).mend).to.contain(`config.plugs.${name}.apiKey`)
      }
      expect(stdout).to.not.contain("a-key-of-another")
    })

    it("whose key is not set is not asked, with the variable's name", async () => {
      const apiKey = { _type: "ConfigurationVariable", name: "DOCTOR_TEST_KEY" }
      const { check } = await run([], { PLUGS_TEST_MESSAGING: JSON.stringify({ apiKey }) })
      expect(check("api", "messaging").status).to.equal("skipped")
      expect(check("api-key", "messaging").says).to.contain("DOCTOR_TEST_KEY")
    })

    it("whose key is blank is not asked", async () => {
      await using api = await startHostileServer(answerJson({ success: true, statusCode: 200, result: [] }))
      const limits = { chains: [], clock: systemClock, timeout: 5_000 }
      const base = { baseUrl: api.url }
      for (const key of ["", "  "]) {
        const keyed = { ...base, apiKey: { get: () => Promise.resolve(key) } }
        const plugs = { devnet: { port: 1 }, messaging: keyed, swap: keyed, gateway: base }
        for (const probe of createApiProbes(plugs as never, limits).filter(({ hasKey }) => hasKey)) {
          expect((await checkApi(probe)).status, probe.name).to.equal("skipped")
          expect((await checkApiKey(probe)).status, probe.name).to.equal("failed")
        }
      }
      expect(api.requests).to.deep.equal([])
    })

    it("is asked once more where it fails, and for this project's chains unless it is the devnet's", async () => {
      const currency = { address: `0x${"e".repeat(40)}`, symbol: "ETH", decimals: 18 }
      await using swap = await createSwapServer({ "supported-chains": [[{ chainId: 10, currency }]] })
      await using down = await startHostileServer(answerJson({}, { status: 503 }))
      const apiKey = { get: () => Promise.resolve("k") }
      const chains = [{ slug: 41001, isDevnet: false }] as unknown as Parameters<typeof createApiProbes>[1]["chains"]
      const ask = async (port: number) => {
        const failing = { baseUrl: down.url, apiKey }
        const own = { baseUrl: `http://127.0.0.1:${swap.port}/swap`, apiKey }
        const plugs = { devnet: { port }, messaging: failing, gateway: failing, swap: own }
        const probes = createApiProbes(plugs as never, { chains, clock: createFastClock(), timeout: 5_000 })
        return await Promise.all(probes.map(async (probe) => (await checkApi(probe)).status))
      }
      expect(await ask(swap.port)).to.deep.equal(["failed", "failed", "ok"])
      expect(down.requests).to.have.length(4)
      expect(await ask(1)).to.deep.equal(["failed", "failed", "warning"])
    })

    deepIt("that refuses the question is well only where that is how the API answers one about nothing", async () => {
      await using api = await startHostileServer(answerJson({ message: "Bad Request" }, { status: 400 }))
      const { check } = await run([], {
        PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: api.url, apiKey: "k" }),
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, apiKey: "k" }),
        PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: api.url }),
      })
      for (const [name, status] of Object.entries({ messaging: "warning", swap: "warning", gateway: "ok" })) {
        expect(check("api", name).status, name).to.equal(status)
      }
      expect(check("api-key", "swap").status).to.equal("skipped")
    })

    it("that is down has failed, and only what asks it is skipped", async () => {
      const baseUrl = `http://127.0.0.1:${await freePort()}`
      const { code, check } = await run(["Counter@alpha"], {
        PLUGS_TEST_CONTRACTS: contracts,
        PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl, apiKey: "k" }),
      })
      expect(code).to.equal(2)
      expect(check("api", "messaging")).to.include({ status: "failed" })
      expect(check("api", "messaging").says).to.contain(baseUrl)
      expect(check("api-key", "messaging").status).to.equal("skipped")
      expect(check("fee").status).to.equal("skipped")
      expect(check("api", "swap").status).to.equal("ok")
    })

    it("that is another server has failed, whatever that server answers", async () => {
      await using other = await startHostileServer(answer({ status: 404, body: "not here" }))
      const { check } = await run([], {
        PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: other.url, apiKey: "k" }),
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: other.url }),
        PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: other.url }),
      })
      // The messaging API was asked about a transaction that does not exist, so this could be its answer.
      for (const [name, status] of Object.entries({ messaging: "warning", swap: "failed", gateway: "failed" })) {
        expect(check("api", name)).to.include({ status })
        expect(check("api", name).mend).to.contain(`config.plugs.${name}.baseUrl`)
      }
    })

    it("that answers what another one would, or nonsense, is never well", async () => {
      const currency = { symbol: "ETH", name: "Ether", decimals: 18, address: `0x${"ee".repeat(20)}` }
      const elsewhere = [{ chainId: 1, name: "Ethereum", currency, sendingEnabled: true, receivingEnabled: true }]
      const messages = answerJson({ status: "SUCCESS", result: [] })
      const requests = answerJson({ status: "SUCCESS", response: [] })
      const bodies: readonly (readonly [what: string, behaviour: Behaviour, well?: string])[] = [
        ["no messages", messages, "messaging"],
        ["no requests", requests, "gateway"],
        ["no chains", answerJson({ success: true, statusCode: 200, result: [] })],
        ["other chains", answerJson({ success: true, statusCode: 200, result: elsewhere })],
        ["another shape", answerJson({ status: "SUCCESS", success: true, result: [{ a: 1 }], response: [{ a: 1 }] })],
        ["a page", answer({ body: "<html>Welcome</html>", headers: { "content-type": "text/html" } })],
        ["nothing", answer()],
        ...[{}, [], null].map((body) => [JSON.stringify(body), answerJson(body)] as const),
      ]
      for (const [what, behaviour, well] of variants(bodies, 1)) {
        await using api = await startHostileServer(behaviour)
        const { check } = await run([], {
          PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: api.url, apiKey: "k" }),
          PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url, apiKey: "k" }),
          PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: api.url }),
        })
        for (const name of ["messaging", "swap", "gateway"]) {
          const { status, mend } = check("api", name)
          if (name === well) expect(status, `${what} of ${name}`).to.equal("ok")
          else expect(status, `${what} of ${name}`).to.be.oneOf(["failed", "warning"])
          if (name !== well) expect(mend).to.contain(`config.plugs.${name}.baseUrl`)
        }
      }
    })

    it("that lies about the fee has failed below what the socket charges, and is a warning above", async () => {
      for (const [factor, status] of variants(Object.entries({ half: "failed", double: "warning" }), 1)) {
        await using api = await createRewritingApi(world.devnet.messaging.baseUrl, (path, text) =>
          path.includes("estimate-min-fees")
            ? text.replace(/\d{12,}/, (fee) => String(factor === "half" ? BigInt(fee) / 2n : BigInt(fee) * 2n))
            : text,
        )
        const { check } = await run(["Counter@alpha"], {
          PLUGS_TEST_CONTRACTS: contracts,
          PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: api.url, apiKey: world.devnet.messaging.apiKey }),
        })
        expect(check("fee", "Counter@alpha"), factor).to.include({ status })
        expect(check("fee", "Counter@alpha").says).to.match(/ 0\.\d+ .* 0\.\d+/)
        // The command shows the difference; nothing of ours can mend it.
        const [, command = ""] = /: npx hardhat (.*)$/.exec(check("fee", "Counter@alpha").mend!)!
        expect((await world.run(command.split(" "))).code).to.equal(0)
      }
    })
  })

  describe("hostile answers", () => {
    const escape = "\u001b[2J\u001b]0;owned\u0007"

    it("of an API are shown without what a terminal obeys", async () => {
      await using api = await startHostileServer(answerJson({ message: `${escape}all is well` }, { status: 503 }))
      const env = { PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: api.url, apiKey: "k" }) }
      const { stdout } = await world.run(["plugs", "doctor"], { env })
      expect(stdout)
        .to.match(/failed {3}api messaging/)
        .and.to.contain("all is well")
        .and.to.not.contain("\u001b")
        .and.to.not.contain("\u0007")
    })

    it("of a node are shown without what a terminal obeys", async () => {
      const error = { jsonrpc: "2.0", id: 1, error: { code: -32000, message: `${escape}go away` } }
      await using node = await startHostileServer(answerJson(error))
      const env = { PLUGS_TEST_NETWORKS: network(node.url) }
      const { stdout, code } = await world.run(["plugs", "doctor"], { env })
      expect(code).to.equal(2)
      expect(stdout)
        .to.match(/failed {3}network alpha/)
        .and.to.not.contain("\u001b")
        .and.to.not.contain("\u0007")
    })

    deepIt("of 10 MB, or none at all, fail their own checks in time, and hide no other", async () => {
      await using silent = await startHostileServer(stallBeforeHeaders())
      await using endless = await startHostileServer(flood(10 * 2 ** 20))
      const { code, check } = await run(["--timeout", "5s"], {
        PLUGS_TEST_NETWORKS: JSON.stringify({
          alpha: { type: "http", url: silent.url, chainId: 41001 },
          beta: { type: "http", url: endless.url, chainId: 41002 },
        }),
        PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: endless.url, apiKey: "k" }),
        PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: silent.url }),
      })
      expect(code).to.equal(2)
      for (const chain of ["alpha", "beta"]) {
        expect(check("network", chain)).to.include({ status: "failed" })
        expect(check("socket", chain).status).to.equal("skipped")
      }
      for (const api of ["messaging", "swap"]) expect(check("api", api)).to.include({ status: "failed" })
      expect(check("network", "gamma").status).to.equal("ok")
      expect(check("api", "gateway").status).to.equal("ok")
    })

    deepIt("of a node that never end do not hold the process", async () => {
      await using endless = await startHostileServer(trickle({ every: 50 }))
      const env = { PLUGS_TEST_NETWORKS: network(endless.url) }
      await using running = startHardhat(["plugs", "doctor", "--timeout", "2s"], { port: world.port, env })
      const { code, stdout } = await running.ended
      expect(code).to.equal(2)
      expect(stdout).to.match(/failed {3}network alpha/)
    })
  })
})
