import { spawnSync } from "node:child_process"

import { expect } from "chai"
import { describe } from "mocha"

import { deepIt } from "#test/fixtures/depth.js"

/** Deploys a contract that reverts with a panic of this code, calls it, and prints what the chain answers. */
const script = `
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
const { provider } = await (await createHardhatRuntimeEnvironment({})).network.create()
const [from] = await provider.request({ method: "eth_accounts" })
const runtime = "634e487b7160e01b600052" + process.argv[1] + "60045260246000fd"
const data = "0x60" + (runtime.length / 2).toString(16) + "80600b6000396000f3" + runtime
const hash = await provider.request({ method: "eth_sendTransaction", params: [{ from, data, gas: "0x100000" }] })
const { contractAddress: to } = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] })
await provider.request({ method: "eth_call", params: [{ from, to }, "latest"] }).catch(({ message }) => console.log(message))
`

function callPanicking(code: string): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script, code], {
    encoding: "utf8",
    env: { ...process.env, RUST_BACKTRACE: "0" },
  })
  return { status, text: `${stdout}${stderr}` }
}

describe("a panic that no compiler writes", () => {
  deepIt(
    "ends the process where its code is above 64 bits, as docs/troubleshooting.md says, and else is an error",
    () => {
      // PUSH32 of the largest code of 64 bits, and NOT of 0.
      const largest = callPanicking(`7f${"0".repeat(48)}${"f".repeat(16)}`)
      expect(largest.status, largest.text).to.equal(0)
      expect(largest.text).to.contain("reverted")
      const above = callPanicking("600019")
      expect(above.status, above.text).not.to.equal(0)
      expect(above.text).to.contain("panic code fits into u64")
    },
  )
})
