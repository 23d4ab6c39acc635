import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import type { JourneyEntry } from "../../../src/devnet/journeyLog.js"
import type { Stage } from "../../../src/devnet/stages.js"
import type { MessageStatus } from "../../../src/messaging/states.js"
import { writeFault } from "../../../src/testing/faults/faultData.js"
import { type Journey, writeJourney } from "../../../src/testing/journey/writeJourney.js"
import { worstText } from "../../fixtures/output/hostileText.js"
import { address } from "../../fixtures/page/servedPage.js"
import { runCopiedTest } from "../../fixtures/testing/runCopiedTest.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const abi: Abi = parseAbi([
  "constructor(address socket, string name)",
  "function greet(uint32 slug, string text) payable",
  "function connect(uint32 slug, address sibling)",
])
const bytecode: Hex = "0x60016002"
const [first, stranger, actor, socket] = [0x21, 0x22, 0x23, 0x24].map(address) as Hex[]
const plugs = { alpha: address(0x11), beta: address(0x12) } as Readonly<Record<string, Hex>>
const [id, other] = [bytes32(1), bytes32(2)]

type Entry = JourneyEntry extends infer Each ? (Each extends unknown ? Omit<Each, "at"> : never) : never

function request(chain: string, params: object, more: object = {}): Entry {
  const noted = { kind: "request", chain, method: "eth_sendTransaction", params: [params] } as const
  return { ...noted, answer: undefined, hasFailed: false, ...more }
}

function deploy(chain: string, name = "hello", from = first, answer = plugs[chain]): Entry {
  const data = encodeDeployData({ abi, bytecode, args: [socket, name] })
  return request(chain, { from, data }, { answer })
}

function call(chain: string, functionName: string, args: unknown[], more: object = {}, failed = false): Entry {
  const data = encodeFunctionData({ abi, functionName, args })
  return request(chain, { from: first, to: plugs[chain], data, ...more }, { hasFailed: failed })
}

function moved(status: MessageStatus, more: { id?: Hex; revertData?: Hex; from?: string; to?: string } = {}): Entry {
  return { kind: "message", id, from: "alpha", to: "beta", status, revertData: undefined, ...more }
}

type Work = Extract<JourneyEntry, { readonly kind: "payload" | "timeout" | "trigger" | "deposit" }>

function worked(kind: Work["kind"], status: string, more: Partial<Work> = {}): Entry {
  return { kind, id: bytes32(9), chain: "beta", status, revertData: undefined, ...more }
}

/** A journey whose entries are ten milliseconds apart, or more where they say so. */
function journeyOf(entries: readonly (Entry & { wait?: number })[], more: Partial<Journey> = {}): Journey {
  let at = 1_000
  return {
    id,
    entries: entries.map(({ wait = 10, ...entry }) => ({ ...entry, at: (at += wait) })),
    options: { chains: ["alpha", "beta"] },
    built: [{ name: "Greeter", abi, bytecode }],
    accounts: { alpha: first!, beta: first! },
    actors: new Set([actor!]),
    created: new Map(Object.values(plugs).map((plug) => [plug, plug])),
    addresses: new Map([[`alpha ${socket}`, "world.chains.alpha.contracts.socket"]]),
    reasonOf: () => undefined,
    ...more,
  }
}

const linesOf = async (journey: Journey): Promise<readonly string[]> => {
  const text = await writeJourney(journey)
  const [, body = ""] = /\n {4}\}\)\n\n(.*)\n\n {4}expect\(stages\)/s.exec(text) ?? []
  return body.split("\n").map((line) => line.slice(4))
}

describe("a journey as a test", () => {
  it("deploys, connects and sends with the project's names, and delivers in the order in which it was delivered", async () => {
    const connect = call("alpha", "connect", [2, plugs["alpha"]])
    const sent = call("alpha", "greet", [2, "hi"], { value: "0x7", from: stranger })
    const entries = [
      ...[deploy("alpha"), connect, sent, moved("RECEIVED"), call("alpha", "greet", [2, "no"], { gas: "0x9" }, true)],
      ...[moved("RECEIVED", { id: other }), moved("SEALED"), moved("EXECUTING", { id: other }), moved("PROPOSED")],
      ...[moved("EXECUTION_SUCCESS", { id: other }), moved("ATTESTED")],
    ]
    expect(await linesOf(journeyOf(entries))).to.deep.equal([
      'const greeterOnAlpha = await world.deploy("alpha", "Greeter", [world.chains.alpha.contracts.socket, "hello"])',
      "await greeterOnAlpha.write.connect([2, greeterOnAlpha.address])",
      `await greeterOnAlpha.as("${stranger}").send.greet([2, "hi"], { attached: 7n })`,
      'await greeterOnAlpha.send.greet([2, "no"], { attached: 0n, gas: 9n }).catch(() => undefined) // It fails.',
      "await world.deliver(other)",
      'await world.deliver(id, { until: "ATTESTED" })',
    ])
  })

  it("sends as who has sent it, whoever has deployed the contract", async () => {
    const greet = (from: Hex | undefined) => call("alpha", "greet", [2, "hi"], { from })
    const entries = [deploy("alpha", "hello", stranger), greet(stranger), greet(first), moved("RECEIVED")]
    expect((await linesOf(journeyOf(entries))).map((line) => line.replace(/^.*?greeterOnAlpha/, ""))).to.deep.equal([
      ` = await world.deploy("alpha", "Greeter", [world.chains.alpha.contracts.socket, "hello"], { account: "${stranger}" })`,
      '.write.greet([2, "hi"])',
      `.as("${first}").write.greet([2, "hi"])`,
      // Nothing has moved, and the devnet has to read what was sent.
      'await world.deliver(id, { until: "RECEIVED" })',
    ])
  })

  it("reads who signed what was sent as signed bytes, and leaves out what an actor signed", async () => {
    const [mine, theirs] = [1, 2].map((key) => privateKeyToAccount(bytes32(key)))
    const data = encodeFunctionData({ abi, functionName: "greet", args: [2, "hi"] })
    const signed = async (signer = mine!, more: object = {}) => {
      const transaction = { chainId: 1, to: plugs["alpha"], data, gas: 9n, value: 7n, maxFeePerGas: 1n, ...more }
      const raw = await signer.signTransaction({ ...transaction, type: "eip1559" })
      return request("alpha", {}, { method: "eth_sendRawTransaction", params: [raw] })
    }
    const create = { to: undefined, value: 0n, data: encodeDeployData({ abi, bytecode, args: [socket, "raw"] }) }
    const deployed = { ...(await signed(mine, create)), answer: plugs["alpha"] } as Entry
    const entries = [deployed, await signed(), await signed(theirs), await signed(mine, { value: 0n, data: "0x" })]
    const [own, ...lines] = await linesOf(
      journeyOf([...entries, moved("RECEIVED")], { actors: new Set([theirs!.address.toLowerCase()]) }),
    )
    expect(own).to.equal(
      `const greeterOnAlpha = await world.deploy("alpha", "Greeter", [world.chains.alpha.contracts.socket, "raw"], { account: "${mine!.address}" })`,
    )
    expect(lines[0]).to.equal('await greeterOnAlpha.send.greet([2, "hi"], { attached: 7n })')
    expect(lines[1]).to.match(
      /^await world\.chains\.alpha\.provider\.request\(\{ method: "eth_sendRawTransaction", par/,
    )
    expect(lines.slice(2)).to.deep.equal(['await world.deliver(id, { until: "RECEIVED" })'])
  })

  it("sends as it was what fits neither the project's artifact nor its ABI, and leaves out the price of gas", async () => {
    const asked = (params: string) =>
      `await world.chains.alpha.provider.request({ method: "eth_sendTransaction", params: [${params}] })`
    const to = plugs["alpha"]
    const cut = { from: first, data: `${bytecode}00` }
    const priced = {
      from: first,
      to: stranger,
      value: "0x1",
      gasPrice: "0x5",
      maxFeePerGas: "0x6",
      maxPriorityFeePerGas: "0x7",
    }
    const entries = [
      ...[request("alpha", cut, { answer: to }), deploy("alpha"), call("alpha", "greet", [2, "hi"], { input: "0x" })],
      ...[request("alpha", { from: first, to, data: "0x12345678" }), request("alpha", priced)],
      ...[request("alpha", priced, { hasFailed: true }), request("alpha", { to, input: "0x87654321" })],
    ]
    const lines = await linesOf(journeyOf([...entries, moved("RECEIVED")]))
    expect(lines.map((line) => line.replace(/^const greeterOnAlpha = .*/, "deployed"))).to.deep.equal([
      asked(`{ from: "${first}", data: "${cut.data}" }`),
      "deployed",
      'await greeterOnAlpha.write.greet([2, "hi"])',
      asked(`{ from: "${first}", to: "${to}", data: "0x12345678" }`),
      asked(`{ from: "${first}", to: "${stranger}", value: "0x1" }`),
      `${asked(
        `{ from: "${first}", to: "${stranger}", value: "0x1", gasPrice: "0x5", maxFeePerGas: "0x6", maxPriorityFeePerGas: "0x7" }`,
      )}.catch(() => undefined) // It fails.`,
      asked(`{ to: "${to}", input: "0x87654321" }`),
      'await world.deliver(id, { until: "RECEIVED" })',
    ])
  })

  it("deploys a contract without a constructor, with value, and calls a function without arguments", async () => {
    const bare = parseAbi(["function poke()"])
    const data = encodeFunctionData({ abi: bare, functionName: "poke" })
    const entries = [
      request("alpha", { from: first, data: bytecode, value: "0x3" }, { answer: plugs["alpha"] }),
      ...[request("alpha", { from: first, to: plugs["alpha"], data }), moved("RECEIVED")],
    ]
    const built = [{ name: "Bare", abi: bare, bytecode }]
    expect((await linesOf(journeyOf(entries, { built }))).slice(0, 2)).to.deep.equal([
      'const bareOnAlpha = await world.deploy("alpha", "Bare", [], { value: 3n })',
      "await bareOnAlpha.write.poke([])",
    ])
  })

  it("mines no block of its own accord once blocks are mined at once again", async () => {
    const automine = (isOn: boolean) => request("alpha", {}, { method: "evm_setAutomine", params: [isOn] })
    const mine = request("alpha", {}, { method: "evm_mine", params: [] })
    const lines = await linesOf(journeyOf([automine(false), mine, automine(true), mine, moved("RECEIVED")]))
    expect(lines.map((line) => /method: "(\w+)"/.exec(line)?.[1])).to.deep.equal([
      ...["evm_setAutomine", "evm_mine", "evm_setAutomine", undefined],
    ])
  })

  it("ends where the payloads of the request itself have, with why they revert as a remark, if that is known", async () => {
    const [own, foreign] = [bytes32(4), bytes32(5)]
    const entries = [
      ...[
        worked("payload", "NO", { id: own, requestCount: 3 }),
        worked("payload", "NO", { id: foreign, requestCount: 4 }),
      ],
      worked("payload", "FINALIZED", { id: own, requestCount: 3, revertData: "0xbad0" }),
      worked("payload", "EXECUTED", { id: foreign, requestCount: 4, revertData: "0xbad1" }),
    ]
    const ending = async (reason?: string) => {
      const text = await writeJourney(journeyOf(entries, { id: "3", reasonOf: () => reason }))
      expect(text).to.contain("gateway: true")
      return text.split("\n").flatMap((line) => (/revertData: "|\/\/ [A-Z]|\/\/ 0x/.test(line) ? line.trim() : []))
    }
    const end = `{ id: "${own}", status: "FINALIZED", revertData: "0xbad0" },`
    expect(await ending()).to.deep.equal([end])
    expect(await ending("NotNow()")).to.deep.equal(["// NotNow()", end])
  })

  it("names contracts of one name on one chain in their order, and a sibling where a contract is told of its address", async () => {
    const [second, third] = [0x31, 0x32].map(address) as [Hex, Hex]
    const again = (at: Hex) => deploy("alpha", "hello", first, at)
    const connect = (to: Hex, sibling: Hex) =>
      request("alpha", {
        from: first,
        to,
        data: encodeFunctionData({ abi, functionName: "connect", args: [2, sibling] }),
      })
    // One on beta has the address of the second on alpha.
    const twin = deploy("beta", "hello", first, second)
    const created = new Map([plugs["alpha"]!, second, third].map((plug) => [plug, plug]))
    const entries = [
      ...[deploy("alpha"), again(second), again(third), twin, connect(second, second), connect(second, third)],
      moved("RECEIVED"),
    ]
    const written = await linesOf(journeyOf(entries, { created }))
    expect(written.map((line) => line.replace(/ = await world.*/, ""))).to.deep.equal([
      ...["", "2", "3"].map((number) => `const greeterOnAlpha${number}`),
      "const greeterOnBeta",
      "await greeterOnAlpha2.write.connect([2, greeterOnBeta.address])",
      "await greeterOnAlpha2.write.connect([2, greeterOnAlpha3.address])",
      'await world.deliver(id, { until: "RECEIVED" })',
    ])
  })

  it("has holds, faults and the time that passes, and goes step by step where a message was taken back", async () => {
    const reorg = 'await world.faults.reorg("beta", { blocks: 2, at: "SEALED" })'
    const trip = 'await world.faults.trip("beta", { what: "path" })'
    const entries = [
      ...[deploy("beta"), moved("RECEIVED"), { kind: "hold", stages: ["attest", "seal"] } as const],
      ...[
        { kind: "fault", id: 1, line: reorg, wait: 2_300 } as const,
        moved("SEALED"),
        moved("RECEIVED"),
        moved("SEALED"),
      ],
      ...[{ kind: "fault over", id: 1 } as const, { kind: "fault", id: 2, line: trip } as const],
      ...[
        { kind: "release", stages: ["attest", "seal"] } as const,
        moved("EXECUTING"),
        request("beta", {}, { method: "evm_mine", params: [] }),
      ],
      moved("INBOUND_REVERTING", { revertData: "0xbad0" }),
    ]
    expect((await linesOf(journeyOf(entries))).slice(1)).to.deep.equal([
      'world.hold("attest")',
      "await world.time.increase(2)",
      `const fault1 = ${reorg}`,
      "await world.deliverNext(id)",
      "await world.deliverNext(id)",
      "await fault1.end()",
      trip,
      'world.release("attest")',
      "await world.deliver(id)",
    ])
  })

  it("waits as long as the clock went on, and never for what it had gone back", async () => {
    const mine = request("beta", { to: plugs["beta"], from: first })
    const waits = [2_000, -2_000, 3_000, 900, 200].map((wait) => ({ ...mine, wait }))
    const written = await linesOf(journeyOf([mine, ...waits, moved("RECEIVED"), { ...mine, wait: 9_000 }]))
    const times = written.map((line) => /increase\((.*)\)/.exec(line)?.[1] ?? "-")
    expect(times.join(" ")).to.equal("- 2 - - 1 - - 1 - -")
  })

  it("holds a stage where no message goes through it before it is released, and releases what it holds", async () => {
    const hold = (...stages: Stage[]): Entry => ({ kind: "hold", stages })
    const release = (...stages: Stage[]): Entry => ({ kind: "release", stages })
    const turns = async (...entries: Entry[]) =>
      (await linesOf(journeyOf([deploy("alpha"), moved("RECEIVED"), ...entries]))).filter((line) =>
        /^world\.(hold|release)/.test(line),
      )
    const both = ['world.hold("seal")', 'world.release("seal")']
    expect(await turns(hold("seal"), release("seal"), moved("SEALED"), moved("PROPOSED"))).to.deep.equal(both)
    const twice = [hold("seal"), release("seal"), release("seal"), moved("SEALED")]
    expect(await turns(...twice)).to.deep.equal(both)
    expect(await turns(hold("seal"), moved("SEALED"), release("seal"), moved("PROPOSED"))).to.deep.equal([])
    expect(await turns(hold("seal"), moved("SEALED"))).to.deep.equal([])
    expect(await turns(hold("propose"), moved("SEALED"))).to.deep.equal(['world.hold("propose")'])
    expect(await turns(hold("executePayload"), moved("SEALED"))).to.deep.equal(['world.hold("executePayload")'])
    // Each stage is gone through by what it takes alone: what comes to the next state, or fails there.
    for (const [stage, goesOn, staysThere] of [
      ["propose", "PROPOSED", "ATTESTED"],
      ["attest", "ATTESTED", "VERIFIED"],
      ["verify", "VERIFIED", "ATTESTED"],
      ["simulate", "EXECUTING", "VERIFIED"],
      ["execute", "EXECUTION_SUCCESS", "EXECUTING"],
    ] as const) {
      expect(await turns(hold(stage), moved(goesOn)), stage).to.deep.equal([])
      expect(await turns(hold(stage), moved(staysThere)), stage).to.deep.equal([`world.hold("${stage}")`])
    }
    expect(await turns(hold("release", "seal"), release("release"), moved("SEALED"))).to.deep.equal([])
  })

  it("writes attempts that revert alike as a loop, and ends with the states and the revert", async () => {
    const again = Array.from({ length: 4 }, () => ({
      ...moved("INBOUND_REVERTING", { revertData: "0xbad0" }),
      wait: 1_000,
    }))
    const journey = journeyOf([moved("RECEIVED"), ...again], { reasonOf: () => "Moody(\u2028')\nalert(1)" })
    const thrice = journeyOf([moved("RECEIVED"), ...again.slice(1)])
    expect((await linesOf(thrice))[0]).to.equal("for (let attempt = 0; attempt < 3; attempt += 1) {")
    expect(await linesOf(journeyOf([moved("RECEIVED"), ...again.slice(2)]))).to.have.length(4)
    expect(await linesOf(journey)).to.deep.equal([
      "for (let attempt = 0; attempt < 4; attempt += 1) {",
      "  await world.time.increase(1)",
      "  await world.deliver(id)",
      "}",
    ])
    const text = await writeJourney(journey)
    const ends = { id, status: "INBOUND_REVERTING", revertData: "0xbad0" }
    const passed = [{ id, status: "RECEIVED" }, { id: other, status: "SEALED" }, ends]
    const { title, options, calls } = await runCopiedTest(text, passed)
    expect(title).to.equal("ends as it did: INBOUND_REVERTING")
    expect(options).to.deep.equal({ chains: ["alpha", "beta"], delivery: "manual" })
    expect(calls).to.have.length(8)
    for (const wrong of [
      passed.slice(0, 1),
      [...passed, { id, status: "EXECUTION_SUCCESS" }],
      passed.with(2, { ...ends, revertData: "0x" }),
    ]) {
      const failure: unknown = await runCopiedTest(text, wrong).catch((error: unknown) => error)
      expect(failure).to.have.property("name", "AssertionError")
    }
  })

  it("does as it was asked what the project has no artifact for, and leaves out what actors did and what nobody mined", async () => {
    const raw = { from: stranger, to: plugs["alpha"], data: "0x12" }
    const mine = request("alpha", {}, { method: "evm_mine", params: [] })
    const automine = request("alpha", {}, { method: "evm_setAutomine", params: [false] })
    const entries = [
      request("alpha", { ...raw, from: actor }),
      mine,
      request("alpha", raw),
      automine,
      mine,
      moved("RECEIVED"),
    ]
    const asked = (method: string, params: string) =>
      `await world.chains.alpha.provider.request({ method: "${method}", params: [${params}] })`
    expect(await linesOf(journeyOf(entries))).to.deep.equal([
      asked("eth_sendTransaction", `{ from: "${stranger}", to: "${plugs["alpha"]}", data: "0x12" }`),
      asked("evm_setAutomine", "false"),
      asked("evm_mine", ""),
      'await world.deliver(id, { until: "RECEIVED" })',
    ])
  })

  it("takes only what sends a transaction for a call of a contract", async () => {
    const [data, to] = [encodeFunctionData({ abi, functionName: "greet", args: [2, "hi"] }), plugs["alpha"]]
    const bundled = request("alpha", { from: first, to, data }, { method: "eth_sendBundle" })
    const [, line] = await linesOf(journeyOf([deploy("alpha"), bundled, moved("RECEIVED")]))
    expect(line).to.contain('.provider.request({ method: "eth_sendBundle", params: [{ from: ')
  })

  describe("leaves out what cannot matter to the message, and says so", () => {
    const begun = (line: string, fault = 1): Entry => ({ kind: "fault", id: fault, line: `await world.faults.${line}` })
    const pruned = async (entries: readonly Entry[]) => {
      const text = await writeJourney(journeyOf(entries))
      const lines = await linesOf(journeyOf(entries))
      return { lines, leftOut: [...text.matchAll(/^ {4}\/\/ - (.*)$/gm)].map(([, what]) => what) }
    }
    const sent = moved("RECEIVED")
    const ended = moved("EXECUTION_SUCCESS")
    const elsewhere = moved("EXECUTION_SUCCESS", { id: other, to: "gamma" })
    const onGamma = request("gamma", { from: first, data: "0x12" })
    const later = [moved("RECEIVED", { id: other }), moved("VERIFIED", { id: other })]
    const all = ["await world.deliver(other)", "await world.deliver(id)"]

    it("faults of APIs, whatever else lasts", async () => {
      const failing = [begun('failingApi("swap")'), begun('slowApi("messaging", { seconds: 1 })', 2)]
      const over: Entry = { kind: "fault over", id: 1 }
      expect(await pruned([...failing, begun('down("watcher")', 3), sent, over, ended])).to.deep.equal({
        lines: ['await world.faults.down("watcher")', "await world.deliver(id)"],
        leftOut: ["faults of APIs: 2"],
      })
    })

    it("other chains, and messages to them, unless something came from there", async () => {
      const entries = [onGamma, elsewhere, sent, ended]
      expect(await pruned(entries)).to.deep.equal({
        lines: ["await world.deliver(id)"],
        leftOut: ["what was done on gamma", "what became of other messages: 1"],
      })
      const back = moved("EXECUTION_SUCCESS", { id: bytes32(3), from: "gamma", to: "delta" })
      for (const to of ["beta", "delta"]) {
        const home = moved("EXECUTION_SUCCESS", { id: bytes32(4), from: "delta", to: "alpha" })
        const { lines, leftOut } = await pruned([onGamma, elsewhere, sent, { ...back, to } as Entry, home, ended])
        expect(leftOut, to).to.deep.equal([])
        expect(lines, to).to.have.length(5)
      }
    })

    it("what became of a later message for which no plug was called", async () => {
      const { lines, leftOut } = await pruned([sent, ...later, ended])
      expect({ lines, leftOut }).to.deep.equal({
        lines: ["await world.deliver(id)"],
        leftOut: ["what became of other messages: 1"],
      })
      // One that came before is sealed before it, and one whose plug was called may have changed what it finds.
      for (const entries of [
        [...later, sent, ended],
        [sent, moved("RECEIVED", { id: other }), moved("EXECUTION_SUCCESS", { id: other }), ended],
      ]) {
        expect((await pruned(entries)).leftOut).to.deep.equal([])
      }
    })

    it("no chain and no message while a fault lasts, which can depend on blocks", async () => {
      const reorg = begun('reorg("alpha", { blocks: 2, at: "SEALED" })')
      const { lines, leftOut } = await pruned([reorg, onGamma, elsewhere, sent, ended])
      expect(leftOut).to.deep.equal([])
      expect(lines.slice(-2)).to.deep.equal(all)
    })
  })

  describe("on the gateway chain", () => {
    const payload = (status: string, revertData?: Hex) => worked("payload", status, { requestCount: 3, revertData })
    const deployed = { ...deploy("alpha"), chain: "gateway" } as Entry

    it("deploys app gateways, delivers payloads, timeouts, triggers and deposits, and ends as the payloads of the request", async () => {
      const entries = [
        ...[deployed, worked("deposit", "CREDITED", { id: bytes32(6) }), payload("NO"), payload("FINALIZING")],
        ...[worked("timeout", "ADDED_TO_QUEUE", { id: bytes32(7), chain: "gateway" }), payload("EXECUTING")],
        ...[
          { ...payload("FINALIZED", "0xbad0"), wait: 1_000 },
          { ...payload("FINALIZED", "0xbad0"), wait: 1_000 },
        ],
        ...[
          worked("timeout", "RESOLVED", { id: bytes32(7), chain: "gateway" }),
          worked("trigger", "Executed", { id: bytes32(8) }),
        ],
        ...[payload("EXECUTED"), payload("PROMISE_RESOLVED")],
      ]
      const text = await writeJourney(journeyOf(entries, { id: "3", reasonOf: () => "Broken()" }))
      const [, body = ""] = /\n {4}\}\)\n\n(.*)\n\n {4}expect/s.exec(text) ?? []
      const lines = body.split("\n").map((line) => line.slice(4))
      expect(lines[0]).to.match(/^const greeterOnGateway = await world\.deployApp\("Greeter", \[/)
      for (const stage of ["seal", "execute", "accept", "timeout", "trigger"]) expect(lines[1]).to.contain(`"${stage}"`)
      expect(lines[1]).to.not.contain('"deposit"')
      expect([lines[2], ...lines.slice(4)]).to.deep.equal([
        "await world.deliver()",
        'await world.deliver(payload, { until: "EXECUTING" })',
        "await world.time.increase(1)",
        // One step, as it went back by one.
        ...["await world.deliverNext(payload)", "await world.time.increase(1)"],
        ...["await world.deliver(timeout)", "await world.deliver(trigger)", "await world.deliver(payload)"],
      ])
      expect(text).to.contain('it("ends as it did: PROMISE_RESOLVED"').and.contain("gateway: true")
      expect(text).to.contain(`{ id: "${bytes32(9)}", status: "PROMISE_RESOLVED", revertData: null },`)
      expect(text).to.contain("if (requestCount !== 3) return")
    })

    it("has a gateway wherever anything of it is left, and only then", async () => {
      const fault: Entry = { kind: "fault", id: 1, line: "await world.faults.down()" }
      const withGateway = async (...entries: Entry[]) =>
        (await writeJourney(journeyOf([fault, ...entries, moved("RECEIVED")]))).includes("gateway: true")
      expect(await withGateway(request("beta", {}, { method: "evm_mine", params: [] }))).to.equal(false)
      expect(await withGateway(request("gateway", {}, { method: "evm_mine", params: [] }))).to.equal(true)
      for (const kind of ["payload", "timeout", "trigger", "deposit"] as const) {
        expect(await withGateway(worked(kind, "NO")), kind).to.equal(true)
      }
    })

    it("leaves out the gateway for a message to whose chains nothing came from there, and keeps it otherwise", async () => {
      const entries = (chain: string) => [
        ...[deployed, worked("payload", "PROMISE_RESOLVED", { chain, requestCount: 1 }), moved("RECEIVED")],
        moved("EXECUTION_SUCCESS"),
      ]
      const apart = await writeJourney(journeyOf(entries("gamma")))
      expect(apart).to.contain("// - what was done on gateway").and.not.contain("gateway: true")
      const near = await writeJourney(journeyOf(entries("beta")))
      expect(near).to.contain("await world.deliver(payload)").and.contain("gateway: true")
    })

    it("asks for another attempt where a user has asked for it, after the last one that failed", async () => {
      const given = payload("FINALIZED", "0xbad0")
      const again = { ...payload("FINALIZED"), isRetried: true } as Entry
      const text = await writeJourney(journeyOf([deployed, given, again, payload("PROMISE_RESOLVED")], { id: "3" }))
      const lines = [
        "await world.deliver(payload)",
        "await world.devnet.retry(payload)",
        "await world.deliver(payload)",
      ]
      expect(text).to.contain(lines.join("\n    "))
    })

    it("delivers what a request needs only so far as it was read, and holds what nothing went through", async () => {
      const hold = { kind: "hold", stages: ["accept", "resolve"] } as const
      const text = await writeJourney(journeyOf([deployed, hold, payload("NO")], { id: "3" }))
      expect(text)
        .to.contain('world.hold("accept", "resolve")')
        .and.contain('await world.deliver(payload, { until: "NO" })')
      const passed = await writeJourney(journeyOf([deployed, hold, payload("NO"), payload("FINALIZING")], { id: "3" }))
      expect(passed).to.contain('world.hold("resolve")')
    })
  })

  const hostile = [
    '"); globalThis.owned = 1; ("',
    "`${globalThis.owned = 1}`",
    "*/ globalThis.owned = 1 /*",
    "\n globalThis.owned = 1 //",
    "\\",
    '\\");globalThis.owned = 1//',
    "\u2028globalThis.owned = 1\u2029",
    "</script><script>globalThis.owned = 1</script>",
    "__proto__",
    "$&$1$`$'",
    worstText,
  ]
  for (const text of hostile) {
    it(`has as a value what others wrote: ${JSON.stringify(text).slice(0, 40)}`, async () => {
      const reverting = moved("INBOUND_REVERTING", { revertData: text as Hex })
      const entries: Entry[] = [
        deploy("alpha", text),
        call("alpha", "greet", [2, text]),
        request("alpha", { from: first, [text]: text }, { method: text, params: [{ [text]: text }, [text]] }),
        request(text, {}, { method: "hardhat_setCode", params: [text] }),
        { kind: "fault", id: 1, line: writeFault({ fault: "failingApi", api: text as "swap", route: text }) },
        ...[moved("RECEIVED", { id: text as Hex }), moved("SEALED", { id: text as Hex }), moved("RECEIVED"), reverting],
      ]
      const written = await writeJourney(
        journeyOf(entries, {
          reasonOf: () => text,
          built: [{ name: `a.sol:${text}`, abi, bytecode }],
          options: { chains: [text] },
        }),
      )
      const passed = [
        { id, status: "RECEIVED" },
        { id, status: "INBOUND_REVERTING", revertData: text },
      ]
      const { options, calls } = await runCopiedTest(written, passed)
      expect(options).to.deep.equal({ chains: [text], delivery: "manual" })
      // In a call, half of a pair is a sign that says so.
      const encoded = Buffer.from(text).toString()
      // A key that is `__proto__` in JSON is a field, too.
      const field = JSON.parse(JSON.stringify({ [text]: text })) as object
      expect(calls).to.deep.equal([
        ["world.deploy", "alpha", `a.sol:${text}`, [null, encoded]],
        [`a.sol:${text}.write.greet`, [2, encoded]],
        ["world.chains.alpha.provider.request", { method: text, params: [field, [text]] }],
        [`world.chains.${text}.provider.request`, { method: "hardhat_setCode", params: [text] }],
        ["world.faults.failingApi", text, { route: text }],
        ["world.deliver", text, { until: "SEALED" }],
        ["world.deliver", id],
      ])
      expect(globalThis).to.not.have.property("owned")
    })
  }
})
