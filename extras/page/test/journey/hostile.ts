import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex } from "viem"

import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import { writeFault } from "#src/testing/faults/faultData.js"
import { worstText } from "#test/fixtures/output/hostileText.js"
import {
  abi,
  bytecode,
  call,
  deploy,
  type Entry,
  first,
  id,
  journeyOf,
  moved,
  request,
} from "#test/fixtures/testing/journeys.js"
import { runCopiedTest } from "#test/fixtures/testing/runCopiedTest.js"

describe("a journey of what others wrote", () => {
  const hostile = [
    '"); globalThis.owned = 1; ("',
    "`${globalThis.owned = 1}`",
    "*/ globalThis.owned = 1 /*",
    "\n globalThis.owned = 1 //",
    "\\",
    '\\");globalThis.owned = 1//',
    "\u2028globalThis.owned = 1\u2029",
    "</script><script>globalThis.owned = 1</script>",
    "__proto__",
    "$&$1$`$'",
    worstText,
  ]
  for (const text of hostile) {
    it(`has as a value: ${JSON.stringify(text).slice(0, 40)}`, async () => {
      const reverting = moved("INBOUND_REVERTING", { revertData: text as Hex })
      const entries: Entry[] = [
        deploy("alpha", text),
        call("alpha", "greet", [2, text]),
        request("alpha", { from: first, [text]: text }, { method: text, params: [{ [text]: text }, [text]] }),
        request(text, {}, { method: "hardhat_setCode", params: [text] }),
        { kind: "fault", id: 1, line: writeFault({ fault: "failingApi", api: text as "swap", route: text }) },
        ...[moved("RECEIVED", { id: text as Hex }), moved("SEALED", { id: text as Hex }), moved("RECEIVED"), reverting],
      ]
      const written = await writeJourney(
        journeyOf(entries, {
          reasonOf: () => text,
          built: [{ name: `a.sol:${text}`, abi, bytecode }],
          options: { chains: [text] },
        }),
      )
      const passed = [
        { id, status: "RECEIVED" },
        { id, status: "INBOUND_REVERTING", revertData: text },
      ]
      const { options, calls } = await runCopiedTest(written, passed)
      expect(options).to.deep.equal({ chains: [text], delivery: "manual" })
      // In a call, half of a pair is a sign that says so.
      const encoded = Buffer.from(text).toString()
      // A key that is `__proto__` in JSON is a field, too.
      const field = JSON.parse(JSON.stringify({ [text]: text })) as object
      expect(calls).to.deep.equal([
        ["world.deploy", "alpha", `a.sol:${text}`, [null, encoded]],
        [`a.sol:${text}.write.greet`, [2, encoded]],
        ["world.chains.alpha.provider.request", { method: text, params: [field, [text]] }],
        [`world.chains.${text}.provider.request`, { method: "hardhat_setCode", params: [text] }],
        ["world.faults.failingApi", text, { route: text }],
        ["world.deliver", text, { until: "SEALED" }],
        ["world.deliver", id],
      ])
      expect(globalThis).to.not.have.property("owned")
    })
  }
})
