import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { type Abi, type Address, getAddress, type Hex, isAddressEqual, toFunctionSelector, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { addressResolverArtifact } from "#src/devnet/artifacts/gateway.js"
import type { DevnetChain } from "#src/devnet/index.js"
import type { Cause } from "#src/explaining/Explanation.js"
import { troubledAppArtifact } from "#test/fixtures/artifacts/TroubledApp.js"
import { troubledTargetArtifact } from "#test/fixtures/artifacts/TroubledTarget.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { writeArtifact } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("atlas of the gateway: calls", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  let target: Address
  let slug: number
  before(async () => {
    world = await createExplainedGateway()
    slug = world.alpha.slug
    await writeArtifact(world.root, "TroubledApp", troubledAppArtifact.abi)
    await writeArtifact(world.root, "TroubledTarget", troubledTargetArtifact.abi)
    app = await world.deploy(troubledAppArtifact, [maxFees])
    await world.completed(await app.call("deployContracts", [slug]))
    target = (await app.read("getOnChainAddress", [await app.read("target"), slug])) as Address
  })
  afterEach(async () => {
    await onTarget("setBroken", false)
    await app.call("setBroken", [false])
  })
  after(() => world[Symbol.asyncDispose]())

  const onTarget = async (functionName: "setBroken" | "report", argument: boolean | bigint): Promise<Hex> => {
    const { walletClient, publicClient } = world.alpha
    const call = { address: target, abi: troubledTargetArtifact.abi as Abi, functionName, args: [argument] }
    const hash = await walletClient.writeContract(call)
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  /** Waits until the last payload of a transaction is tried no more, which the API and the logs then both say. */
  const givenUp = async (txHash: Hex): Promise<Hex> => {
    const [request] = await world.until(txHash, ([first]) => first?.payloads.at(-1)?.isGivenUp === true)
    return request!.payloads.at(-1)!.payloadId
  }
  const explained = async (id: string, name: string): Promise<Cause> => expectCause(await world.explain(id), name)
  /** Runs the command of a cause as it is printed, to its good end. */
  const mend = async (cause: Cause): Promise<void> => {
    const { code, stdout, stderr } = await world.runPrinted(cause.mend!.command!)
    expect(code, stdout + stderr).to.equal(0)
  }
  const fixedBy = (cause: Cause, who: RegExp): void => {
    expect(cause.mend!.command).to.equal(null)
    expect(cause.mend!.who).to.match(who)
    expect(cause.evidence).to.not.have.length(0)
  }

  it("payload-reverts: the call of a payload reverts, decoded with the project's artifacts", async () => {
    await onTarget("setBroken", true)
    const txHash = await app.call("work", [slug, 41n])
    const payloadId = await givenUp(txHash)
    const cause = await explained(txHash, "payload-reverts")
    expect(cause.about).to.equal(payloadId)
    expect(cause.says).to.match(/work\(\) of 0x\w{40} on alpha reverts: OutOfOrder\(amount: 41\)/)
    expect(cause.evidence[0]!.source).to.match(/^simulation on alpha, block \d+$/)
    fixedBy(cause, new RegExp(`contract ${target} on alpha.*gateway retry ${payloadId}`))
    await explained(payloadId, "payload-reverts")
  })

  it("payload-reverts: the contract has no function that the app gateway calls", async () => {
    const other = await deploy(world.alpha, counterArtifact, [zeroAddress, app.address])
    const txHash = await app.call("workAt", [other, slug, 1n])
    await givenUp(txHash)
    const cause = await explained(txHash, "payload-reverts")
    const selector = toFunctionSelector("work(uint256)")
    expect(cause.says).to.contain(
      `${other} on alpha reverts: the contract has no function with the selector ${selector}.`,
    )
    fixedBy(cause, /the author of the app gateway/)
  })

  deepIt("given-up: what reverted would succeed now, and is tried again", async () => {
    await onTarget("setBroken", true)
    const txHash = await app.call("work", [slug, 42n])
    const payloadId = await givenUp(txHash)
    await onTarget("setBroken", false)
    const cause = await explained(txHash, "given-up")
    expect(cause.mend).to.deep.equal({ who: "retry it", command: `npx hardhat gateway retry ${payloadId}` })
    await mend(cause)
    await world.completed(txHash)
    const { document } = await world.explain(txHash)
    expect([document.verdict, document.causes]).to.deep.equal(["delivered", []])
  })

  deepIt("callback-reverts: both strings are there, and the callback is named", async () => {
    await app.call("setBroken", [true])
    const txHash = await app.call("work", [slug, 43n])
    const payloadId = await givenUp(txHash)
    const cause = await explained(txHash, "callback-reverts")
    expect(cause.says).to.match(/The callback onWork\(\) of payload 0x\w{64} reverts: NotReady\(amount: 43\)/)
    expect(cause.evidence.map(({ source }) => source)).to.include("the gateway API")
    fixedBy(cause, new RegExp(`contract ${app.address} on the gateway chain`))

    await app.call("setBroken", [false])
    const over = await explained(payloadId, "given-up")
    await mend(over)
    await world.completed(txHash)
  })

  deepIt("plug-not-valid: a trigger is refused until the app gateway accepts the plug", async () => {
    await app.call("setValid", [false, slug])
    const txHash = await onTarget("report", 4n)
    const named = { env: { PLUGS_TEST_CONTRACTS: JSON.stringify({ TroubledTarget: { alpha: target } }) } }
    await eventually(async () => {
      const [refused] = (await world.explain(txHash, named)).document.causes
      return refused?.mend?.who.includes("gateway retry") === true
    })
    fixedBy(await explained(txHash, "plug-not-valid"), /^nothing, if the plug is not yours/)
    const cause = expectCause(await world.explain(txHash, named), "plug-not-valid")
    expect(cause.says).to.contain(`plug ${target} on alpha`).and.to.contain("_setValidPlug")
    fixedBy(cause, new RegExp(`_setValidPlug\\(true, ${slug}`))

    await app.call("setValid", [true, slug])
    await mend(await explained(txHash, "given-up"))
    expect(await app.read("reported")).to.equal(4n)
    // The same by the id of the trigger, which the retry prints.
    const { document } = await world.explain(cause.about!)
    expect(document.verdict).to.equal("delivered")
    expect(document.subject).to.include({ kind: "trigger", id: cause.about })
    expect(document.items.map(({ id }) => id)).to.deep.equal([cause.about])
    expect(document.causes).to.deep.equal([])
  })

  deepIt("trigger-reverts: the function that a plug called reverts", async () => {
    await app.call("setValid", [true, slug])
    await app.call("setBroken", [true])
    const txHash = await onTarget("report", 5n)
    const cause = await explained(txHash, "trigger-reverts")
    expect(cause.says).to.match(/onReport\(\) by the plug .* reverts: NotReady\(amount: 5\)/)
    expect((await explained(cause.about!, "trigger-reverts")).about).to.equal(cause.about)
    fixedBy(cause, new RegExp(`contract ${app.address}`))
  })

  deepIt("timeout-reverts: the call of a timeout that is due reverts", async () => {
    await app.call("setBroken", [true])
    const txHash = await app.call("workLater", [0n])
    const cause = await explained(txHash, "timeout-reverts")
    expect(cause.says).to.match(/onReport\(\) by timeout 0x\w{64} reverts: NotReady\(amount: 1\)/)
    fixedBy(cause, new RegExp(`contract ${app.address}`))
    await eventually(async () => {
      const [timeout] = (await world.explain(txHash)).document.causes
      const told = timeout?.evidence.find(({ source }) => source === "the gateway API")
      if (told !== undefined) expect(told.says).to.equal("It reverts: NotReady(amount: 1).")
      return told !== undefined && timeout?.mend?.who.includes("gateway retry") === true
    })
    await app.call("setBroken", [false])
    await mend(await explained(txHash, "given-up"))
  })

  deepIt("target-missing: there is no contract at the address that a payload calls", async () => {
    const nobody = getAddress("0x00000000000000000000000000000000000000aa")
    const txHash = await app.call("workAt", [nobody, slug, 1n])
    await givenUp(txHash)
    const cause = await explained(txHash, "target-missing")
    expect(cause.says).to.contain(`no contract at ${nobody} on alpha`)
    fixedBy(cause, /the author of the app gateway/)
  })

  deepIt("target-missing: it is told of a payload that is done, too, because the call did nothing", async () => {
    const txHash = await app.call("writeWith", [slug, 1n, 100_000n])
    await world.completed(txHash)
    const { testClient, publicClient } = world.alpha
    const code = await publicClient.getCode({ address: target })
    await testClient.setCode({ address: target, bytecode: "0x" })
    const { code: exitCode, document } = await world.explain(txHash)
    await testClient.setCode({ address: target, bytecode: code! })
    expect([exitCode, document.verdict]).to.deep.equal([0, "delivered"])
    expect(document.causes.map(({ name, certainty }) => [name, certainty])).to.deep.equal([
      ["target-missing", "likely"],
    ])
  })

  deepIt(
    "actors-paused: before any stage of a call, with the command that lets the devnet go on, and nothing else is wrong",
    async () => {
      const { relay } = world.devnet
      const pausedBefore = async (id: Hex, stage: string, chain: string) => {
        const { document } = await eventually(async () => {
          const explained = await world.explain(id)
          return explained.document.causes.length > 0 && explained
        })
        expect([document.verdict, document.causes.length], stage).to.deep.equal(["stuck", 1])
        const cause = await explained(id, "actors-paused")
        expect(cause.says).to.equal(`The devnet is paused, also its stage ${stage}, which comes next on ${chain}.`)
        await mend(cause)
      }
      for (const [stage, chain] of [
        ["accept", "gateway"],
        ["finalize", "gateway"],
        ["simulatePayload", "alpha"],
        ["executePayload", "alpha"],
        ["simulateCallback", "gateway"],
        ["resolve", "gateway"],
      ] as const) {
        relay.pause(stage)
        const txHash = await app.call("work", [slug, 1n])
        await pausedBefore(txHash, stage, chain)
        await world.completed(txHash)
        expect((await world.explain(txHash)).document.verdict).to.equal("delivered")
      }
      await app.call("setValid", [true, slug])
      relay.pause("trigger")
      await pausedBefore(await onTarget("report", 1n), "trigger", "gateway")
    },
  )

  deepIt("gas-limit-too-low: a payload needs more gas than its app gateway set", async () => {
    const txHash = await app.call("writeWith", [slug, 10n, 60_000n])
    await givenUp(txHash)
    const cause = await explained(txHash, "gas-limit-too-low")
    const [, needed] = /gets 60000 gas, and needs about (\d+)/.exec(cause.says)!
    fixedBy(cause, new RegExp(`_setOverrides\\(${needed!}\\)`))
    await world.completed(await app.call("writeWith", [slug, 10n, BigInt(needed!)]))
  })

  /** Replaces the code of a contract while something is done. */
  const withCode = async (
    chain: Pick<DevnetChain, "publicClient" | "testClient">,
    address: Address,
    bytecode: Hex,
    act: () => Promise<void>,
  ): Promise<void> => {
    const code = await chain.publicClient.getCode({ address })
    await chain.testClient.setCode({ address, bytecode })
    await act()
    await chain.testClient.setCode({ address, bytecode: code! })
  }

  deepIt("gas-limit-too-low: a payload loops without end, or needs far more than was tried", async () => {
    await withCode(world.alpha, target, "0x5b5f56", async () => {
      const txHash = await app.call("writeWith", [slug, 1n, 60_000n])
      await givenUp(txHash)
      const cause = await explained(txHash, "gas-limit-too-low")
      expect(cause.says).to.match(/runs out of gas: it gets 60000, and it runs out of 1060000 too\.$/)
      fixedBy(cause, new RegExp(`the owner of the contract ${target} on alpha changes it, if it loops without end`))
    })
  })

  deepIt("payload-reverts: an assertion fails, which gives no reason and burns all gas", async () => {
    await withCode(world.alpha, target, "0xfe", async () => {
      const txHash = await app.call("writeWith", [slug, 1n, 60_000n])
      await givenUp(txHash)
      const cause = await explained(txHash, "payload-reverts")
      expect(cause.says).to.match(/ reverts: an assertion of its code fails, and gives no reason/)
    })
  })

  deepIt("callback-reverts: one that burns all of its gas says so, as its tries did", async () => {
    world.devnet.relay.pause("simulateCallback")
    const txHash = await app.call("work", [slug, 44n])
    await withCode(world.devnet.gateway.chain, app.address, "0xfe", async () => {
      world.devnet.relay.resume()
      await givenUp(txHash)
      const cause = await explained(txHash, "callback-reverts")
      expect(cause.says).to.match(/used up all of its \d+ gas/)
    })
  })

  /** A mistake of the app gateway's author makes the transaction revert at once. */
  const expectMistake = async (name: string, call: Promise<Hex>, says: RegExp): Promise<void> => {
    const cause = await explained(await call, name)
    expect(cause.says).to.match(says)
    fixedBy(cause, /the author of the app gateway/)
  }

  deepIt("async-missing: a function without async calls another chain", async () => {
    const says = /workOutsideAsync\(\) calls another chain.*outside async/
    await expectMistake("async-missing", app.call("workOutsideAsync", [slug]), says)
  })

  deepIt("forwarder-zero: a forwarder is called that was never set", async () => {
    await expectMistake("forwarder-zero", app.call("work", [world.beta.slug, 1n]), /the zero address as a forwarder/)
  })

  deepIt("forwarder-missing: a forwarder is called that is not deployed", async () => {
    await expectMistake("forwarder-missing", app.call("workThrough", [target, 1n]), /has no contract there/)
  })

  deepIt("forwarder-function-views: the interface of a forwarder declares a function as a view", async () => {
    const says = /calls work\(\) of a forwarder.*view or pure/
    await expectMistake("forwarder-function-views", app.call("workAsView", [slug]), says)
  })

  deepIt("forwarder-function-returns: the interface of a forwarder declares what a function returns", async () => {
    const says = /calls work\(\) through.*returning something/
    await expectMistake("forwarder-function-returns", app.call("workReturning", [slug]), says)
  })

  /** The local node mines a transaction that reverts, and answers with the revert in place of its hash. */
  const sent = (sending: Promise<Hex>): Promise<Hex> =>
    sending.catch(async () => {
      const { publicClient, accounts } = world.devnet.gateway.chain
      for (let blockNumber = await publicClient.getBlockNumber(); ; blockNumber -= 1n) {
        const { transactions } = await publicClient.getBlock({ blockNumber, includeTransactions: true })
        const own = transactions.find(({ from }) => isAddressEqual(from, accounts[0]!))
        if (own !== undefined) return own.hash
      }
    })

  deepIt(
    "wrong-resolver: the app gateway was made with a resolver that is not the gateway's, or with none",
    async () => {
      const { chain } = world.devnet.gateway
      const { addressResolver, feesManager } = chain.contracts
      const foreign = await deploy(chain, addressResolverArtifact, [feesManager, feesManager, feesManager])
      const lost = await deploy(chain, troubledAppArtifact, [foreign, maxFees])
      const { abi } = troubledAppArtifact
      const call = {
        address: lost,
        abi,
        functionName: "workThrough",
        args: [zeroAddress, 1n],
        gas: 5_000_000n,
      } as const
      const cause = await explained(await sent(chain.walletClient.writeContract(call)), "wrong-resolver")
      expect(cause.says).to.contain(foreign).and.to.contain(addressResolver)
      fixedBy(cause, new RegExp(`address resolver ${addressResolver}`))

      const args = [feesManager, maxFees] as const
      const { bytecode } = troubledAppArtifact
      const created = await sent(chain.walletClient.deployContract({ abi, bytecode, args, gas: 12_000_000n }))
      expect((await explained(created, "wrong-resolver")).says).to.contain(feesManager)
    },
  )
})
