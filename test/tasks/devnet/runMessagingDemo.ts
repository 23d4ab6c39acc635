import { expect } from "chai"
import { describe, it } from "mocha"

import { createDemoStage } from "#tasks/demo/DemoStage.js"
import { runMessagingDemo } from "#tasks/devnet/runMessagingDemo.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

describe("runMessagingDemo", () => {
  it("leaves no devnet running, not even when printing fails", async () => {
    const urls: string[] = []
    const { out } = recordTerminal()
    const stage = createDemoStage({ out, json: true, delay: () => Promise.resolve() })
    const show = (event: string): void => {
      if (event !== "ready") throw new Error("the listener failed")
    }
    const showReady = (_title: string, chains: readonly object[]): void => {
      urls.push(...(chains as { rpcUrl: string }[]).map(({ rpcUrl }) => rpcUrl))
    }
    const failure = await runMessagingDemo({ ...stage, show, showReady }).catch(String)
    expect(failure).to.equal("Error: the listener failed")
    expect(urls).to.have.lengthOf(2)
    for (const url of urls) {
      const answer = await fetch(url, { method: "POST", body: "{}" }).catch(() => "nobody answers")
      expect(answer, url).to.equal("nobody answers")
    }
  })
})
