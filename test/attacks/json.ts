import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepDescribe, isDeep } from "#test/fixtures/depth.js"
import { answerJson, type HostileServer, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { createRewritingApi, type RewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import {
  type Answers,
  fieldsOf,
  type Path,
  type ReadingTask,
  readingTasks,
  shortly,
  withValue,
} from "#test/fixtures/wire/readingTasks.js"
import { callOnGateway } from "#test/fixtures/worlds/gateway/callOnGateway.js"
import { maxFees } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

/** Values of every type that JSON has, which few programs expect. */
const odd: readonly unknown[] = [
  null,
  -1,
  1e308,
  0.1,
  2 ** 53,
  true,
  "",
  "-1",
  "1e400",
  "0x",
  "9".repeat(400),
  [],
  [[]],
  {},
  { __proto__: null, toString: null, length: -1 },
  ["constructor"],
]

describe("S-26 an API that lies to programs", function () {
  let api: HostileServer
  let answers: Answers = {}
  before(async () => {
    api = await startHostileServer((socket, request) => {
      const { pathname } = new URL(request.path, "http://127.0.0.1")
      answerJson(answers[pathname] ?? {}, { status: pathname in answers ? 200 : 404 })(socket, request)
    })
  })
  after(async () => {
    await api.stop()
  })

  /** Runs a task with `--json`. It rejects where what is printed does not fit the schema of the task, and where it ends with a bug. */
  async function read({ args }: ReadingTask, given: Answers): Promise<EndedCommand> {
    answers = given
    return await runCommand([...args, "--json"], { port: api.port, clock: createFastClock(), apiAddsFields: true })
  }

  const every = isDeep ? 1 : 3
  for (const [name, task] of Object.entries(readingTasks).filter((_, index) => index % every === 0)) {
    it(`refuses to print what does not fit the schema of ${name}, whatever a field has`, async () => {
      for (const [index, { route, path }] of fieldsOf(task).entries()) {
        if (!isDeep && index % 8 > 0) continue
        const values = isDeep ? odd : [odd[index % odd.length]]
        for (const value of values) {
          const { stdout } = await read(task, { ...task.answers, [route]: withValue(task.answers[route], path, value) })
          expect(stdout).to.match(/^\{/)
        }
      }
      expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined)
    })

    it(`prints honest answers to ${name} as they are`, async () => {
      const endsLate = task.code === 3
      const args = task.args.map((arg) => (arg === shortly && !endsLate ? "40s" : arg))
      expect(await read({ ...task, args }, task.answers)).to.have.property("code", task.code ?? 0)
    })
  }
})

/** Tasks that ask nodes too, which are honest here: each field of what the devnet's APIs answer them is another value once. */
deepDescribe("an API that lies to programs about what is on chains", function () {
  let world: ExplainedWorld<true, true>
  let api: RewritingApi
  /** The honest answers to the task that runs, by path. */
  let seen: Record<string, unknown> = {}
  let lie: { readonly route: string; readonly path: Path; readonly value: unknown } | undefined
  let commands: Readonly<Record<string, readonly string[]>> = {}
  before(async () => {
    world = await createExplainedWorld({ gateway: true, market: true })
    api = await createRewritingApi(world.devnet.url, (url, text) => {
      const { pathname } = new URL(url, "http://127.0.0.1")
      const body = JSON.parse(text) as unknown
      if (lie === undefined) seen[pathname] = body
      return lie?.route === pathname ? JSON.stringify(withValue(body, lie.path, lie.value)) : text
    })
    const call = [world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha", "--track", "--json"]
    const sent = await world.run(["messaging", "send", ...call])
    const { txHash } = sent.events.find(({ event }) => event === "sent") as { txHash: string }
    const terms = ["4", "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC", "--provider", "pool"]
    // What a journal says is complete, no API is asked about.
    world.devnet.relay.pause()
    const swapped = await world.run(["swap", "execute", ...terms, "--yes", "--timeout", "300ms"])
    expect(swapped.code, swapped.stderr).to.equal(3)
    world.devnet.relay.resume()
    const { chain } = world.devnet.gateway
    const { abi, bytecode } = counterAppGatewayArtifact
    const owner = chain.walletClient.account.address
    const app = await deploy(chain, { abi, bytecode }, [chain.contracts.addressResolver, owner, maxFees])
    const paid = await world.run(["gateway", "topup", app, "--amount", "1", "--yes"])
    expect(paid.code, paid.stderr).to.equal(0)
    await callOnGateway(chain, { address: app, abi, functionName: "deployContracts", args: [[41001]] })
    commands = {
      "messaging list": ["--chain", "alpha"],
      "messaging fees": ["--plug", world.counters.alpha, "--from", "alpha", "--to", "beta"],
      "messaging explain": [txHash, "--from", "alpha"],
      "gateway list": ["--limit", "1"],
      "swap list": [],
    }
  })
  after(async () => {
    await api[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  async function read(name: string): Promise<EndedCommand> {
    const { messaging, gateway, swap } = world.devnet
    const { addressResolver, asyncDeployer, forwarderBeacon } = gateway.chain.contracts
    const through = (baseUrl: string, more: object = {}) =>
      JSON.stringify({ ...more, baseUrl: `${api.url}${new URL(baseUrl).pathname}` })
    const env = {
      PLUGS_TEST_MESSAGING: through(messaging.baseUrl, { apiKey: messaging.apiKey }),
      PLUGS_TEST_GATEWAY: through(gateway.baseUrl, {
        contracts: { addressResolver, asyncDeployer, forwarderBeacon },
      }),
      PLUGS_TEST_SWAP: through(swap.baseUrl, { apiKey: swap.apiKey }),
    }
    return await world.run([...name.split(" "), ...commands[name]!, "--json"], {
      ...{ env, clock: createFastClock(), apiAddsFields: true },
    })
  }

  for (const name of ["messaging list", "messaging fees", "messaging explain", "gateway list", "swap list"]) {
    it(`prints what fits the schema of ${name}, whatever a field has`, async () => {
      seen = {}
      lie = undefined
      const honest = await read(name)
      expect(honest.code, honest.stderr).to.equal(0)
      const fields = fieldsOf({ args: [], answers: seen })
      expect(fields).to.not.deep.equal([])
      // Different ones of each task.
      const few = fields.filter((_, index) => isDeep || index % Math.ceil(fields.length / 3) === 0)
      for (const [index, field] of few.entries()) {
        for (const value of isDeep ? odd : [odd[(index * 5 + name.length) % odd.length]]) {
          lie = { ...field, value }
          expect((await read(name)).stdout).to.match(/^\{/)
        }
      }
    })
  }
})
