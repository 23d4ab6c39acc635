import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { address } from "../fixtures/servedPage.js"
import {
  abi,
  actor,
  bytecode,
  call,
  deploy,
  type Entry,
  first,
  journeyOf,
  linesOf,
  moved,
  other,
  plugs,
  request,
  socket,
  stranger,
} from "#test/fixtures/testing/journeys.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("a request of a journey", () => {
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
      'expect(await greeterOnAlpha.send.greet([2, "no"], { attached: 0n, gas: 9n }).catch(() => "it fails")).to.equal("it fails")',
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
      `expect(${asked(
        `{ from: "${first}", to: "${stranger}", value: "0x1", gasPrice: "0x5", maxFeePerGas: "0x6", maxPriorityFeePerGas: "0x7" }`,
      )}.catch(() => "it fails")).to.equal("it fails")`,
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

  it("takes a deployment for that of the contract whose code is the longest that it begins with", async () => {
    const bare = parseAbi(["function poke()"])
    const data: Hex = `${bytecode}${"01".repeat(32)}`
    const entries = [
      request("alpha", { from: first, data }, { answer: plugs["alpha"] }),
      ...[
        request("alpha", {
          from: first,
          to: plugs["alpha"],
          data: encodeFunctionData({ abi: bare, functionName: "poke" }),
        }),
        moved("RECEIVED"),
      ],
    ]
    const [short, long] = [
      { name: "Short", abi: bare, bytecode },
      { name: "Long", abi: bare, bytecode: data },
    ]
    for (const built of [
      [short, long],
      [long, short],
    ]) {
      expect((await linesOf(journeyOf(entries, { built })))[0]).to.equal(
        'const longOnAlpha = await world.deploy("alpha", "Long", [])',
      )
    }
  })

  it("mines no block of its own accord once blocks are mined at once again", async () => {
    const automine = (isOn: boolean) => request("alpha", {}, { method: "evm_setAutomine", params: [isOn] })
    const mine = request("alpha", {}, { method: "evm_mine", params: [] })
    const lines = await linesOf(journeyOf([automine(false), mine, automine(true), mine, moved("RECEIVED")]))
    expect(lines.map((line) => /method: "(\w+)"/.exec(line)?.[1])).to.deep.equal([
      ...["evm_setAutomine", "evm_mine", "evm_setAutomine", undefined],
    ])
    // One block passes no time of its own, whatever lies between two of them.
    const mined = [[], ["0x1"], ["0x1", "0x0"], ["0x1", "0x1"], ["0x1", "0x2"], ["0x2"]]
    const several = mined.map((params) => request("alpha", {}, { method: "hardhat_mine", params }))
    const kept = (await linesOf(journeyOf([...several, moved("RECEIVED")]))).filter((line) => line.includes("mine"))
    expect(kept.map((line) => /params: (\[.*?\])/.exec(line)?.[1])).to.deep.equal(['["0x1", "0x2"]', '["0x2"]'])
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

  it("does what a user did as an actor, whom the user had impersonated", async () => {
    const sent = request("alpha", { from: actor, to: plugs["alpha"], data: "0x12" })
    const before = request("alpha", { from: actor, to: plugs["alpha"], data: "0x13" })
    const impersonated = request("alpha", {}, { method: "hardhat_impersonateAccount", params: [actor] })
    const written = (await linesOf(journeyOf([before, impersonated, sent, moved("RECEIVED")]))).join("\n")
    expect(written).to.contain('data: "0x12"').and.not.contain('data: "0x13"')
  })

  it("takes only what sends a transaction for a call of a contract", async () => {
    const [data, to] = [encodeFunctionData({ abi, functionName: "greet", args: [2, "hi"] }), plugs["alpha"]]
    const bundled = request("alpha", { from: first, to, data }, { method: "eth_sendBundle" })
    const [, line] = await linesOf(journeyOf([deploy("alpha"), bundled, moved("RECEIVED")]))
    expect(line).to.contain('.provider.request({ method: "eth_sendBundle", params: [{ from: ')
  })
})
