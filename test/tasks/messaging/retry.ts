import { readdir, readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  toBytes,
  zeroHash,
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { MessageRecord } from "#src/devnet/index.js"
import type { MessageStatus } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

const { abi } = moodyPlugArtifact

describe("hardhat messaging retry", function () {
  let world: ExplainedWorld
  let start: Hex
  /** A message that was given up, of which `inbound` would succeed by now. */
  let given: MessageRecord["outbound"]
  before(async () => {
    world = await createExplainedWorld()
    await refuseAll(true)
    given = await reached(await sendMoody("send", ["0x12"]), "EXECUTION_FAILURE")
    await refuseAll(false)
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    world.devnet.relay.resume()
    await world.devnet.revert(start)
  })
  after(() => world[Symbol.asyncDispose]())

  async function refuseAll(isRefused: boolean): Promise<void> {
    const { walletClient, publicClient } = world.devnet.chains.beta
    const call = { address: world.moody.beta, abi, functionName: "refuseAll", args: [isRefused] } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }

  async function sendMoody(functionName: "send" | "sendRaw", args: readonly unknown[]): Promise<Hex> {
    const { alpha, beta } = world.devnet.chains
    const call = { address: world.moody.alpha, abi, functionName, args: [beta.slug, ...args] }
    const hash = await alpha.walletClient.writeContract({ ...call, value: parseEther("0.1") } as never)
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  async function reached(hash: Hex, status: MessageStatus): Promise<MessageRecord["outbound"]> {
    const found = await eventually(() => {
      const [record] = world.devnet.messagesFromTx(world.devnet.chains.alpha.slug, hash)
      return Promise.resolve(record?.status === status && record)
    })
    return found.outbound
  }

  const retry = (id: string, options: readonly string[] = [], own?: TaskCommandOptions) =>
    world.run(["messaging", "retry", id, "--from", "alpha", ...options], own)

  it("executes a message that was given up, and says where it was executed when it is asked again", async () => {
    const { code, stdout, stderr } = await retry(given.transactionHash, ["--yes", "--json"])
    expect(code).to.equal(0)
    expectGoldenCommand("messaging/retry", { code, stdout, stderr })
    const document = JSON.parse(stdout) as Record<string, unknown>
    expect(document).to.include({ status: "executed", right: "devnet", messageId: given.messageId, value: "0" })
    expect(document["to"]).to.include({ name: "beta" })
    expect(stderr).to.contain("gas")
    await reached(given.transactionHash, "EXECUTION_SUCCESS")

    const again = await retry(given.transactionHash, ["--json"])
    expect(again.code).to.equal(0)
    expect(JSON.parse(again.stdout)).to.include({ status: "executed before", txHash: document["txHash"] })
  })

  it("executes as the account that is named", async () => {
    const { publicClient, walletClient } = world.devnet.chains.beta
    const [, second] = await walletClient.getAddresses()
    const { code, stdout } = await retry(given.transactionHash, ["--yes", "--json", "--account", second!])
    expect(code).to.equal(0)
    const { account, txHash } = JSON.parse(stdout) as { account: string; txHash: Hex }
    expect(account).to.equal(second)
    expect((await publicClient.getTransaction({ hash: txHash })).from).to.equal(second!.toLowerCase())
  })

  it("grants the right to a key of the network, where the node's executor has lost its own", async () => {
    const { beta } = world.devnet.chains
    const role = keccak256(toBytes("EXECUTOR_ROLE"))
    await createRelayActors().asOwner(beta, {
      address: beta.contracts.executionManager,
      abi: parseAbi(["function revokeRole(bytes32 role, address account)"]),
      ...{ functionName: "revokeRole", args: [role, createAccounts(1).executor.address] },
    })
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await beta.testClient.setBalance({ address, value: parseEther("1") })
    const own = { beta: { type: "http", url: beta.rpcUrl, accounts: [key] } }
    const env = { PLUGS_TEST_NETWORKS: JSON.stringify(own) }
    const { code, stdout, stderr } = await retry(given.transactionHash, ["--yes", "--json"], { env })
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ status: "executed", right: "granted", account: address })
  })

  it("finds the message by its id alone", async () => {
    expectGoldenCommand("messaging/retry", await world.run(["messaging", "retry", given.messageId, "--yes"]))
  })

  it("takes the last that a task sent if nothing is given", async () => {
    const args = [world.moody.alpha, "send(uint32,bytes)", "beta", "0x34", "--from", "alpha", "--track"]
    const sent = await world.run(["messaging", "send", ...args])
    expect(sent.code, sent.stderr).to.equal(0)
    const { code, stdout, stderr } = await world.run(["messaging", "retry", "--json"])
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ status: "executed before" })
  })

  it("sends nothing with --dry-run, without a terminal to ask at, or after a no", async () => {
    const { walletClient, publicClient } = world.devnet.chains.beta
    const sent = () => publicClient.getTransactionCount({ address: walletClient.account.address })
    const before = await sent()
    const dry = await retry(given.transactionHash, ["--dry-run", "--json"])
    expect(dry.code).to.equal(0)
    expect(JSON.parse(dry.stdout)).to.include({ status: "not sent", txHash: null, right: "devnet" })
    const unasked = await retry(given.transactionHash)
    expect(unasked.code).to.equal(1)
    expect(unasked.stderr).to.contain("--yes")
    const declined = await retry(given.transactionHash, [], { answer: () => "no" })
    expect(declined.code).to.equal(130)
    const program = await retry(given.transactionHash, ["--json"], { answer: () => "no" })
    expect([program.code, JSON.parse(program.stdout)]).to.have.nested.property("[1].error.code", "ABORTED")
    expect(await sent()).to.equal(before)
    await reached(given.transactionHash, "EXECUTION_FAILURE")
  })

  it("pays no higher gas price than --max-gas-price, in gwei", async () => {
    const { code, stderr } = await retry(given.transactionHash, ["--yes", "--max-gas-price", "0.000001"])
    expect(code).to.equal(1)
    expect(stderr).to.contain("at most: 0.000001 gwei").and.to.contain("raise --max-gas-price")
    await reached(given.transactionHash, "EXECUTION_FAILURE")
    expect((await retry(given.transactionHash, ["--yes", "--max-gas-price", "900"])).code).to.equal(0)
  })

  it("refuses while inbound reverts, and says how to fix that", async () => {
    await refuseAll(true)
    const { code, error, stdout, stderr } = await retry(given.transactionHash, ["--yes"])
    expect(code).to.equal(1)
    expect(error?.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expectGoldenCommand("messaging/retry-reverting", { code, stdout, stderr })
    expectGoldenCommand("messaging/retry-reverting", await retry(given.transactionHash, ["--yes", "--json"]))
  })

  it("refuses what needs more gas, with the command that gives it that", async () => {
    const hash = await sendMoody("sendRaw", [30_000n, zeroHash, zeroHash, `0x${"ab".repeat(200)}`])
    await reached(hash, "EXECUTION_FAILURE")
    const refused = await retry(hash, ["--yes"])
    expect(refused.code).to.equal(1)
    const [command] = /npx hardhat messaging retry .* --gas-limit \d+/.exec(refused.stderr) ?? []
    expect(command).to.be.a("string")
    expect((await world.runPrinted(`${command!} --yes`)).code).to.equal(0)
    const tooLow = await retry(hash, ["--yes", "--gas-limit", "29999"])
    // It was executed by then.
    expect(tooLow.code).to.equal(1)
    expect(tooLow.error).to.include({ code: "INVALID_INPUT", argument: "gasLimit" })
    expect(tooLow.error?.message).to.contain("--gas-limit").and.to.contain("30000")
  })

  deepIt(
    "pays the value of a message by itself on the devnet alone, and elsewhere only up to --max-value",
    async () => {
      const { beta } = world.devnet.chains
      await refuseAll(true)
      const executionParams = numberToHex((1n << 248n) | parseEther("0.0005"), { size: 32 })
      const hash = await sendMoody("sendRaw", [100_000n, executionParams, zeroHash, "0x56"])
      await reached(hash, "EXECUTION_FAILURE")
      await refuseAll(false)
      const sent = () => beta.publicClient.getTransactionCount({ address: beta.walletClient.account.address })
      const before = await sent()
      // The same node, at an address that is not the devnet's by the configuration.
      const { slug, contracts, rpcUrl } = beta
      const env = {
        PLUGS_TEST_CHAINS: "alpha,other",
        PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta: { slug, network: "beta", socket: contracts.socket } }),
        PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: rpcUrl } }),
      }
      for (const tooLittle of [[], ["--max-value", "0.0004"]]) {
        const refused = await retry(hash, ["--yes", ...tooLittle], { env })
        expect(refused.code, refused.stderr).to.equal(1)
        expect(refused.stderr)
          .to.contain("/RETRY_VALUE_TOO_HIGH.html")
          .and.to.contain("asked: 0.0005")
          .and.to.contain(`at most: ${tooLittle[1] ?? "0"}\n`)
      }
      expect(await sent()).to.equal(before)
      const allowed = await retry(hash, ["--dry-run", "--max-value", "0.0005", "--json"], { env })
      expect(allowed.code, allowed.stderr).to.equal(0)
      expect(JSON.parse(allowed.stdout)).to.include({ value: "500000000000000" })
      const { code, stdout, stderr } = await retry(hash, ["--yes", "--json"])
      expect(code, stderr).to.equal(0)
      expect(JSON.parse(stdout)).to.include({ status: "executed", value: "500000000000000" })
    },
  )

  describe("of all that have not arrived for a cause", () => {
    const retryAll = (cause: string, options: readonly string[] = [], own?: TaskCommandOptions) =>
      world.run(["messaging", "retry", "--cause", cause, ...options], { ...own, env: { ...named(), ...own?.env } })
    /** The project names the moody plugs, and no other. */
    const named = () => ({ PLUGS_TEST_CONTRACTS: JSON.stringify({ Moody: { alpha: world.moody.alpha } }) })
    type Printed = { messages: { messageId: string; status: string; error: { code: string } | null }[] }

    /** Two more messages that were given up. */
    async function giveUpMore(): Promise<MessageRecord["outbound"][]> {
      await refuseAll(true)
      const more = [await sendMoody("send", ["0x34"]), await sendMoody("send", ["0x56"])]
      const outbound = [await reached(more[0]!, "EXECUTION_FAILURE"), await reached(more[1]!, "EXECUTION_FAILURE")]
      await refuseAll(false)
      return outbound
    }

    deepIt("shows them with the highest cost of all, asks once, and executes each", async () => {
      const all = [given, ...(await giveUpMore())]
      const elsewhere = await retryAll("given-up", ["--from", "beta"])
      expect([elsewhere.code, elsewhere.stdout.includes("No message")]).to.deep.equal([0, true])
      const asked: string[] = []
      const answer = (question: string) => {
        asked.push(question)
        return "y"
      }
      // Each is within the limit, and all of them are not.
      const dry = await retryAll("given-up", ["--dry-run"])
      const cost = Number(/in all +at most (0\.\d+) ETH/.exec(dry.stderr)?.[1]) / 3
      const limited = await retryAll("given-up", ["--dry-run", "--json", "--max-gas-cost", (cost * 1.5).toFixed(12)])
      const { messages: within } = JSON.parse(limited.stdout) as Printed
      expect(
        within.map(({ error }) => error?.code),
        limited.stdout,
      ).to.deep.equal([...[undefined, "GAS_TOO_EXPENSIVE", "GAS_TOO_EXPENSIVE"]])
      const { code, stdout, stderr } = await retryAll("given-up", ["--json"], { answer, terminal: { columns: 80 } })
      expect(code, stderr).to.equal(0)
      expect(asked).to.deep.equal(["Execute these 3 messages? "])
      expect(stderr).to.match(/^3 messages have not arrived: given-up\.\n/)
      expect(stderr).to.match(/account on beta +0x\w{40}\n +in all +at most 0\.\d+ ETH/)
      expect(stderr.split("\n").filter((line) => line.length > 80 && !line.includes("submitted"))).to.deep.equal([])
      const { messages } = JSON.parse(stdout) as Printed
      expect(messages.map(({ messageId, status, error }) => [messageId, status, error])).to.deep.equal(
        all.map(({ messageId }) => [messageId, "executed", null]),
      )
      for (const { transactionHash } of all) await reached(transactionHash, "EXECUTION_SUCCESS")
      const none = await retryAll("given-up")
      expect({ code: none.code, stderr: none.stderr }).to.deep.equal({ code: 0, stderr: "" })
      expect(none.stdout).to.contain("No message")
    })

    deepIt("takes a plug that is named on either chain, or that a task sent through, and none of others", async () => {
      const none = { PLUGS_TEST_CONTRACTS: "{}", PLUGS_TEST_WIRING: "{}" }
      const moody = { ...none, PLUGS_TEST_CONTRACTS: JSON.stringify({ Moody: { beta: world.moody.beta } }) }
      const found = async (env: Readonly<Record<string, string>>) => {
        const { stdout } = await retryAll("given-up", ["--dry-run", "--json"], { env })
        return (JSON.parse(stdout) as Printed).messages.map(({ messageId }) => messageId)
      }
      expect([await found(moody), await found(none)]).to.deep.equal([[given.messageId], []])
      await refuseAll(true)
      const args = [world.moody.alpha, "send(uint32,bytes)", "beta", "0x78", "--from", "alpha", "--json"]
      const sent = await world.run(["messaging", "send", ...args])
      const { txHash } = JSON.parse(sent.stdout) as { txHash: Hex }
      const { messageId } = await reached(txHash, "EXECUTION_FAILURE")
      await refuseAll(false)
      expect(await found(none)).to.deep.equal([messageId])
    })

    deepIt("sends no further one after Ctrl-C, and says what was sent and how to go on", async () => {
      await giveUpMore()
      await using door = await createRpcDoor(world.devnet.chains.beta.rpcUrl)
      const held = door.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
      const nodes = { PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: door.url } }) }
      const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: world.root, ...named(), ...nodes }
      const args = ["messaging", "retry", "--max-gas-price", "900", "--cause", "given-up"]
      await using retrying = startCommand([...args, "--yes"], { port: world.port, env })
      await held
      retrying.interrupt()
      const { code, stderr } = await retrying.ended
      expect([code, stderr.match(/^submitted /gm)?.length], stderr).to.deep.equal([130, 1])
      expect(stderr).to.match(new RegExp(` npx hardhat ${args.join(" ")}\n`))
    })

    it("goes on after one that fails, and the worst decides how it ends", async () => {
      await giveUpMore()
      // inbound succeeds once: it reverts where slot 0x77 is set, and sets it.
      const bytecode = "0x607754600c576001607755005b5f5ffd"
      await world.devnet.chains.beta.testClient.setCode({ address: world.moody.beta, bytecode })
      const { code, stdout } = await retryAll("given-up", ["--yes", "--json"])
      const { messages, error } = JSON.parse(stdout) as Printed & { error: { code: string } }
      expect(messages.map(({ status, error: why }) => [status, why === null])).to.deep.equal([
        ["executed", true],
        ["not sent", false],
        ["not sent", false],
      ])
      expect(error.code).to.equal(messages[1]!.error?.code)
      expect(code).to.equal(1)
    })

    deepIt("counts the gas of all against --max-gas-cost, and executes what is within it", async () => {
      const one = await retry(given.transactionHash, ["--dry-run"])
      const cost = Number(/gas +at most (0\.\d+) ETH/.exec(one.stderr)?.[1])
      await giveUpMore()
      const { code, stdout } = await retryAll("given-up", [
        "--yes",
        "--json",
        "--max-gas-cost",
        (cost * 1.2).toFixed(9),
      ])
      expect(code).to.equal(1)
      expect((JSON.parse(stdout) as Printed).messages.map(({ status, error }) => error?.code ?? status)).to.deep.equal([
        ...["executed", "GAS_TOO_EXPENSIVE", "GAS_TOO_EXPENSIVE"],
      ])
    })

    it("sends nothing without a terminal, after a no, or with --dry-run", async () => {
      const sent = () => {
        const { walletClient, publicClient } = world.devnet.chains.beta
        return publicClient.getTransactionCount({ address: walletClient.account.address })
      }
      const before = await sent()
      expect((await retryAll("given-up")).error).to.include({ argument: "--yes" })
      const declined = await retryAll("given-up", ["--json"], { answer: () => "n" })
      expect(declined.code).to.equal(130)
      expect(JSON.parse(declined.stdout)).to.have.nested.property("messages[0].status", "not sent")
      const dry = await retryAll("given-up", ["--dry-run", "--json"])
      expect(dry.code, dry.stderr).to.equal(0)
      expect(JSON.parse(dry.stdout)).to.have.nested.property("messages[0].status", "not sent")
      expect(await sent()).to.equal(before)
      expect((await retryAll("given-up", ["--yes"])).code).to.equal(0)
      expect(await sent()).to.equal(before + 1)
    })

    deepIt("gives all of them more gas, and leaves out other causes and plugs of others", async () => {
      const payload = `0x${"ab".repeat(200)}`
      const hash = await sendMoody("sendRaw", [30_000n, zeroHash, zeroHash, payload])
      const { messageId } = await reached(hash, "EXECUTION_FAILURE")
      const refused = await retryAll("inbound-needs-more-gas", ["--yes", "--json"])
      expect(refused.code).to.equal(1)
      expect(JSON.parse(refused.stdout)).to.have.nested.property("messages[0].error.code", "MESSAGE_NOT_EXECUTABLE")
      const { code, stdout, stderr } = await retryAll("inbound-needs-more-gas", [
        "--yes",
        "--json",
        "--gas-limit",
        "300000",
      ])
      expect(code, stderr).to.equal(0)
      expect((JSON.parse(stdout) as Printed).messages.map((message) => message.messageId)).to.deep.equal([messageId])
      await reached(given.transactionHash, "EXECUTION_FAILURE")
      const env = { PLUGS_TEST_CONTRACTS: "{}", PLUGS_TEST_WIRING: "{}" }
      const others = await retryAll("given-up", ["--yes"], { env })
      expect(others.stdout).to.contain("No message")
    })

    it("says of each that cannot be executed why, how to mend it, and which chain was left out", async () => {
      await refuseAll(true)
      const { code, stdout, stderr } = await retryAll("inbound-reverts", ["--yes", "--json"])
      const { messages } = JSON.parse(stdout) as { messages: { messageId: string; status: string; error: object }[] }
      expect([code, messages.length], stderr).to.deep.equal([1, 1])
      expect(messages[0]).to.include({ messageId: given.messageId, status: "not sent" })
      expect(messages[0]!.error).to.include({ code: "MESSAGE_NOT_EXECUTABLE" })
      expect(messages[0]!.error)
        .to.have.property("next")
        .that.matches(/^inbound-reverts: .* Fix: the owner 0x\w+/)
      const away = { PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: "http://127.0.0.1:1" } }) }
      const partly = await retryAll("inbound-reverts", ["--yes"], { env: away })
      expect(partly.stderr).to.contain("beta is left out")
      expect([partly.code, partly.stdout.includes("No message")]).to.deep.equal([0, true])
    })

    deepIt("writes all of them for a Safe, in one file, and sends none", async () => {
      await using folder = await temporaryFolder()
      const all = [given, ...(await giveUpMore())]
      const safe = getAddress("0x00000000000000000000000000000000000005af")
      const file = path.join(folder.path, "safe.json")
      await becomeSafe(world.devnet.chains.beta, safe)
      const known = { env: knownSafes() }
      const args = ["--safe", file, "--account", safe, "--json"]
      const { code, stdout, stderr } = await retryAll("given-up", args, known)
      expect(code, stderr).to.equal(0)
      const written = path.join(folder.path, "safe.beta.json")
      const { messages, safeFiles } = JSON.parse(stdout) as Printed & { safeFiles: unknown }
      expect(messages.map(({ messageId, status }) => [messageId, status])).to.deep.equal(
        all.map(({ messageId }) => [messageId, "not sent"]),
      )
      expect(safeFiles).to.deep.equal([{ file: written, chainName: "beta", safe, transactions: 3 }])
      const { transactions } = JSON.parse(await readFile(written, "utf8")) as {
        transactions: readonly { to: Address; value: string; data: Hex }[]
      }
      const { socket } = world.devnet.chains.beta.contracts
      expect(transactions.map(({ to, value }) => [to, value])).to.deep.equal(all.map(() => [socket, "0"]))
      const carried = (data: Hex) => all.findIndex(({ messageId }) => data.includes(messageId.slice(2)))
      expect(transactions.map(({ data }) => carried(data))).to.deep.equal([0, 1, 2])
      await reached(given.transactionHash, "EXECUTION_FAILURE")
    })

    it("refuses a cause that there is not, and what contradicts it", async () => {
      const wrong = await retryAll("give-up")
      expect(wrong.error).to.include({ code: "INVALID_INPUT", argument: "--cause" })
      expect(wrong.stderr).to.contain("Did you mean given-up?")
      const both = await world.run(["messaging", "retry", given.transactionHash, "--cause", "given-up"])
      expect(both.error).to.include({ code: "INVALID_INPUT", argument: "id" })
    })
  })

  it("writes the execution for a Safe, which delivers the message when it sends it", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "safe.json")
    const safe = getAddress("0x00000000000000000000000000000000000005af")
    await becomeSafe(world.devnet.chains.beta, safe)
    const safeArgs = ["--safe", file, "--account", safe, "--json"]
    const { code, stdout, stderr } = await retry(given.transactionHash, safeArgs, { env: knownSafes() })
    expect(code, stderr).to.equal(0)
    const written = path.join(folder.path, "safe.beta.json")
    expect(JSON.parse(stdout)).to.deep.include({
      ...{ status: "not sent", account: safe },
      safeFiles: [{ file: written, chainName: "beta", safe, transactions: 1 }],
    })
    const { transactions } = JSON.parse(await readFile(written, "utf8")) as {
      transactions: readonly [{ to: Address; value: string; data: Hex }]
    }
    const [{ to, value, data }] = transactions
    const { testClient, walletClient } = world.devnet.chains.beta
    await testClient.setBalance({ address: safe, value: parseEther("1") })
    await testClient.impersonateAccount({ address: safe })
    await walletClient.sendTransaction({ account: safe, to, data, value: BigInt(value), gas: 1_000_000n })
    await reached(given.transactionHash, "EXECUTION_SUCCESS")
    expect((await retry(given.transactionHash, ["--safe", file])).error).to.include({ argument: "--account" })
  })

  it("writes nothing for a Safe that may not execute, where nobody else signs for it", async () => {
    await using folder = await temporaryFolder()
    await using door = await createRpcDoor(world.devnet.chains.beta.rpcUrl)
    door.refuse("devnet_signExecution", { message: "method not found", isPassedOn: false })
    const { slug, contracts } = world.devnet.chains.beta
    const safe = getAddress("0x00000000000000000000000000000000000005af")
    await becomeSafe(world.devnet.chains.beta, safe)
    const env = {
      PLUGS_TEST_CHAINS: "alpha,other",
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta: { slug, network: "beta", socket: contracts.socket } }),
      PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: door.url } }),
      ...knownSafes(),
    }
    const args = ["--safe", path.join(folder.path, "safe.json"), "--account", safe]
    const { code, error } = await retry(given.transactionHash, args, { env })
    expect([code, error?.code]).to.deep.equal([1, "NOT_EXECUTOR"])
    expect(await readdir(folder.path)).to.deep.equal([])
  })

  it("says after Ctrl-C what was sent, and a command that executes nothing twice", async () => {
    await using door = await createRpcDoor(world.devnet.chains.beta.rpcUrl)
    const held = door.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
    const nodes = { PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: door.url } }) }
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: world.root, ...nodes }
    const { transactionHash: id, messageId } = given
    const limits = ["--gas-limit", "200000", "--max-gas-price", "900", "--max-gas-cost", "0.9", "--max-value", "0.1"]
    const args = ["messaging", "retry", id, "--from", "alpha", "--message-id", messageId, ...limits]
    await using retrying = startCommand(["messaging", "retry", messageId, ...limits, "--yes"], {
      port: world.port,
      env,
    })
    await held
    retrying.interrupt()
    const { code, stderr } = await retrying.ended
    expect(code).to.equal(130)
    expect(stderr).to.match(/transaction: 0x[0-9a-f]{64}\n/)
    expect(stderr).to.match(new RegExp(` npx hardhat ${args.join(" ")}\n`))
  })

  it("refuses what is under way, and says where it is", async () => {
    world.devnet.relay.pause("propose")
    const hash = await sendMoody("send", ["0x34"])
    await reached(hash, "SEALED")
    const { code, error } = await retry(hash, ["--yes"])
    expect(code).to.equal(1)
    expect(error?.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(error?.message).to.contain("SEALED")
  })

  it("wants to know which of several messages, and what is no message at all", async () => {
    const { alpha, beta } = world.devnet.chains
    const many = await send(alpha, {
      ...{ address: world.counters.alpha, abi: counterArtifact.abi },
      ...{ functionName: "addMany", args: [beta.slug, [1n, 2n]] },
    })
    const several = await retry(many, ["--yes"])
    expect(several.code).to.equal(1)
    expect(several.error).to.include({ code: "INVALID_INPUT", argument: "--message-id" })
    const other = await retry(many, ["--yes", "--message-id", given.messageId])
    expect(other.error).to.include({ code: "INVALID_INPUT", argument: "id" })
    const unknown = await retry(`0x${"12".repeat(32)}`, ["--yes"])
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.contain("not mined")
    const neverSent = await world.run([
      "messaging",
      "retry",
      numberToHex((41_001n << 224n) | 7n, { size: 32 }),
      "--yes",
    ])
    expect([neverSent.code, neverSent.error?.facts["argument"]]).to.deep.equal([1, "id"])
  })
})
