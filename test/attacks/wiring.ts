import { lstat, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseEther,
  zeroAddress,
} from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { applyWiring, connectPlug, getPlugConfig, planWiring } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { overreachingPlugArtifact } from "#test/fixtures/artifacts/OverreachingPlug.js"
import { ownedTokenArtifact } from "#test/fixtures/artifacts/OwnedToken.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { expectHarmless, worstText } from "#test/fixtures/output/hostileText.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { plantSafe } from "#test/fixtures/worlds/contractCode.js"
import { becomeSafe, knownSafes, posingCode } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta" | "gamma"
type Change = {
  srcChainName: string
  status: string
  reason: string | null
  signature: string
  args: { text: string }[]
  switchboardKind: string | null
  isShown: boolean
}

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"

describe("a wiring from a stranger", function () {
  const names: readonly Name[] = ["alpha", "beta", "gamma"]
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let plugs: Record<Name, Address>
  let owned: Record<"alpha" | "beta", Address>
  before(async () => {
    world = await createDevnetWorld()
    project = await temporaryProject()
  })
  after(async () => {
    await world.devnet.stop()
    await project[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    plugs = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await deployOn(name)])),
    ) as typeof plugs
    owned = { alpha: plugs.alpha, beta: plugs.beta }
  })

  const chainOf = (name: Name) => world.devnet.chains[name]!
  const ownerOf = (name: Name) => chainOf(name).walletClient.account.address
  const deployOn = (
    name: Name,
    artifact: Parameters<typeof deploy>[1] = overreachingPlugArtifact,
    owner = ownerOf(name),
  ) => deploy(chainOf(name), artifact, [chainOf(name).contracts.socket, owner])
  const environment = (wiring: object) => ({
    PLUGS_TEST_ROOT: project.path,
    PLUGS_TEST_WIRING: JSON.stringify(wiring),
  })
  const run = (wiring: object, ...args: string[]) =>
    world.run(["messaging", "wire", ...args], { env: environment(wiring) })
  const answered = async (args: readonly string[], wiring: object, answers: readonly string[]) => {
    const questions: string[] = []
    const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } }
    const answer = (question: string): string => answers[questions.push(question) - 1] ?? "n"
    const ended = await startCommand(args, { port: world.port, env: environment(wiring), terminal, answer }).ended
    return { ...ended, questions }
  }
  const sentBy = async (name: Name) => {
    const { publicClient } = chainOf(name)
    return await publicClient.getTransactionCount({ address: ownerOf(name), blockTag: "pending" })
  }
  const sentByAll = () => Promise.all(names.map(sentBy))
  const siblingOf = async (name: Name, sibling: Name, plug = plugs[name]) => {
    const { publicClient, contracts } = chainOf(name)
    const { slug: siblingChainSlug } = chainOf(sibling)
    return (await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug })).siblingPlug
  }
  const changesOf = (stdout: string): Change[] => (JSON.parse(stdout) as { changes: Change[] }).changes
  const onAlpha = (changes: readonly Change[]) => changes.find(({ srcChainName }) => srcChainName === "alpha")!
  /** A switchboard that anybody registers, and that its maker alone controls. */
  async function ownSwitchboards(): Promise<Record<"alpha" | "beta", Address>> {
    const deployed = await Promise.all(
      (["alpha", "beta"] as const).map(async (name) => {
        const chain = chainOf(name)
        const address = await deploy(chain, ownSwitchboardArtifact, [chain.contracts.socket])
        const sibling = chainOf(name === "alpha" ? "beta" : "alpha").slug
        const call = { address, abi: ownSwitchboardArtifact.abi, functionName: "open", args: [sibling, thief] } as const
        const hash = await chain.walletClient.writeContract(call)
        await chain.publicClient.waitForTransactionReceipt({ hash })
        return [name, address] as const
      }),
    )
    return Object.fromEntries(deployed) as Record<"alpha" | "beta", Address>
  }

  deepIt(
    "connects three chains, also by a function that keeps more of a connection, with the call in plan and JSON",
    async () => {
      const standard = await run({ app: { contracts: plugs } }, "--apply", "--yes")
      expect(standard.code).to.equal(0)
      expect(standard.stderr).to.contain("connect(41002, sibling, switchboard)").and.to.contain("FAST")
      for (const name of names) plugs[name] = await deployOn(name)
      const wiring = { app: { contracts: plugs, connect: "link(uint32 slug, address sibling, address switchboard)" } }
      const applied = await run(wiring, "--apply", "--yes", "--json")
      expect(applied.code, applied.stderr).to.equal(0)
      const change = onAlpha(changesOf(applied.stdout))
      expect(change).to.deep.include({
        signature: "link(uint32,address,address)",
        switchboardKind: "FAST",
        isShown: true,
      })
      expect(change.args.map(({ text }) => text).slice(0, 2)).to.deep.equal(["41002", plugs.beta])
      expect(await siblingOf("gamma", "alpha")).to.equal(plugs.alpha)
      const rewired = await run({ app: { ...wiring.app, switchboard: "OPTIMISTIC" } }, "--apply", "--yes")
      expect(rewired.code, rewired.stderr).to.equal(0)
      const removed = await run(
        { app: { ...wiring.app, talk: [["alpha", "beta"]] } },
        "--apply",
        "--yes",
        "--disconnect",
      )
      expect(removed.code, removed.stderr).to.equal(0)
      expect(await siblingOf("gamma", "alpha")).to.equal(zeroAddress)
    },
  )

  const standard = ["siblingChainSlug", "sibling", "switchboard"]
  const plugAbi = parseAbi(["function transferOwnership(address)", "function linkAndPay(uint32,address,address)"])
  const handOver = encodeFunctionData({ abi: plugAbi, functionName: "transferOwnership", args: [thief] })
  const cases: readonly (readonly [does: string, connect: unknown, reason: RegExp])[] = [
    [
      "is no connection but a new owner",
      { signature: "transferOwnership(address)", args: [thief] },
      /OwnershipTransferStarted/,
    ],
    ["begins to hand the plug over", "linkAndHandOver", /OwnershipTransferStarted/],
    ["takes the plug without a log", "linkAndSeize", /word 0x0{64} of/],
    ["gives a role", "linkAndGrant", /RoleGranted/],
    ["gives a right without a log", "linkAndAdmit", /word 0x/],
    ["upgrades a proxy", "linkAndUpgrade", /Upgraded/],
    ["replaces an implementation without a log", "linkAndReplace", /word 0x360894/],
    ["pays the sibling", "linkAndPay", /1 wei to/],
    [
      "connects another chain, too",
      { signature: "linkTwice(uint32,address,address,uint32)", args: [...standard, 41003] },
      /on chain 41003/,
    ],
    [
      "connects another chain than planned",
      { signature: "link(uint32,address,address)", args: [41003, ...standard.slice(1)] },
      /on chain 41003/,
    ],
    [
      "connects another sibling than planned",
      { signature: "link(uint32,address,address)", args: ["siblingChainSlug", thief, "switchboard"] },
      /DeaDBeef/,
    ],
    ["makes several calls in one", { signature: "multicall(bytes[])", args: [[handOver]] }, /OwnershipTransferStarted/],
    ["leaves the plug without an owner", { signature: "renounceOwnership()", args: [] }, /OwnershipTransferred/],
  ]
  for (const [does, connect, reason] of variants(cases, 2)) {
    it(`S-14 refuses a function that ${does}`, async () => {
      await fund()
      const wiring = { app: { contracts: owned, connect } }
      const before = await sentByAll()
      const unattended = await run(wiring, "--apply", "--yes", "--json")
      expect(unattended.code).to.equal(1)
      for (const { status, reason: said } of changesOf(unattended.stdout).filter(
        ({ srcChainName }) => srcChainName === "alpha",
      )) {
        expect([status, said]).to.satisfy(([found, text]: string[]) => found === "blocked" && reason.test(text ?? ""))
      }
      if (!isDeep && does !== cases[0]?.[0]) return
      const attended = await answered(["messaging", "wire", "--apply"], wiring, ["y", "y"])
      expect(attended.questions).to.deep.equal([])
      expect(await sentByAll()).to.deep.equal(before)
    })
  }

  /** So that a plug has something to pay with. */
  async function fund(): Promise<void> {
    for (const name of ["alpha", "beta"] as const) {
      const { walletClient, publicClient } = chainOf(name)
      const hash = await walletClient.sendTransaction({ to: plugs[name], value: 1_000n })
      await publicClient.waitForTransactionReceipt({ hash })
    }
  }

  it("S-14 refuses a function that takes the owner's tokens", async () => {
    const { walletClient, publicClient } = chainOf("alpha")
    const token = await deploy(chainOf("alpha"), ownedTokenArtifact, ["T", "T", 18, ownerOf("alpha"), 1_000n])
    const approve = {
      address: token,
      abi: parseAbi(["function approve(address,uint256)"]),
      functionName: "approve",
    } as const
    const hash = await walletClient.writeContract({ ...approve, args: [plugs.alpha, 10n] })
    await publicClient.waitForTransactionReceipt({ hash })
    const connect = { signature: "linkAndTake(uint32,address,address,address)", args: [...standard, token] }
    const before = await sentByAll()
    const { code, stdout } = await run({ app: { contracts: owned, connect } }, "--apply", "--yes", "--json")
    expect(code).to.equal(1)
    expect(onAlpha(changesOf(stdout)).reason).to.match(/Transfer of|Approval of/)
    expect(await sentByAll()).to.deep.equal(before)
  })

  it("S-15 refuses a switchboard that is not known on its chain, unless it is allowed by its address or at the terminal", async () => {
    const switchboard = await ownSwitchboards()
    const wiring = { app: { contracts: owned, switchboard } }
    const before = await sentByAll()
    const unattended = await run(wiring, "--apply", "--yes", "--json")
    expect(unattended.code).to.equal(1)
    expect(JSON.parse(unattended.stdout)).to.have.nested.property("error.code", "SWITCHBOARD_NOT_KNOWN")
    const half = await run(wiring, "--apply", "--yes", "--allow-switchboard", switchboard.alpha)
    expect([half.code, half.stderr.includes(switchboard.beta)]).to.deep.equal([1, true])
    const declined = await answered(["messaging", "wire", "--apply"], wiring, ["n"])
    expect([declined.code, declined.questions.length]).to.deep.equal([130, 1])
    expect(declined.questions[0]).to.contain(switchboard.alpha)
    expect(declined.stderr).to.contain(`unknown switchboard ${switchboard.alpha}`)
    expect(await sentByAll()).to.deep.equal(before)
    const list = [switchboard.alpha, switchboard.beta].join()
    expect((await run(wiring, "--apply", "--yes", "--allow-switchboard", list)).code).to.equal(0)
    expect(await siblingOf("alpha", "beta")).to.equal(plugs.beta)
    if (!isDeep) return
    for (const name of ["alpha", "beta"] as const) owned[name] = await deployOn(name)
    const agreed = await answered(["messaging", "wire", "--apply"], wiring, ["y", "y", "y"])
    expect([agreed.code, agreed.questions.length]).to.deep.equal([0, 3])
  })

  it("S-26 controls no terminal by what it has in places that are none", async () => {
    const inside = await run({ app: { contracts: owned, [worstText]: 1 } }, "--plan", "--json")
    expect(inside.stdout.trim().split("\n")).to.have.length(1)
    const function_ = { signature: "link(uint32,address,address,string)", args: [...standard, worstText] }
    const argued = await run({ app: { contracts: owned, connect: function_ } }, "--plan")
    expectHarmless(argued.stdout + argued.stderr)
  })

  describe("S-14 handed over to a Safe", () => {
    let safe: Address
    let file: string
    beforeEach(async () => {
      safe = chainOf("alpha").accounts[5]!
      await Promise.all(names.map((name) => becomeSafe(chainOf(name), safe)))
      for (const name of ["alpha", "beta"] as const) {
        owned[name] = await deployOn(name, counterArtifact, safe)
      }
      file = path.join(project.path, `${owned.alpha}.json`)
    })
    const run = (wiring: object, ...args: string[]) =>
      world.run(["messaging", "wire", ...args], { env: { ...environment(wiring), ...knownSafes() } })
    const at = (chain: string, owner = ""): string => file.replace(/json$/, `${chain}${owner}.json`)

    it("describes each call as its data has it", async () => {
      const { code } = await run({ app: { contracts: owned } }, "--plan", "--safe", file)
      expect(code).to.equal(0)
      const text = await readFile(at("alpha"), "utf8")
      const { meta, transactions } = JSON.parse(text) as {
        meta: { description: string }
        transactions: { data: Hex }[]
      }
      const { switchboard } = chainOf("alpha").contracts
      expect(meta.description).to.contain(`connect(uint32 41002, address ${owned.beta}, address ${switchboard})`)
      expect(meta.description).to.contain("FAST switchboard")
      expect(transactions).to.have.length(1)
      if (process.platform !== "win32") expect((await lstat(at("alpha"))).mode & 0o077).to.equal(0)
      expect((await run({ app: { contracts: owned } }, "--plan", "--safe", file)).code).to.equal(0)
    })

    it("refuses to hand over a call that is no connection", async () => {
      const connect = { signature: "transferOwnership(address)", args: [thief] }
      const { stdout } = await run({ app: { contracts: owned, connect } }, "--plan", "--safe", file, "--json")
      expect((JSON.parse(stdout) as { safeFiles: unknown[] }).safeFiles).to.deep.equal([])
      expect(onAlpha(changesOf(stdout)).status).to.equal("blocked")
    })

    deepIt("S-15 refuses an unknown switchboard that is not allowed by its address", async () => {
      const switchboard = await ownSwitchboards()
      const wiring = { app: { contracts: owned, switchboard } }
      for (const way of [["--safe", file], ["--calldata"]]) {
        const { code, stderr } = await run(wiring, "--plan", ...way)
        expect([code, stderr.includes(switchboard.alpha)]).to.deep.equal([1, true])
      }
      expect(await lstat(at("alpha")).catch(() => undefined)).to.equal(undefined)
      const list = Object.values(switchboard).join()
      const allowed = await run(wiring, "--plan", "--safe", file, "--allow-switchboard", list)
      expect(allowed.code).to.equal(0)
      expect(await readFile(at("alpha"), "utf8")).to.contain("unknown switchboard")
    })

    deepIt("S-25 refuses to write through a link, or over another file", async () => {
      const target = path.join(project.path, "precious.json")
      await writeFile(target, "precious")
      await symlink(target, at("alpha"))
      const { code } = await run({ app: { contracts: owned } }, "--plan", "--safe", file)
      expect(code).to.equal(1)
      expect(await readFile(target, "utf8")).to.equal("precious")
      await writeFile(at("beta"), "precious")
      await run({ app: { contracts: owned } }, "--plan", "--safe", file)
      expect(await readFile(at("beta"), "utf8")).to.equal("precious")
    })

    deepIt("keeps the files of two Safes on one chain apart", async () => {
      const another = chainOf("alpha").accounts[6]!
      await becomeSafe(chainOf("alpha"), another)
      const others = { alpha: await deployOn("alpha", counterArtifact, another), beta: owned.beta }
      const wiring = { app: { contracts: owned } }
      expect((await run(wiring, "--plan", "--safe", file)).code).to.equal(0)
      const first = await readFile(at("alpha"), "utf8")
      expect((await run({ app: { contracts: others } }, "--plan", "--safe", file)).code).to.equal(1)
      expect(await readFile(at("alpha"), "utf8")).to.equal(first)
      const gamma = await deployOn("gamma", counterArtifact, safe)
      const both = {
        one: { contracts: { alpha: owned.alpha, gamma } },
        two: { contracts: { alpha: others.alpha, beta: owned.beta } },
      }
      expect((await run(both, "--plan", "--safe", file)).code).to.equal(0)
      for (const owner of [safe, another]) expect(await readFile(at("alpha", `.${owner}`), "utf8")).to.contain(owner)
    })
  })

  describe("S-14 a file for an account that is no Safe", () => {
    const account = getAddress("0x00000000000000000000000000000000000005af")
    let txHash: Hex
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    before(async () => {
      const [alpha, beta] = [chainOf("alpha"), chainOf("beta")]
      const { abi } = moodyPlugArtifact
      const refuseAll = async (isRefused: boolean): Promise<void> => {
        const call = { address: world.moody.beta, abi, functionName: "refuseAll", args: [isRefused] } as const
        await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(call) })
      }
      await refuseAll(true)
      txHash = await alpha.walletClient.writeContract({
        ...{ address: world.moody.alpha, abi, functionName: "send", args: [beta.slug, "0x12"] },
        value: parseEther("0.1"),
      })
      await eventually(() => {
        const [message] = world.devnet.messagesFromTx(alpha.slug, txHash)
        return Promise.resolve(message?.status === "EXECUTION_FAILURE")
      })
      await refuseAll(false)
    })
    beforeEach(async () => {
      folder = await temporaryFolder()
      for (const { testClient } of Object.values(world.devnet.chains))
        await testClient.setBalance({ address: account, value: parseEther("1") })
      owned.alpha = await deployOn("alpha", counterArtifact, account)
    })
    afterEach(() => folder[Symbol.asyncDispose]())

    /** Has each task write a file for the account, and says how it ended, and what was written. */
    async function writeAll(more: Readonly<Record<string, string>> = {}) {
      const { switchboard } = chainOf("alpha").contracts
      const [from, to] = [
        ["--from", "alpha"],
        ["--to", "beta"],
      ] as const
      const board = ["--switchboard", switchboard, "--allow-switchboard", switchboard]
      const as = ["--account", account]
      const ended: unknown[] = []
      for (const [name, ...args] of [
        ["wire", "--plan"],
        ["connect", owned.alpha, owned.beta, ...from, ...to, ...board],
        ["send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", ...from, ...as],
        ["retry", txHash, ...from, ...as],
      ] as const) {
        const env = { ...environment({ app: { contracts: owned } }), ...knownSafes(), ...more }
        const file = path.join(folder.path, `${name}.json`)
        const { error, stderr } = await world.run(["messaging", name, ...args, "--safe", file], { env })
        const isNamed = error?.message.includes("plugs.trust.safeCode") === true
        ended.push([name, error?.code, error?.facts["argument"], isNamed, stderr.match(/the hash (0x\w{64})/)?.[1]])
      }
      return { ended, files: (await readdir(folder.path)).toSorted() }
    }
    const tasks = ["wire", "connect", "send", "retry"]

    deepIt("is written by no task, whatever the account answers, and by each for a Safe", async () => {
      const plant = async (proxy: "known" | "own", singleton: "known" | "own"): Promise<void> => {
        for (const chain of Object.values(world.devnet.chains)) {
          if (singleton === "known") await becomeSafe(chain, account)
          else await plantSafe(chain, account, posingCode(chain, account))
          const bytecode = posingCode(chain, account)
          if (proxy === "own") await chain.testClient.setCode({ address: account, bytecode })
        }
      }
      const hashes = ["alpha", "alpha", "alpha", "beta"].map((name) =>
        keccak256(posingCode(chainOf(name as Name), account)),
      )
      for (const [proxy, singleton] of variants(
        [
          ["own", "own"],
          ["known", "own"],
          ["own", "known"],
        ] as const,
        1,
      )) {
        await plant(proxy, singleton)
        expect(await writeAll(), `${proxy} ${singleton}`).to.deep.equal({
          ended: tasks.map((name, index) => [name, "INVALID_INPUT", "--safe", true, hashes[index]]),
          files: [],
        })
      }
      await plant("known", "known")
      expect(await writeAll()).to.deep.equal({
        ended: tasks.map((name) => [name, undefined, undefined, false, undefined]),
        files: ["connect.alpha.json", "retry.beta.json", "send.alpha.json", "wire.alpha.json"],
      })
    })

    deepIt("is written by no task where a node does not give what the Safe is known by", async () => {
      for (const chain of Object.values(world.devnet.chains)) await becomeSafe(chain, account)
      await using alpha = await createRpcDoor(chainOf("alpha").rpcUrl)
      await using beta = await createRpcDoor(chainOf("beta").rpcUrl)
      const networks = { alpha: { type: "http", url: alpha.url }, beta: { type: "http", url: beta.url } }
      const env = { PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
      expect((await writeAll(env)).files).to.have.length(4)
      await Promise.all(
        ["wire.alpha", "connect.alpha", "send.alpha", "retry.beta"].map((name) =>
          rm(path.join(folder.path, `${name}.json`)),
        ),
      )
      for (const door of [alpha, beta]) door.refuse("eth_getStorageAt", { message: "down", isPassedOn: false })
      expect(await writeAll(env)).to.deep.equal({
        ended: tasks.map((name) => [name, "NODE_FAILED", undefined, false, undefined]),
        files: [],
      })
    })
  })

  describe("S-14 on a node that cannot simulate", () => {
    const wire = async (wiring: object) => {
      await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
      door.refuse("debug_traceCall", { message: "method not found", isPassedOn: false })
      const env = { ...environment(wiring), PLUGS_TEST_ALPHA_URL: door.url }
      return await world.run(["messaging", "wire", "--apply", "--yes", "--json"], { env })
    }

    it("allows connect of Plug.sol, and says that nothing was shown", async () => {
      const { code, stdout } = await wire({ app: { contracts: owned } })
      expect(code).to.equal(0)
      expect(onAlpha(changesOf(stdout))).to.deep.include({ status: "ready", isShown: false })
    })

    it("refuses every other function", async () => {
      const before = await sentBy("alpha")
      const { code, stdout } = await wire({ app: { contracts: owned, connect: "link" } })
      expect(code).to.equal(1)
      expect(onAlpha(changesOf(stdout))).to.deep.include({ status: "blocked", isShown: false })
      expect(await sentBy("alpha")).to.equal(before)
    })
  })

  describe("messaging connect", () => {
    const command = (...options: string[]) => [
      ...["messaging", "connect", plugs.alpha, plugs.beta, "--from", "alpha", "--to", "beta", ...options],
    ]
    const connect = (...options: string[]) => world.run(command(...options), { env: environment({}) })

    it("shows its call", async () => {
      const { code, stdout, stderr } = await connect("--function", "link", "--json")
      expect(code).to.equal(0)
      expect(stderr).to.contain("link(41002, sibling, switchboard)")
      expect(JSON.parse(stdout)).to.have.nested.property("call.signature", "link(uint32,address,address)")
    })

    it("S-14 refuses a function that does more", async () => {
      const before = await sentByAll()
      for (const name of variants(
        ["linkAndHandOver", "linkAndSeize", "linkAndGrant", "linkAndAdmit", "linkAndReplace"],
        2,
      )) {
        const { code, stdout } = await connect("--function", name, "--json")
        expect(code, name).to.equal(1)
        expect(JSON.parse(stdout), name).to.have.nested.property("error.code", "NOT_ONLY_A_CONNECTION")
      }
      expect(await sentByAll()).to.deep.equal(before)
    })

    it("S-14 refuses to disconnect by a function that does more", async () => {
      expect((await connect("--function", "link")).code).to.equal(0)
      const disconnect = (name: string) =>
        world.run(
          ["messaging", "disconnect", plugs.alpha, "--from", "alpha", "--to", "beta", "--function", name, "--json"],
          { env: environment({}) },
        )
      const before = await sentByAll()
      for (const name of variants(["linkAndSeize", "linkAndGrant"], 1)) {
        const { code, stdout } = await disconnect(name)
        expect(code, name).to.equal(1)
        expect(JSON.parse(stdout), name).to.have.nested.property("error.code", "NOT_ONLY_A_CONNECTION")
      }
      expect(await sentByAll()).to.deep.equal(before)
      expect((await disconnect("link")).code).to.equal(0)
      expect(await siblingOf("alpha", "beta")).to.equal(zeroAddress)
    })

    it("S-15 refuses an unknown switchboard, unless it is allowed by its address or at the terminal", async () => {
      const { alpha: switchboard } = await ownSwitchboards()
      const before = await sentByAll()
      const unattended = await connect("--switchboard", switchboard, "--json")
      expect(JSON.parse(unattended.stdout)).to.have.nested.property("error.code", "SWITCHBOARD_NOT_KNOWN")
      const declined = await answered(command("--switchboard", switchboard), {}, ["n"])
      expect(declined.code).to.equal(130)
      expect(declined.stderr).to.match(
        /connect\(\d+, sibling, switchboard\)[^]*gas: at most 0\.\d+ ETH\n0x\w+ is not a known switchboard/,
      )
      expect(await sentByAll()).to.deep.equal(before)
      const allowed = await connect("--switchboard", switchboard, "--allow-switchboard", switchboard)
      expect(allowed.code).to.equal(0)
    })
  })

  describe("the helpers", () => {
    const chains = () =>
      Object.fromEntries(
        (["alpha", "beta"] as const).map((name) => {
          const { slug, contracts, publicClient, walletClient } = chainOf(name)
          return [name, { slug, socket: contracts.socket, publicClient, walletClient }]
        }),
      )

    it("S-15 refuse an unknown switchboard that is not allowed, and send with one that is", async () => {
      const switchboard = await ownSwitchboards()
      const plan = await planWiring({ wiring: { app: { contracts: owned, switchboard } }, chains: chains() })
      const before = await sentByAll()
      const { results } = await applyWiring({ plan, chains: chains() })
      expect(results.map(({ error }) => error?.code)).to.deep.equal(["SWITCHBOARD_NOT_KNOWN", "SWITCHBOARD_NOT_KNOWN"])
      expect(await sentByAll()).to.deep.equal(before)
      const allowedSwitchboards = Object.values(switchboard)
      expect((await applyWiring({ plan, chains: chains(), allowedSwitchboards })).isComplete).to.equal(true)
    })

    it("S-14 refuse a plan that says ready of a call that does more", async () => {
      const { switchboard } = chainOf("alpha").contracts
      const wiring = { app: { contracts: owned, connect: "linkAndGrant" } }
      const plan = await planWiring({ wiring, chains: chains(), switchboardOf: () => switchboard })
      const forced = { ...plan, changes: plan.changes.map((change) => ({ ...change, status: "ready" as const })) }
      const before = await sentByAll()
      const { results } = await applyWiring({ plan: forced, chains: chains() })
      expect(results.map(({ error }) => error?.code)).to.deep.equal(["NOT_ONLY_A_CONNECTION", "NOT_ONLY_A_CONNECTION"])
      const { publicClient, walletClient, contracts } = chainOf("alpha")
      const parameters = {
        plug: plugs.alpha,
        siblingChainSlug: 41002,
        sibling: plugs.beta,
        switchboard: contracts.switchboard,
      }
      const { code } = await failure(
        connectPlug(publicClient, walletClient, { ...parameters, functionName: "linkAndSeize" }),
      )
      expect(code).to.equal("NOT_ONLY_A_CONNECTION")
      expect(await sentByAll()).to.deep.equal(before)
      const { hash } = await connectPlug(publicClient, walletClient, { ...parameters, functionName: "link" })
      expect(hash).not.to.equal(undefined)
    })

    it("say when a function connects in a simulation alone", async () => {
      const { switchboard } = chainOf("alpha").contracts
      const wiring = { app: { contracts: owned, connect: "linkWhenSimulated" } }
      const plan = await planWiring({ wiring, chains: chains(), switchboardOf: () => switchboard })
      const { results } = await applyWiring({ plan, chains: chains() })
      expect(results.map(({ error }) => error?.code)).to.deep.equal(["CONNECTION_NOT_MADE", "CONNECTION_NOT_MADE"])
    })
  })
})
