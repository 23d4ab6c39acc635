import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld, NotBuiltError } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

/** What somebody without TypeScript can write. */
type Loose = Record<string, (...args: unknown[]) => Promise<unknown>>

describe("what a world is called with by mistake", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], market: true })
  const other = createWorld(hre, { chains: ["alpha", "beta"] })
  before(() => Promise.all([world.start(), other.start()]))
  after(() => Promise.all([world.stop(), other.stop()]))
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  const loose = world as unknown as Loose
  const faults = world.faults as unknown as Loose
  type Case = readonly [expected: string | RegExp, call: (plugs: Awaited<ReturnType<typeof counters>>) => unknown]
  const send = ({ alpha }: Awaited<ReturnType<typeof counters>>) => alpha.send as unknown as Loose
  const cases: Readonly<Record<string, Case>> = {
    "a misspelt option of send": [
      'Argument "send.add": there is no option "valu". Use some of account, value, attached, gas. Did you mean value?',
      (plugs) => send(plugs)["add"]!([plugs.beta.slug, 1n], { valu: 1n }),
    ],
    "arguments of send that are no list": [
      'Argument "send.add": its arguments are 41002, and no list. Write send.add([…], options).',
      (plugs) => send(plugs)["add"]!(plugs.beta.slug, 1n),
    ],
    "an amount of send that is a number": [
      'Argument "value": 1 is no bigint from 0n. Give the smallest unit as a bigint, such as 5n or parseEther("0.1").',
      (plugs) => send(plugs)["add"]!([plugs.beta.slug, 1n], { value: 1 }),
    ],
    "an argument that is no address, in a sentence with one full stop": [
      'Argument "args": they do not fit connect: Address "0x12" is invalid. Pass one value of the right type for each parameter.',
      (plugs) => send(plugs)["connect"]!([1, "0x12", "0x12"]),
    ],
    "an account that is none": [
      /^Argument "address": undefined is neither an address nor something that has one\./,
      ({ alpha }) => alpha.as(undefined as never),
    ],
    "deploy without arguments": [/^Argument "chain": the world has no chain undefined\./, () => loose["deploy"]!()],
    "a misspelt chain": [
      /^Argument "chain": the world has no chain "aplha"\. .* Did you mean alpha\?$/,
      () => loose["deploy"]!("aplha"),
    ],
    "a misspelt state to deliver to": [
      /^Argument "until": "SEELED" is no state of a message or a payload\. .* Did you mean SEALED\?$/,
      () => loose["deliver"]!({ until: "SEELED" }),
    ],
    "a misspelt token": [
      /^Argument "token": alpha has no token "USCD"\. .* Did you mean USDC\?$/,
      ({ alpha }) => loose["mintTokens"]!("alpha", "USCD", alpha, 5n),
    ],
    "deploy without a contract": [/^Argument "contractName": undefined is no name\./, () => loose["deploy"]!("alpha")],
    "constructor arguments that are no list": [
      /^Argument "args": those of Counter are "x", and no list\./,
      () => loose["deploy"]!("alpha", "Counter", "x"),
    ],
    "deployConnected without arguments": [
      /^Argument "contractNames": undefined names no contract\./,
      () => loose["deployConnected"]!(),
    ],
    "names of contracts in a list": [
      /^Argument "contractNames": .* names no contract\./,
      () => loose["deployConnected"]!(["Counter", "Counter"], []),
    ],
    "a misspelt option of deployConnected": [
      / there is no option "chain"\. .* Did you mean chains\?$/,
      () => loose["deployConnected"]!("Counter", [], { chain: ["alpha"] }),
    ],
    "chains of a world that are no list": [
      /^Argument "chains": "alpha" is no list\./,
      () => createWorld(hre, { chains: "alpha" as never }).start(),
    ],
    "a delivery that there is not": [
      /^Argument "delivery": there is no "byHand"\./,
      () => createWorld(hre, { delivery: "byHand" as never }).start(),
    ],
    "a misspelt option of deploy": [
      / there is no option "acount"\. .* Did you mean account\?$/,
      ({ alpha }) => loose["deploy"]!("alpha", "Counter", [alpha.address, alpha.address], { acount: alpha }),
    ],
    "a misspelt option of deployApp": [
      / there is no option "credit"\. .* Did you mean credits\?$/,
      () => loose["deployApp"]!("CounterAppGateway", [], { credit: 1n }),
    ],
    "connect without arguments": [
      'Argument "plugs": undefined is no list. Give a list: world.connect([vault, wrapper]).',
      () => loose["connect"]!(),
    ],
    "connect of what is no contract": [
      /^Argument "plugs": undefined is no contract of a world\./,
      ({ alpha }) => loose["connect"]!([alpha, undefined]),
    ],
    "a function to connect by that is no name": [
      /^Argument "connectBy": Counter has no function 5\./,
      ({ alpha, beta }) => loose["connect"]!([alpha, beta], { connectBy: 5 }),
    ],
    "getContractAt without a contract": [
      /^Argument "contractName": undefined is no name\./,
      ({ alpha }) => loose["getContractAt"]!("alpha", undefined, alpha.address),
    ],
    "fund with a number": [/^Argument "wei": 5 is no bigint from 0n\./, ({ alpha }) => loose["fund"]!(alpha, 5)],
    "chains of fund that are no list": [
      /^Argument "chains": "alpha" is no list\./,
      ({ alpha }) => loose["fund"]!(alpha, 5n, { chains: "alpha" }),
    ],
    "mintTokens with a number": [
      /^Argument "amount": 5 is no bigint from 0n\./,
      ({ alpha }) => loose["mintTokens"]!("alpha", "USDC", alpha, 5),
    ],
    "a misspelt option of explore": [
      / there is no option "rnus"\. .* Did you mean runs\?$/,
      () =>
        loose["explore"]!(
          { rnus: 5 },
          () => undefined,
          () => true,
        ),
    ],
    "a fault to explore that there is not": [
      /^Argument "faults": there is no "rerog"\. Give true, false, or a list of some of .* Did you mean reorg\?$/,
      () =>
        loose["explore"]!(
          { faults: ["rerog"] },
          () => undefined,
          () => true,
        ),
    ],
    "a misspelt option of a fault": [
      'Argument "faults.reorg": there is no option "block". Use some of chain, blocks, at, drops. Did you mean blocks?',
      () => faults["reorg"]!("alpha", { block: 2, at: "SEALED" }),
    ],
    "a fault without anything": [/^Argument "fault": undefined is no fault\./, () => faults["apply"]!()],
    "gas of a fault that is a number": [/^Argument "gas": 5 is no bigint/, () => faults["outOfGas"]!({ gas: 5 })],
    "a switch of a fault that is text": [
      'Argument "thenHonest": "yes" is no boolean. Give a boolean.',
      () => faults["forgedProposals"]!({ thenHonest: "yes" }),
    ],
    "swap without anything": [/^Argument "swap": its options are null, and no object\./, () => loose["swap"]!()],
    "a misspelt option of swap": [
      / there is no option "amont"\. .* Did you mean amount\?$/,
      () => loose["swap"]!({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amont: "1" }),
    ],
    "an amount of swap that is a number": [
      /^Argument "swap.amount": 1 is neither text nor a bigint\./,
      () => loose["swap"]!({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: 1 }),
    ],
  }
  for (const [name, [expected, call]] of Object.entries(cases)) {
    it(`refuses ${name}`, async () => {
      const plugs = await world.loadFixture(counters)
      const error = await failure(Promise.resolve().then(() => call(plugs)))
      expect(error).to.have.property("code", "INVALID_INPUT")
      if (typeof expected === "string") expect(error.message).to.equal(expected)
      else expect(error.message).to.match(expected)
    })
  }

  it("says how to build a contract that is not built, with the line of the test", async () => {
    const { alpha } = await world.loadFixture(counters)
    for (const call of [
      () => loose["deploy"]!("alpha", "Conter"),
      () => loose["getContractAt"]!("alpha", "Conter", alpha),
    ]) {
      const { code, shortMessage, facts, next, stack } = await failure(call())
      expect({ code, shortMessage, next }).to.deep.equal({
        code: "NOT_BUILT",
        shortMessage: 'The project has built no contract "Conter".',
        next: "Check its name, and build it: npx hardhat build.",
      })
      expect(facts["Hardhat says"]).to.contain("Counter")
      expect(stack).to.match(/\n +at .*test\/testing\/misuse\.ts:\d+/)
    }
  })

  it("names the nearest function of a contract, what a plug lacks, and the line of the test", async () => {
    const { alpha } = await world.loadFixture(counters)
    const own = alpha as unknown as Record<"send" | "read", Record<string, (args?: unknown[]) => Promise<unknown>>>
    for (const call of [
      () => own.send["ad"]!([1, 2n]),
      () => own.read["conter"]!(),
      () => own.send["add"]!(["x", 2n]),
    ]) {
      const { code, message, stack } = await failure(call())
      expect(code).to.equal("INVALID_INPUT")
      expect(message).to.match(/Did you mean (add|counter)\?$|do not fit add/)
      expect(stack).to.match(/\n +at .*test\/testing\/misuse\.ts:\d+/)
    }
    const lone = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner])
    expect((await failure(lone.send.add([world.chains.beta.slug, 1n]))).next).to.contain("world.connect([")
  })

  it("names the file of a contract that comes with the package, for Hardhat to build", () => {
    const { next } = new NotBuiltError("PingPong", new Error("no artifact"))
    expect(next).to.contain('npmFilesToBuild: ["hardhat-plugs/contracts/plugs/PingPong.sol"]')
  })

  it("refuses to connect with a contract of another world, whose chains have the same names", async () => {
    const { alpha } = await world.loadFixture(counters)
    const foreign = await other.deploy("beta", "Counter", ({ socket, owner }) => [socket, owner])
    const refusal = `Counter at ${foreign.address} on beta is a contract of another world. Give contracts of this world, deployed since it was started.`
    expect((await failure(world.connect([alpha, foreign]))).message).to.equal(`Argument "plugs": ${refusal}`)
    expect((await failure(alpha.connectTo(foreign))).message).to.equal(`Argument "sibling": ${refusal}`)
  })
})
