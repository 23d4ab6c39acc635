import { expect } from "chai"
import { describe, it } from "mocha"

import { NotFollowedError, type OpenMessageSourceOptions } from "#tasks/messaging/follow/openMessageSource.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32, messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"
import { known, prepareFollowedSource, refused } from "#test/fixtures/worlds/messaging/followedSource.js"

const subject = { srcChainSlug: 41_001, srcTxHash }

describe("openMessageSource", () => {
  it("is the chains where the API does not know the chain, and says so, unless it alone is to be asked", async () => {
    const replies = [refused(400)]
    await using given = await prepareFollowedSource({ replies })
    {
      await using source = await given.open()
      expect([source.followedOn, source.sourceName]).to.deep.equal(["chains", "the chains"])
      const says = "The messaging API does not know alpha (no chain 41001 here)."
      expect(given.said()).to.equal(`${says} Its messages are followed on the chains themselves.\n`)
      expect([given.reads, given.closed]).to.deep.equal([["alpha eth_chainId"], []])
    }
    expect(given.closed).to.deep.equal(["alpha"])
    await using alone = await prepareFollowedSource({ replies, choice: "api" })
    expect((await failure(alone.open())).code).to.equal("HTTP_STATUS")
    expect(alone.said()).to.equal("")
    // Which of the two is wrong: what does not know the chain is right.
    await using tired = await prepareFollowedSource({ replies, away: ["alpha"] })
    expect((await failure(tired.open())).code).to.equal("NODE_UNREACHABLE")
  })

  it("is the API where it is silent, which the watch asks again, unless no chain can be read meanwhile", async () => {
    const clock = createFastClock()
    await using given = await prepareFollowedSource({ replies: undefined, clock })
    await using source = await given.open()
    await source.requireFollowable(subject)
    expect([source.followedOn, given.said(), given.reads]).to.deep.equal(["api", "", ["alpha eth_chainId"]])
    for (const more of [{ choice: "api" }, { away: ["alpha"] }] as const) {
      await using failing = await prepareFollowedSource({ replies: undefined, clock, ...more })
      expect((await failure(failing.open())).code).to.equal("UNREACHABLE")
    }
  })

  it("is neither where the API refuses the key", async () => {
    await using given = await prepareFollowedSource({ replies: [refused(401)] })
    expect((await failure(given.open())).code).to.equal("UNAUTHORIZED")
    expect([given.reads, given.said()]).to.deep.equal([[], ""])
  })

  it("is the chains alone where they are chosen, and says which blocks count and what is not seen", async () => {
    const says = async (finality: OpenMessageSourceOptions["finality"]) => {
      await using given = await prepareFollowedSource({ choice: "chain", finality })
      await using source = await given.open()
      expect([source.followedOn, given.asked]).to.deep.equal(["chains", []])
      return given.said()
    }
    const rest =
      "counts, and EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE are not visible there. Its messages are followed on the chains themselves.\n"
    expect(await says(undefined)).to.equal(`What is latest ${rest}`)
    expect(await says("safe")).to.equal(`What is safe ${rest}`)
    expect(await says(5)).to.equal(`What is with 5 blocks above it ${rest}`)
    await using tired = await prepareFollowedSource({ choice: "chain", away: ["alpha"] })
    expect((await failure(tired.open())).code).to.equal("NODE_UNREACHABLE")
  })

  it("says on the chains which destinations cannot be read, with the states of all messages of the transaction", async () => {
    const required = async (sent: readonly number[], away: readonly string[] = []) => {
      await using given = await prepareFollowedSource({ choice: "chain", sent, away })
      await using source = await given.open()
      return await source.requireFollowable(subject).catch((error: unknown) => error)
    }
    expect(await required([])).to.equal(undefined)
    expect(await required([41_002])).to.equal(undefined)
    expect(await required([41_002], ["beta"])).to.be.instanceOf(NotFollowedError)
    const error = await required([41_002, 7], ["beta"])
    if (!(error instanceof NotFollowedError)) throw error as Error
    expect(error.facts).to.deep.equal({
      ...{ [`state of ${bytes32(1)}`]: "RECEIVED", [`state of ${bytes32(2)}`]: "RECEIVED" },
      ...{ "chain 7": "it is not in plugs.chains", "chain 41002": "No node answers for the network beta" },
    })
    expect(error.messages.map(({ messageId, status }) => [messageId, status])).to.deep.equal([
      [bytes32(1), "RECEIVED"],
      [bytes32(2), "RECEIVED"],
    ])
  })

  it("says at the end what was left out of the API's answers", async () => {
    const malformed = { ...messageAt("SEALED"), packetId: 7 }
    await using given = await prepareFollowedSource({ replies: [known(), known(malformed)] })
    {
      await using source = await given.open()
      for await (const step of source.watch({ ...subject, minInterval: 1, maxInterval: 1, until: "SEALED" })) {
        expect(step.state).to.equal("SEALED")
      }
      expect(given.said()).to.equal("")
    }
    expect(given.said()).to.match(/^.*packetId.*\n$/)
  })
})
