import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Address,
  createWalletClient,
  custom,
  encodeAbiParameters,
  keccak256,
  parseAbiParameters,
  parseEther,
  parseEventLogs,
  toFunctionSelector,
  toHex,
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { feesManagerArtifact, feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import type { PayloadRecord } from "#src/devnet/index.js"
import {
  depositCredits,
  getAvailableCredits,
  signAppGatewayApproval,
  waitForCredits,
  waitForTransaction,
  wrapCredits,
} from "#src/gateway/index.js"
import { boardArtifact } from "#test/fixtures/artifacts/Board.js"
import { chainAppArtifact } from "#test/fixtures/artifacts/ChainApp.js"
import { deployAppArtifact } from "#test/fixtures/artifacts/DeployApp.js"
import { hopArtifact } from "#test/fixtures/artifacts/Hop.js"
import { hopAppArtifact } from "#test/fixtures/artifacts/HopApp.js"
import { ownedTokenArtifact } from "#test/fixtures/artifacts/OwnedToken.js"
import { paidCounterAppArtifact } from "#test/fixtures/artifacts/PaidCounterApp.js"
import { partArtifact } from "#test/fixtures/artifacts/Part.js"
import { readAppArtifact } from "#test/fixtures/artifacts/ReadApp.js"
import { revertAppArtifact } from "#test/fixtures/artifacts/RevertApp.js"
import { scheduleAppArtifact } from "#test/fixtures/artifacts/ScheduleApp.js"
import { tokenAppArtifact } from "#test/fixtures/artifacts/TokenApp.js"
import { uploadAppArtifact } from "#test/fixtures/artifacts/UploadApp.js"
import { writeAppArtifact } from "#test/fixtures/artifacts/WriteApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { type AppGatewayWorld, createAppGatewayWorld } from "#test/fixtures/worlds/gateway/appGatewayWorld.js"
import { watchPayloads } from "#test/fixtures/worlds/gateway/watchPayloads.js"

/** What a call reverts with, as viem tells it. */
const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it was accepted",
    (error: unknown) => String(error),
  )

const board = { id: "board", abi: boardArtifact.abi }

/** They use the names that authors for the deployed system know, and are called as there: chain id 43, a gas price of 0, wrapped credits. */
describe("an app gateway of each kind", () => {
  let world: AppGatewayWorld
  before(async () => {
    world = await createAppGatewayWorld()
  })
  after(() => world.devnet.stop())

  deepIt("writes sequentially, in parallel and on two chains, and is called back for each", async () => {
    const { alpha, beta, completed } = world
    const app = await world.deploy(writeAppArtifact)
    await app.deployTo(alpha, beta)

    const [inOrder] = await completed(await app.call("writeSequentially", [alpha.slug]))
    expect(inOrder!.payloads.map(({ batchCount }) => batchCount)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const amounts = await Promise.all([...Array(10).keys()].map((i) => app.readOn(alpha, board, "amounts", [i])))
    expect(amounts).to.deep.equal([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n])
    expect(await app.read("lastTotal")).to.equal(45n)

    const [atOnce] = await completed(await app.call("writeInParallel", [alpha.slug]))
    expect(new Set(atOnce!.payloads.map(({ batchCount }) => batchCount)).size).to.equal(1)
    expect(await app.readOn(alpha, board, "total")).to.equal(90n)

    await completed(await app.call("writeAlternately", [alpha.slug, beta.slug]))
    expect(await app.readOn(alpha, board, "total")).to.equal(110n)
    expect(await app.readOn(beta, board, "total")).to.equal(25n)
    expect(await app.read("count")).to.equal(30n)
  })

  deepIt("reads from two chains, and at a block", async () => {
    const { alpha, beta, completed } = world
    const app = await world.deploy(readAppArtifact)
    await app.deployTo(alpha, beta)
    await completed(await app.call("write", [alpha.slug, 7n]))
    await completed(await app.call("readInParallel", [alpha.slug]))
    expect(await app.read("values", [9n])).to.equal(7n)
    await completed(await app.call("readAlternately", [alpha.slug, beta.slug]))
    expect([await app.read("values", [8n]), await app.read("values", [9n])]).to.deep.equal([7n, 0n])

    const before = await alpha.publicClient.getBlockNumber()
    await completed(await app.call("write", [alpha.slug, 5n]))
    const [request] = await completed(await app.call("readAt", [alpha.slug, before]))
    expect(request!.payloads.map(({ callType }) => callType)).to.deep.equal(["READ"])
    expect(await app.read("values", [0n])).to.equal(7n)
    expect(await app.read("reads")).to.equal(21n)
  })

  it("uploads large data", async () => {
    const { alpha, completed } = world
    const app = await world.deploy(uploadAppArtifact)
    await app.deployTo(alpha)
    const data = toHex(new Uint8Array(10_000).map((_, index) => index % 251))
    await completed(await app.call("upload", [alpha.slug, data]))
    expect(await app.readOn(alpha, board, "uploadSize")).to.equal(10_000n)
    expect(await app.readOn(alpha, board, "uploadHash")).to.equal(keccak256(data))
  })

  it("deploys in six variants", async () => {
    const { alpha } = world
    const app = await world.deploy(deployAppArtifact)
    await app.deployTo(alpha)
    const part = (id: string) => ({ id, abi: partArtifact.abi })
    await eventually(async () => (await app.readOn(alpha, part("plugInitializedLater"), "variable")) === 100n)
    const variants = { plain: 0n, plainInitialized: 10n, plug: 0n, plugInitialized: 10n, plugInitializedTwice: 110n }
    for (const [index, [id, variable]] of Object.entries(variants).entries()) {
      expect(await app.readOn(alpha, part(id), "variable"), id).to.equal(variable)
      expect(await app.readOn(alpha, part(id), "made"), id).to.equal(BigInt(index + 1))
      const socket = await app.readOn(alpha, part(id), "socket__")
      expect(socket !== "0x0000000000000000000000000000000000000000", id).to.equal(id.startsWith("plug"))
    }
  })

  deepIt("deploys plugs with a switchboard type that the devnet ignores, which it says once", async () => {
    const { alpha, beta, devnet } = world
    const problems: unknown[] = []
    const stop = devnet.onError((error) => problems.push(error))
    const [usual, special] = [await world.deploy(deployAppArtifact), await world.deploy(deployAppArtifact)]
    await usual.deployTo(alpha)
    const sbType = keccak256(toHex("SLOW"))
    await special.call("setSwitchboardType", [sbType])
    await special.deployTo(alpha, beta)
    expect(problems).to.have.length(1)
    expect(problems[0]).to.include({ code: "SWITCHBOARD_TYPE_IGNORED" })
    expect(String(problems[0])).to.contain(special.address).and.to.contain(sbType)
    stop()
  })

  it("schedules seven callbacks, each due at its own time", async () => {
    const { completed, devnet } = world
    const { chain } = devnet.gateway
    const app = await world.deploy(scheduleAppArtifact)
    const { blockNumber, transactionHash } = await world.send({
      address: app.address,
      abi: scheduleAppArtifact.abi,
      functionName: "scheduleAll",
      args: [],
    })
    for (const seconds of [1, 9, 10, 10, 10, 10, 50]) {
      await chain.testClient.increaseTime({ seconds })
      await chain.testClient.mine({ blocks: 1 })
    }
    expect(await completed(transactionHash)).to.have.length(7)
    const logs = await chain.publicClient.getLogs({ address: app.address, fromBlock: blockNumber })
    const resolved = parseEventLogs({ abi: scheduleAppArtifact.abi, eventName: "Resolved", logs })
    expect(resolved.map(({ args }) => args.index)).to.have.members([0n, 1n, 2n, 3n, 4n, 5n, 6n])
    const delays = [1n, 10n, 20n, 30n, 40n, 50n, 100n]
    for (const { args } of resolved) expect(args.waited >= delays[Number(args.index)]!).to.equal(true)
  })

  it("writes around a schedule: the second write runs only after it", async () => {
    const { alpha, completed, devnet } = world
    const { publicClient, testClient } = devnet.gateway.chain
    const app = await world.deploy(writeAppArtifact)
    await app.deployTo(alpha)
    const { timestamp: called } = await publicClient.getBlock()
    const watch = watchPayloads(devnet.gateway)
    const txHash = await app.call("writeAroundSchedule", [alpha.slug, 600n])

    const isSchedule = ({ callType, appGateway }: PayloadRecord) =>
      callType === "SCHEDULE" && appGateway === app.address
    await watch.reached("FINALIZED", isSchedule)
    watch.stop()
    // What does not wait moves on by a state.
    await devnet.relay.step()
    expect(devnet.gateway.requestsFromTx(txHash)[0]!.payloads[2]!.status).to.equal("NO")
    devnet.relay.resume()
    expect(await app.readOn(alpha, board, "count")).to.equal(1n)
    expect(await app.read("resumedAt")).to.equal(0n)

    await testClient.increaseTime({ seconds: 600 })
    await testClient.mine({ blocks: 1 })
    const [request] = await completed(txHash)
    expect(request!.payloads.map(({ callType, batchCount }) => [callType, batchCount])).to.deep.equal([
      ["WRITE", 0],
      ["SCHEDULE", 1],
      ["WRITE", 2],
    ])
    expect(await app.readOn(alpha, board, "amounts", [1n])).to.equal(2n)
    expect(((await app.read("resumedAt")) as bigint) >= called + 600n).to.equal(true)
  })

  it("writes on in callbacks: `descendants` and `gateway tx --follow` go on to the end, and the plain answer names the next", async () => {
    const { alpha, completed, devnet, client } = world
    const app = await world.deploy(chainAppArtifact)
    await app.deployTo(alpha)
    const port = Number(new URL(devnet.url).port)
    const tx = (...args: string[]) => runCommand(["gateway", "tx", ...args], { port })

    const txHash = await app.call("countDown", [alpha.slug, 4n])
    const followed = tx(txHash, "--follow", "--timeout", "30s", "--json")
    const all = await waitForTransaction(client, { txHash, descendants: true, minInterval: 5 })
    expect(await app.read("finishedCount")).to.equal(4n)
    expect(all.map(({ status }) => status)).to.deep.equal(["COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED"])
    const [first, second, ...later] = all.map((request) => ({ count: request.requestCount!, hash: request.txHash! }))
    expect(later.map(({ count }) => count)).to.deep.equal([second!.count + 1, second!.count + 2])

    const { code, stderr, events } = await followed
    expect(code, stderr).to.equal(0)
    expect(events.at(-1)).to.include({ event: "end", outcome: "success" })
    const complete = events.filter(({ status }) => status === "COMPLETED")
    expect(complete).to.have.length(4)

    const plain = await tx(txHash)
    expect(plain.stdout).to.match(new RegExp(`callback in ${second!.hash} +opened request ${second!.count} +COMPLETED`))
    const [request] = await completed(txHash)
    expect([request!.requestCount, request!.payloads.length]).to.deep.equal([first!.count, 1])
  })

  it("reverts on a chain and in a callback, with each text visible, and takes the request back", async () => {
    const { alpha, devnet } = world
    const watch = watchPayloads(devnet.gateway)
    const app = await world.deploy(revertAppArtifact)
    await app.deployTo(alpha)
    const onChain = await watch.reverting(await app.call("revertOnChain", [alpha.slug]))
    expect(onChain.payloads[0]!.executionAttempt.revertData).to.match(/^0x/)
    await app.call("cancel", [await app.read("lastRequest")])

    const inCallback = await watch.reverting(await app.call("revertInCallback", [alpha.slug]))
    expect(inCallback.payloads[0]!.executed).to.not.equal(undefined)
    expect(await app.readOn(alpha, board, "total")).to.equal(1n)
    await eventually(async () => (await app.read("lastReverted")) === inCallback.payloads[0]!.payloadId)
    watch.stop()
  })

  it("is triggered by its plugs, over three hops", async () => {
    const { alpha, beta } = world
    const app = await world.deploy(hopAppArtifact, [[alpha.slug, beta.slug]])
    await app.deployTo(alpha, beta)
    await app.call("acceptTriggers")
    const hop = (await app.read("getOnChainAddress", [await app.read("hop"), alpha.slug])) as Address
    const start = { address: hop, abi: hopArtifact.abi, functionName: "start", args: [3n, 5n] } as const
    await alpha.walletClient.writeContract(start)
    // alpha's trigger lands on beta, beta's on alpha, and alpha's again on beta.
    await eventually(async () => (await app.readOn(beta, { id: "hop", abi: hopArtifact.abi }, "total")) === 5n + 7n)
    expect(await app.read("triggers")).to.equal(3n)
    expect(await app.readOn(alpha, { id: "hop", abi: hopArtifact.abi }, "total")).to.equal(6n)
  })

  deepIt("moves a token with an owner between chains, for its owner only", async () => {
    const { alpha, beta, completed, devnet } = world
    const [owner, stranger] = devnet.gateway.chain.accounts as [Address, Address]
    const app = await world.deploy(tokenAppArtifact, [owner])
    await app.deployTo(alpha, beta)
    const token = { id: "token", abi: ownedTokenArtifact.abi }
    expect(await app.readOn(alpha, token, "owner")).to.equal(owner)
    expect(await app.readOn(alpha, token, "decimals")).to.equal(6)

    const order = encodeAbiParameters(parseAbiParameters("(address, address, uint32, uint32, uint256)"), [
      [owner, stranger, alpha.slug, beta.slug, 400_000n],
    ])
    await completed(await app.call("transfer", [order]))
    expect(await app.readOn(alpha, token, "balanceOf", [owner])).to.equal(600_000n)
    expect(await app.readOn(beta, token, "balanceOf", [stranger])).to.equal(400_000n)
    const refused = await refusal(app.call("transfer", [order], stranger))
    expect(refused).to.contain("OwnableUnauthorizedAccount")
  })

  it("is paid for in a token of 6 decimals, and withdraws what is left of it", async () => {
    const { alpha, completed, devnet } = world
    const { feesPlug, sixDecimalFeeToken: token } = alpha.contracts
    const [receiver] = devnet.gateway.chain.accounts as [Address]
    const app = await world.deploy(tokenAppArtifact, [receiver])
    const { feesManager } = devnet.gateway.chain.contracts
    const credits = { feesManager, account: app.address }
    const before = await getAvailableCredits(devnet.gateway.chain.publicClient, credits)

    const mint = {
      address: token,
      abi: feeTokenArtifact.abi,
      functionName: "mint",
      args: [receiver, 2_500_000n],
    } as const
    await alpha.walletClient.writeContract(mint)
    const deposit = { feesPlug, token, receiver: app.address, amount: 2_500_000n }
    const { creditAmount } = await depositCredits(alpha.publicClient, alpha.walletClient, deposit)
    expect(creditAmount).to.equal(parseEther("2.5"))
    const atLeast = before + creditAmount
    await waitForCredits(devnet.gateway.chain.publicClient, { ...credits, atLeast, minInterval: 5 })

    const [request] = await completed(await app.call("withdraw", [alpha.slug, token, parseEther("1.5") + 1n, receiver]))
    expect(request!.feePoolToken).to.equal(token)
    const balance = { address: token, abi: feeTokenArtifact.abi, functionName: "balanceOf", args: [receiver] } as const
    expect(await alpha.publicClient.readContract(balance)).to.equal(1_500_000n)
  })

  it("counts at the expense of its caller, who approved it", async () => {
    const { alpha, completed, devnet } = world
    const { chain } = devnet.gateway
    const { feesManager } = chain.contracts
    const caller = chain.accounts[4]!
    const app = await world.deploy(paidCounterAppArtifact)
    await app.deployTo(alpha)
    const own = await getAvailableCredits(chain.publicClient, { feesManager, account: app.address })

    const value = parseEther("1")
    const call = { address: feesManager, abi: feesManagerArtifact.abi, account: caller }
    await world.send({ ...call, functionName: "wrap", args: [caller], value })
    await world.send({ ...call, functionName: "approveAppGateway", args: [app.address, true] })
    await completed(await app.call("increment", [alpha.slug], caller))
    expect(await app.readOn(alpha, board, "total")).to.equal(1n)
    const left = await getAvailableCredits(chain.publicClient, { feesManager, account: caller })
    expect(left > 0n && left < value).to.equal(true)
    expect(await getAvailableCredits(chain.publicClient, { feesManager, account: app.address })).to.equal(own)
  })

  it("counts at the expense of an account that signed an approval, whoever submits it, and once", async () => {
    const { alpha, completed, devnet } = world
    const { chain } = devnet.gateway
    const { feesManager } = chain.contracts
    const signer = privateKeyToAccount(generatePrivateKey())
    const app = await world.deploy(paidCounterAppArtifact)
    await app.deployTo(alpha)
    const credits = { feesManager, receiver: signer.address, amount: parseEther("1") }
    await wrapCredits(chain.publicClient, chain.walletClient, credits)

    const wallet = createWalletClient({ account: signer, transport: custom(chain.provider) })
    const where = { feesManager, gatewaySlug: chain.slug, spender: app.address }
    const approval = await signAppGatewayApproval(wallet, where)
    await completed(await app.call("incrementFor", [alpha.slug, approval]))
    const left = await getAvailableCredits(chain.publicClient, { feesManager, account: signer.address })
    expect(left > 0n && left < credits.amount).to.equal(true)
    const replayed = await refusal(app.call("incrementFor", [alpha.slug, approval]))
    expect(replayed).to.contain(toFunctionSelector("NonceUsed(address,uint256)"))
    for (const [what, elsewhere] of Object.entries({
      "for another chain": { gatewaySlug: 41000 },
      "for another fees manager": { feesManager: app.address },
      "taken back": { approval: false },
    })) {
      const refused = await signAppGatewayApproval(wallet, { ...where, ...elsewhere })
      const error = await refusal(app.call("incrementFor", [alpha.slug, refused]))
      expect(error, what).to.match(/InsufficientCredits|NotApproved/)
    }
  })
})
