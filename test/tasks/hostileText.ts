import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"

import { createFastClock } from "../fixtures/clocks/fastClock.js"
import type { EndedCommand } from "../fixtures/commands/endedCommand.js"
import { runCommand } from "../fixtures/commands/taskCommand.js"
import { isDeep, runs } from "../fixtures/depth.js"
import { expectHarmless, hostileText, worstText } from "../fixtures/output/hostileText.js"
import { chainsOnWire, tokensOnWire } from "../fixtures/servers/swapServer.js"
import { payloadAt, requestAt, tooHigh, txHash } from "../fixtures/wire/gatewayRequests.js"
import { bytes32, messageAt, srcTxHash } from "../fixtures/wire/messages.js"
import {
  amountOnWire,
  dai,
  enveloped,
  quoteId,
  quoteOnWire,
  routeOnWire,
  router,
  statusAt,
  usdc,
  user,
} from "../fixtures/wire/swapRoutes.js"

type Answers = Readonly<Record<string, unknown>>
type Task = { readonly args: readonly string[]; readonly answers: Answers; readonly code?: number }

const token = {
  name: "USD Coin",
  symbol: "USDC",
  tags: ["stable"],
  icon: "i",
  balance: "5",
  balanceInUsd: "1.5",
  novel: "n",
}
const tokens = tokensOnWire({ ...token }, { ...token, chainId: 41002, address: usdc, isVerified: false })
const chains = chainsOnWire(41001, 41002).map((chain) => ({ ...chain, explorers: ["e"], bridges: ["b"], novel: "n" }))
const refund = { chainId: 41001, status: "COMPLETED", txHash: bytes32(0x77), timestamp: "1" }
const route = routeOnWire({
  routeDetails: { name: "Bridge", logoURI: "l" },
  routeTags: ["FASTEST", "CHEAP"],
  slippage: "0.5",
  suggestedSlippage: "1",
  gasFee: { feeInUsd: "1" },
  estimatedTime: 2,
  deposit: null,
})
const swap = (routes: Answers): Answers =>
  Object.fromEntries(Object.entries(routes).map(([name, result]) => [`/swap/v3/swap/${name}`, enveloped(result)]))

const payload = payloadAt("INBOUND_REVERTING", { executeRevert: tooHigh, callbackRevert: "execution reverted: no" })
const deployed = { onChainAddress: dai, forwarderAddress: usdc, isForwarderDeployed: true }
const fees = { feePoolChain: "arbitrum", feePoolToken: "USDC", maxFees: "0.1", fee: "0.05" }
const gateway = (routes: Answers): Answers =>
  Object.fromEntries(
    Object.entries(routes).map(([name, response]) => [`/gateway/${name}`, { apiStatus: "SUCCESS", response }]),
  )
const requests = [
  requestAt("IN_PROGRESS", [payload, payloadAt("NO", { id: 2, callType: "DEPLOY", appGatewayDetails: deployed })], {
    feesInfo: fees,
    novel: "n",
  }),
  {
    status: "REVERTING",
    requestCount: 3,
    writePayloads: [
      { ...payload, batchCount: 1, finalizeDetails: { finalizeStatus: "x" }, callBackDetails: { callbackStatus: "y" } },
    ],
    readPayloads: [],
    feeInfo: fees,
  },
]
const timeouts = [
  {
    timeoutId: "an id",
    status: "ADDED_TO_QUEUE",
    target: dai,
    executeAt: 1_767_225_600,
    revertString: "no",
    simulationStatus: "SIMULATION_FAILED",
    createdAt: "2026-01-01T00:00:00.000Z",
  },
]
const addresses = {
  onchain: { chainSlug: 41001, deployedContract: dai },
  offchain: { forwarder: usdc, contractId: "an id" },
}
const forwarder = { chainSlug: 41001, onChainAddress: dai, forwarderAddress: usdc, isDeployed: true }

const statusTask = swap({ status: statusAt("FAILED", { refund, quoteDetails: { a: "b" } }) })
/** Of the fast clock, so a twentieth of it. What waits for an end that never comes must not take long. */
const shortly = "400ms"
const waitFor = ["--wait", "--timeout", shortly]
const tasks: Readonly<Record<string, Task>> = {
  "swap chains": { args: ["swap", "chains"], answers: swap({ "supported-chains": chains }) },
  "swap tokens": { args: ["swap", "tokens", "--user", user], answers: swap({ "tokens/list": tokens }) },
  "swap tokens by name": { args: ["swap", "tokens", "usd"], answers: swap({ "tokens/search": { tokens } }) },
  "swap providers": {
    args: ["swap", "providers"],
    answers: swap({ providers: { bridges: [{ providerId: "b", displayName: "B", logoURI: "l" }], dexes: [] } }),
  },
  "swap status": { args: ["swap", "status", quoteId], answers: statusTask, code: 2 },
  "swap status --wait": {
    code: 3,
    args: ["swap", "status", quoteId, ...waitFor],
    answers: swap({ status: statusAt("IN_PROGRESS", { statusCode: "s" }) }),
  },
  "swap quote": {
    args: ["swap", "quote", "12.5", "USDC", "--from", "alpha", "--to", "beta", "--for", "USDC", "--user", user],
    answers: swap({
      "supported-chains": chains,
      "tokens/search": { tokens },
      quote: { ...quoteOnWire([route, routeOnWire({ quoteId: bytes32(2) })]), input: amountOnWire() },
    }),
  },
  "gateway tx": { args: ["gateway", "tx", txHash], answers: gateway({ getDetailsByTxHash: requests }) },
  "gateway tx --wait": {
    code: 2,
    args: ["gateway", "tx", txHash, ...waitFor],
    answers: gateway({ getDetailsByTxHash: requests }),
  },
  "gateway timeouts": { args: ["gateway", "timeouts", "--target", dai], answers: gateway({ timeout: timeouts }) },
  "gateway timeouts --wait": {
    code: 3,
    args: ["gateway", "timeouts", "--target", dai, ...waitFor],
    answers: gateway({ timeout: timeouts }),
  },
  "gateway addresses": {
    args: ["gateway", "addresses", router, "--contract", "counter", "--chains", "alpha"],
    answers: gateway({ getAddresses: addresses, getForwarderAddress: forwarder }),
  },
  "gateway addresses --wait": {
    args: ["gateway", "addresses", router, "--contract", "counter", "--chains", "alpha", ...waitFor],
    answers: gateway({ getAddresses: addresses, getForwarderAddress: forwarder }),
  },
  "gateway forwarder": {
    code: 2,
    args: ["gateway", "forwarder", dai, "--chain", "alpha"],
    answers: gateway({ getForwarderAddress: forwarder }),
  },
  "messaging track": {
    code: 3,
    args: ["messaging", "track", srcTxHash, "--from", "alpha", "--timeout", shortly],
    answers: {
      "/messaging/v1/messages-from-tx": { status: "SUCCESS", result: [{ ...messageAt("ATTESTED"), novel: "n" }] },
    },
  },
}

type Path = readonly (string | number)[]

/** The paths of everything in an answer that is not an object or a list. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? withText(inner, rest, text) : inner) as unknown)
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [key]: withText(fields[key], rest, text) }
}

/** A field of one answer of a task. */
type Field = { readonly route: string; readonly path: Path }
const fieldsOf = ({ answers }: Task): Field[] =>
  Object.entries(answers).flatMap(([route, body]) => leavesOf(body).map((path) => ({ route, path })))

describe("text from outside, in every task", function () {
  this.timeout(isDeep ? 600_000 : 120_000)
  let server: Server
  let answers: Answers = {}
  let failing: { status: number; headers: Readonly<Record<string, string>> } | undefined

  before(async () => {
    server = createServer(({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://127.0.0.1")
      if (failing !== undefined) response.writeHead(failing.status, failing.headers)
      else response.writeHead(pathname in answers ? 200 : 404, { "content-type": "application/json" })
      response.end(JSON.stringify(answers[pathname] ?? answers["any"] ?? {}))
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, "close")
  })

  async function run(
    { args }: Task,
    given: Answers,
    { json, isTerminal }: { json: boolean; isTerminal: boolean },
  ): Promise<EndedCommand> {
    answers = given
    const { port } = server.address() as AddressInfo
    const ended = await runCommand([...args, ...(json ? ["--json"] : [])], {
      port,
      clock: createFastClock(),
      apiAddsFields: true,
      terminal: { isTTY: isTerminal, columns: 200 },
    })
    const because = `${args.join(" ")} ${JSON.stringify(given)}`
    expectHarmless(ended.stdout, { isTerminal: isTerminal && !json, because })
    expectHarmless(ended.stderr, { isTerminal, because })
    return ended
  }

  it("has answers to replace that every task shows", async () => {
    for (const [name, task] of Object.entries(tasks)) {
      // Others end by what they are answered, however busy the machine is.
      const endsLate = task.code === 3
      const args = task.args.map((arg) => (arg === shortly && !endsLate ? "40s" : arg))
      const { code, stdout, stderr } = await run({ ...task, args }, task.answers, { json: false, isTerminal: false })
      expect(code, `${name}\n${stdout}${stderr}`).to.equal(task.code ?? 0)
    }
  })

  for (const [name, task] of Object.entries(tasks)) {
    it(`is harmless in each field that ${name} reads`, async () => {
      for (const [index, { route, path }] of fieldsOf(task).entries()) {
        const changed = { ...task.answers, [route]: withText(task.answers[route], path, worstText) }
        const modes = [
          { json: false, isTerminal: index % 2 === 0 },
          { json: true, isTerminal: false },
        ]
        for (const mode of isDeep ? modes : [modes[index % 3 === 0 ? 1 : 0]!]) await run(task, changed, mode)
      }
    })
  }

  it("is harmless whatever it is, in any fields at once, and in keys", async () => {
    const change = fc.constantFrom(...Object.values(tasks)).chain((task) =>
      fc.record({
        task: fc.constant(task),
        fields: fc.subarray(fieldsOf(task), { minLength: 1, maxLength: 3 }),
        text: hostileText,
        isKey: fc.boolean(),
        json: fc.boolean(),
        isTerminal: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(change, async ({ task, fields, text, isKey, ...mode }) => {
        const changed: Record<string, unknown> = { ...task.answers }
        for (const { route, path } of fields) {
          changed[route] = isKey
            ? withText(changed[route], [...path.slice(0, -1), text], text)
            : withText(changed[route], path, text)
        }
        await run(task, changed, mode)
      }),
      runs({ fast: 10, deep: 500 }),
    )
  })

  it("is harmless in errors and headers", async () => {
    const bodies = [
      { success: false, statusCode: 400, message: worstText },
      {
        status: "ERROR",
        code: worstText,
        message: { error: worstText, details: { error: { code: worstText, message: worstText } } },
      },
      worstText,
    ]
    for (const task of Object.values(tasks)) {
      for (const [index, status] of [400, 401, 404, 200, 302].entries()) {
        const headers = {
          "server-req-id": "id\u009B35m\u0085",
          "content-type": "x\u009B35m",
          location: "https://a.org/",
        }
        failing = { status, headers }
        await run(task, { any: bodies[index % bodies.length] }, { json: index % 2 === 0, isTerminal: true })
      }
    }
    failing = undefined
  })

  it("keeps its value in JSON", async () => {
    const body = enveloped(tokensOnWire({ symbol: worstText, name: worstText }))
    const task = tasks["swap tokens"]!
    const { stdout } = await run(task, { "/swap/v3/swap/tokens/list": body }, { json: true, isTerminal: false })
    expect((JSON.parse(stdout) as { tokens: { symbol: string }[] }).tokens[0]?.symbol).to.equal(worstText)
  })
})
