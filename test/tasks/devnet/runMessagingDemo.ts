import { expect } from "chai"
import { describe, it } from "mocha"

import type { MessagingDemoEvent } from "../../../tasks/devnet/demo/MessagingDemoEvent.js"
import { runMessagingDemo } from "../../../tasks/devnet/demo/runMessagingDemo.js"

describe("runMessagingDemo", () => {
  it("leaves no devnet running, not even when its listener fails", async () => {
    const urls: string[] = []
    const onEvent = (event: MessagingDemoEvent): void => {
      if (event.event !== "ready") throw new Error("the listener failed")
      urls.push(...event.chains.map(({ rpcUrl }) => rpcUrl))
    }
    const failure = await runMessagingDemo({ onEvent, delay: () => Promise.resolve() }).catch(String)
    expect(failure).to.equal("Error: the listener failed")
    expect(urls).to.have.lengthOf(2)
    for (const url of urls) {
      const answer = await fetch(url, { method: "POST", body: "{}" }).catch(() => "nobody answers")
      expect(answer, url).to.equal("nobody answers")
    }
  })
})
