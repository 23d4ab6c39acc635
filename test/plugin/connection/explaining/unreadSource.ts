import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { NetworkConnection } from "hardhat/types/network"
import { afterEach, beforeEach, describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { explainOnChains } from "#src/plugin/connection/explaining/explainOnChains.js"
import { systemClock } from "#src/primitives/clock.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const alpha = { name: "alpha", slug: 41001, network: "alpha", socket: undefined }

describe("a message whose source chain cannot be read", () => {
  let hre: Awaited<ReturnType<typeof createHardhatRuntimeEnvironment>>
  let beta: NetworkConnection
  beforeEach(async () => {
    const env = { PLUGS_TEST_PORT: String(await freePort()), PLUGS_TEST_ARTIFACTS: "none" }
    hre = await createHardhatRuntimeEnvironment(projectConfig(env))
    beta = await hre.network.create("beta")
  })
  afterEach(() => beta.close())

  it("is explained by what is wrong with the node, and what to do about it", async () => {
    const { messaging } = beta.plugs
    const srcTxHash = bytes32(1)
    const says = "alpha, which the message leaves, could not be read: No node answers for the network alpha."
    expect(await messaging.explainMessage({ srcChainSlug: "alpha", srcTxHash })).to.deep.equal({
      verdict: "unknown",
      subject: { kind: "message", srcChainSlug: 41001, srcTxHash },
      says,
      causes: [
        {
          ...{ name: "chain-not-read", certainty: "certain", says },
          evidence: [{ source: "alpha", says: "No node answers for the network alpha." }],
          mend: {
            who: "check the URL of alpha and its node: Start a devnet with npx hardhat devnet, or one that has this chain.",
            command: "npx hardhat plugs doctor",
          },
          about: null,
        },
      ],
      ...{ items: [], events: [] },
    })
  })

  it("is explained where the error has no advice, and is not where the error is no such one", async () => {
    const explain = (error: Error, messageId = bytes32(2)) => {
      const opened = { require: () => Promise.reject(error), find: () => Promise.resolve(undefined) }
      const subject = { source: alpha, srcTxHash: undefined, messageId, record: undefined }
      const { signal } = new AbortController()
      return explainOnChains(hre, subject, { chains: [alpha], opened, clock: systemClock, signal })
    }
    const { subject, causes } = await explain(new AbortedError())
    expect(subject).to.deep.equal({ kind: "message", srcChainSlug: 41001, messageId: bytes32(2) })
    expect(causes[0]?.mend).to.deep.equal({
      who: "check the URL of alpha and its node",
      command: "npx hardhat plugs doctor",
    })
    const bug = new TypeError("a bug")
    expect(await explain(bug).catch((thrown: unknown) => thrown)).to.equal(bug)
  })
})
