import { cp } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { type Hex, keccak256, parseAbi, toBytes } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { PageFaults } from "#extras/page/src/openPage.js"
import type { FaultForm } from "#extras/page/src/PageEvent.js"
import { openDevnetFaults } from "#extras/page/tasks/openDevnetFaults.js"
import { type OpenDevnet, openDevnet } from "#src/devnet/openDevnet.js"
import { faults as faultTable } from "#src/testing/faults/faults.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

const small = { gateway: false, market: false, executionRetries: { attempts: 30, delay: 1 } } as const

/** As a form is filled at first. */
function dataOf({ fault, options }: FaultForm): Record<string, unknown> {
  const given = options.filter(({ value }) => value !== "")
  return {
    fault,
    ...Object.fromEntries(given.map(({ name, kind, value }) => [name, kind === "number" ? Number(value) : value])),
  }
}

describe("the faults of a devnet", () => {
  let opened: OpenDevnet<string, true, true>
  let faults: PageFaults
  let plug: Hex
  let own: ReturnType<typeof openDevnetFaults>
  before(async () => {
    own = openDevnetFaults({ wrapFetch: (fetch) => fetch })
    opened = await openDevnet<string>({ executionRetries: { attempts: 30, delay: 1 } }, own.parts)
    faults = await own.open(opened)
    plug = (await deployConnected(opened.devnet, counterArtifact))["alpha"]!
  })
  after(() => opened.devnet.stop())
  afterEach(async () => {
    for (const { id } of faults.active()) await faults.end(id)
  })

  const alpha = () => opened.devnet.chains["alpha"]!
  const beta = () => opened.devnet.chains["beta"]!
  const add = () =>
    send(alpha(), { address: plug, abi: counterArtifact.abi, functionName: "add", args: [beta().slug, 1n] })
  const statusOf = (hash: Hex) => opened.devnet.messagesFromTx(alpha().slug, hash)[0]?.status
  const delivered = async (hash: Hex): Promise<void> => {
    while (statusOf(hash) !== "EXECUTION_SUCCESS") {
      await new Promise<void>((resolve) => {
        const stop = opened.devnet.onMessage(() => {
          stop()
          resolve()
        })
      })
    }
  }

  it("are those of tests, but for one that needs a time that stands still", () => {
    const names = faults.forms().map(({ fault }) => fault)
    expect(names).to.deep.equal(Object.keys(faultTable).filter((name) => name !== "skewedClock"))
  })

  it("have a field for each option, what is required with its first choice or a number that shows", () => {
    const shown = Object.fromEntries(
      faults
        .forms()
        .map(({ fault, subject, options }) => [
          fault,
          [
            subject ?? "-",
            ...options.map(({ name, kind, value, choices }) =>
              [name, kind, value, ...(choices === undefined ? [] : [`of ${choices.length}`])].join(" "),
            ),
          ],
        ]),
    )
    const chain = (count: number) => `chain text  of ${count}`
    expect(shown).to.deep.equal({
      reorg: ["chain", "chain text alpha of 3", "blocks number 1", "at text RECEIVED of 17", "drops boolean  of 2"],
      outOfGas: ["-", "gas amount ", "percent number ", chain(2)],
      trip: ["chain", "chain text alpha of 2", "what text everything of 3", "from text  of 2"],
      down: ["part", "part text seal of 31", chain(3)],
      slow: ["part", "part text seal of 31", "seconds number 60", chain(3)],
      missingAttestations: ["-", "watchers number ", chain(2)],
      lateAttestations: ["-", "seconds number 60", "watchers number ", chain(2)],
      doubledAttestations: ["-", "watchers number ", chain(2)],
      forgedProposals: ["-", "thenHonest boolean  of 2", chain(2)],
      misdirectedProposals: ["-", "thenHonest boolean  of 2", chain(2)],
      forge: ["chain", "chain text alpha of 2", "as text  of 3", "payload text "],
      risingFees: ["chain", "chain text alpha of 2", "percent number 900"],
      risingGasPrice: ["chain", "chain text alpha of 3", "percent number 900"],
      stoppedChain: ["chain", "chain text alpha of 3"],
      shuffled: ["-", "seed number 1", chain(3)],
      slowApi: ["api", "api text messaging of 3", "seconds number 60", "route text "],
      staleApi: ["api", "api text messaging of 3", "route text "],
      limitedApi: ["api", "api text messaging of 3", "retryAfter number 1", "times number ", "route text "],
      failingApi: ["api", "api text messaging of 3", "status number ", "times number ", "route text "],
      cutApi: ["api", "api text messaging of 3", "times number ", "route text "],
    })
  })

  it("begin as their forms are filled at first, say the line that begins them in a test, and end", async () => {
    for (const form of faults.forms().filter(({ fault }) => fault !== "forge")) {
      await faults.begin(dataOf(form))
      const [active, ...others] = faults.active()
      expect(others).to.deep.equal([])
      expect(active).to.include({ fault: form.fault, happened: Number(form.fault === "trip") })
      expect(active!.line).to.match(new RegExp(`^await world\\.faults\\.${form.fault}\\(.*\\)$`))
      await faults.end(active!.id)
      expect(faults.active(), form.fault).to.deep.equal([])
    }
    await delivered(await add())
  })

  it("keep a message where it is, until they end", async () => {
    await faults.begin({ fault: "down", part: "seal", chain: "alpha" })
    const hash = await add()
    while (faults.active()[0]!.happened === 0) await new Promise(setImmediate)
    expect(statusOf(hash)).to.equal("RECEIVED")
    expect(faults.active()[0]).to.include({ line: 'await world.faults.down("seal", { chain: "alpha" })', happened: 1 })
    await faults.end(faults.active()[0]!.id)
    await delivered(hash)
  })

  it("are none where they could not begin, and say why", async () => {
    const { deployer } = opened.accounts
    const role = keccak256(toBytes("TRIP_ROLE"))
    const change = async (functionName: "revokeRole" | "grantRole") => {
      await beta().testClient.impersonateAccount({ address: deployer.address })
      const abi = parseAbi(["function revokeRole(bytes32, address)", "function grantRole(bytes32, address)"])
      const call = { address: beta().contracts.switchboard, abi, functionName, args: [role, deployer.address] } as const
      await beta().walletClient.writeContract({ ...call, account: deployer.address })
    }
    await change("revokeRole")
    const seen: boolean[] = []
    const isBeginning = () => faults.active().some(({ id }) => faults.isBeginning(id))
    beta().onChange(() => seen.push(isBeginning()))
    const trip = { fault: "trip", chain: "beta", what: "everything" }
    const error: unknown = await faults.begin(trip).catch((reason: unknown) => reason)
    expect(String(error)).to.contain("reverts: NoPermit(role: 0x")
    expect(seen).to.include(true)
    expect(faults.active()).to.deep.equal([])
    await change("grantRole")
    await faults.begin(trip)
    expect(isBeginning()).to.equal(false)
  })

  it("go on by themselves where a test would wait for them", async () => {
    await faults.begin({ fault: "reorg", chain: "alpha", blocks: 2, at: "SEALED" })
    await faults.begin({ fault: "shuffled", seed: 1 })
    await delivered(await add())
    expect(faults.active()[0]!.happened).to.equal(1)
  })

  it("change what the APIs answer", async () => {
    const ask = async () => (await fetch(`${opened.devnet.url}/messaging/v1/messages-from-tx`)).status
    const before = await ask()
    await faults.begin({ fault: "failingApi", api: "messaging", status: 503 })
    expect(await ask()).to.equal(503)
    await faults.end(faults.active()[0]!.id)
    expect(await ask()).to.equal(before)
  })

  it("end where all chains are set back to before them, and last where they did then", async () => {
    const id = await opened.devnet.snapshot()
    await faults.begin({ fault: "trip", chain: "beta", what: "everything" })
    const during = await opened.devnet.snapshot()
    await faults.end(faults.active()[0]!.id)
    await opened.devnet.revert(during)
    expect(faults.active()).to.have.length(1)
    await opened.devnet.revert(id)
    expect(faults.active()).to.deep.equal([])
    await delivered(await add())
  })

  it("go on as they were kept, unless they cannot, and are kept whenever one begins or ends", async () => {
    const written: (readonly object[])[] = []
    const keptFaults = {
      last: [
        { data: { fault: "outOfGas", gas: "90000" }, happened: 3 },
        { data: { fault: "trip", chain: "beta", what: "everything" }, happened: 0 },
        { data: { fault: "down", part: "sea" }, happened: 1 },
      ],
      write: (list: readonly { readonly data: object }[]) => void written.push(list.map(({ data }) => data)),
    }
    const again = await own.open({ ...opened, keptFaults })
    const gas = { fault: "outOfGas", gas: 90_000n }
    const [kept, tripped, ...others] = again.active()
    expect([kept?.line, kept?.happened, others]).to.deep.equal(["await world.faults.outOfGas({ gas: 90000n })", 3, []])
    // It has begun, in a transaction.
    expect([tripped?.fault, tripped?.happened]).to.deep.equal(["trip", 1])
    await again.end(tripped!.id)
    await again.begin({ fault: "shuffled", seed: 1 })
    expect(written.at(-1)).to.deep.equal([gas, { fault: "shuffled", seed: 1 }])
    await again.end(kept!.id)
    expect(written.at(-1)).to.deep.equal([{ fault: "shuffled", seed: 1 }])
    await again.end(again.active()[0]!.id)
    expect([written.at(-1), again.active()]).to.deep.equal([[], []])
  })

  it("are refused where a test could not begin them, or where too many last", async () => {
    const wrong = [
      ...[undefined, null, 5, {}, { fault: "constructor" }, { fault: "skewedClock", chain: "alpha", seconds: 1 }],
      ...[{ fault: "down" }, { fault: "down", part: "sea" }, { fault: "down", part: "seal", what: 1 }],
      ...[
        { fault: "outOfGas", gas: "1e5" },
        { fault: "failingApi", api: "messaging", status: 200 },
      ],
    ]
    for (const data of wrong) {
      expect(await failure(faults.begin(data)), JSON.stringify(data)).to.have.property("code", "INVALID_INPUT")
    }
    await faults.begin({ fault: "outOfGas", gas: "90000" })
    expect(faults.active()[0]!.line).to.equal("await world.faults.outOfGas({ gas: 90000n })")
    for (let number = 1; number < 50; number += 1) await faults.begin({ fault: "shuffled", seed: number })
    expect(await failure(faults.begin({ fault: "shuffled", seed: 1 }))).to.have.property("code", "INVALID_INPUT")
    await faults.end(undefined)
    expect(faults.active()).to.have.length(50)
  })
})

describe("the faults of a devnet that is kept", () => {
  deepIt("last where its process was killed, with what they stopped, and can be ended", async function () {
    await using folder = await temporaryFolder()
    const start = async (name: string) => {
      const own = openDevnetFaults({ wrapFetch: (fetch) => fetch })
      const opened = await openDevnet({ ...small, state: path.join(folder.path, name) }, own.parts)
      // No actor is quicker than the faults.
      await opened.relay.idle()
      const faults = await own.open(opened)
      return { devnet: opened.devnet, faults, [Symbol.asyncDispose]: () => opened.devnet.stop() }
    }
    const feesOf = async ({ chains: { alpha } }: Awaited<ReturnType<typeof start>>["devnet"]) =>
      await alpha.publicClient.readContract({
        ...{
          address: alpha.contracts.executionManager,
          abi: parseAbi(["function executionFees(uint32) view returns (uint80, uint80, uint80)"]),
        },
        ...{ functionName: "executionFees", args: [41002] },
      })
    const timesOf = (faults: PageFaults) =>
      faults.active().map(({ fault, line, happened }) => [line, fault === "trip" ? happened : happened > 0])
    let fees, lines, sent
    {
      await using first = await start("first")
      const { devnet, faults } = first
      const { alpha, beta } = devnet.chains
      const plugs = await deployConnected(devnet, counterArtifact)
      const add = (from: typeof alpha, to: typeof alpha) =>
        send(from, { address: plugs[from.name]!, abi: counterArtifact.abi, functionName: "add", args: [to.slug, 1n] })
      fees = await feesOf(devnet)
      for (const form of faults.forms()) {
        if (form.fault !== "forge" && form.fault !== "stoppedChain") await faults.begin(dataOf(form))
      }
      await faults.begin({ fault: "stoppedChain", chain: "beta" })
      sent = await add(alpha, beta)
      expect(await feesOf(devnet)).not.to.deep.equal(fees)
      await beta.testClient.mine({ blocks: 1 })
      lines = timesOf(faults)
      await cp(path.join(folder.path, "first", "devnet.jsonl"), path.join(folder.path, "killed", "devnet.jsonl"))
    }
    await using killed = await start("killed")
    const { devnet, faults } = killed
    expect(timesOf(faults)).to.deep.equal(lines)
    expect(devnet.messagesFromTx(41001, sent)[0]?.status).to.equal("RECEIVED")
    const { beta } = devnet.chains
    const height = await beta.publicClient.getBlockNumber()
    await beta.testClient.mine({ blocks: 1 })
    expect(await beta.publicClient.getBlockNumber({ cacheTime: 0 })).to.equal(height)
    const watch = watchDevnet(devnet)
    for (const { id } of faults.active().toReversed()) await faults.end(id)
    expect(await feesOf(devnet)).to.deep.equal(fees)
    await watch.reached("EXECUTION_SUCCESS")
    expect(devnet.messagesFromTx(41001, sent)[0]?.status).to.equal("EXECUTION_SUCCESS")
  })
})
