import { expect } from "chai"
import { describe, it } from "mocha"

import { createSnapshots } from "#src/devnet/snapshots.js"
import { failure } from "#test/fixtures/failure.js"

/** Snapshots of two chains that are not there, and what the chains were asked. */
function openSnapshots(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = []
  const reported: unknown[] = []
  const alone = new Map<string, (id: string) => Promise<void>>()
  let count = 0
  const chains = ["alpha", "beta"].map((name) => {
    const request = ({ method, params }: { method: string; params?: readonly unknown[] }) => {
      asked.push([name, method, ...(params ?? [])].join(" "))
      const answer = method === "evm_snapshot" ? `0x${(count += 1).toString(16)}` : true
      return Promise.resolve(`${name} ${method}` in answers ? answers[`${name} ${method}`] : answer)
    }
    return {
      ...{ name, provider: { request }, whileStill: (work: (own: typeof request) => unknown) => work(request) },
      onRevert: (listener: (id: string) => Promise<void>) => void alone.set(name, listener),
    }
  })
  const relay = { hold: (work: () => Promise<unknown>) => work() }
  const report = (error: unknown) => void reported.push((error as { code: string }).code)
  const snapshots = createSnapshots({ chains, protocols: [], relay, report } as never)
  return { snapshots, asked, reported, alone, chains }
}

describe("snapshots of a devnet", () => {
  it("set back every chain to its own, and take another one of each at once", async () => {
    const { snapshots, asked } = openSnapshots()
    const [first, second] = [await snapshots.take(), await snapshots.take()]
    expect([first, second, snapshots.ids()]).to.deep.equal(["0x1", "0x2", ["0x1", "0x2"]])
    asked.length = 0
    await snapshots.revert(first)
    const alpha = ["alpha evm_revert 0x1", "alpha evm_snapshot"]
    expect(asked.filter((each) => each.startsWith("alpha"))).to.deep.equal(alpha)
    expect(asked.filter((each) => each.startsWith("beta"))).to.deep.equal(["beta evm_revert 0x2", "beta evm_snapshot"])
    expect([snapshots.ids(), snapshots.has(second)]).to.deep.equal([["0x1"], false])
    asked.length = 0
    await snapshots.revert(first)
    expect(asked.filter((each) => each.includes("revert"))).to.deep.equal([
      ...["alpha evm_revert 0x5", "beta evm_revert 0x6"],
    ])
  })

  it("say which chain has lost its own", async () => {
    const { snapshots } = openSnapshots({ "beta evm_revert": false })
    const id = await snapshots.take()
    const error: unknown = await snapshots.revert(id).catch((thrown: unknown) => thrown)
    expect(String(error)).to.equal("Error: beta has lost its snapshot 0x2; restart the devnet")
  })

  it("say what there is instead of an unknown one", async () => {
    const { snapshots } = openSnapshots()
    const fixOf = async (id: unknown) =>
      (await failure(snapshots.revert(id as string))).message.replace(/^.*unusable\. /, "")
    const none = "Take one with devnet.snapshot(), on a devnet that nothing has gone wrong on: restart it if in doubt."
    expect([await fixOf("0x1"), await fixOf(undefined)]).to.deep.equal([none, none])
    await snapshots.take()
    await snapshots.take()
    expect(await fixOf("0x3")).to.equal("Give one of 0x1, 0x2.")
  })

  it("lose those that one chain has dropped by itself, which is reported once until all go back together", async () => {
    const { snapshots, alone, reported } = openSnapshots()
    for (let taken = 0; taken < 3; taken += 1) await snapshots.take()
    await alone.get("alpha")!("0x3")
    await alone.get("alpha")!("0x3")
    expect([snapshots.ids(), reported]).to.deep.equal([["0x1"], ["CHAIN_SET_BACK_ALONE"]])
    await snapshots.revert("0x1")
    await alone.get("alpha")!("0x9")
    expect(reported).to.have.length(2)
  })
})
