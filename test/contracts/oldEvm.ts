import { expect } from "chai"
import hre from "hardhat"
import { describe } from "mocha"
import { decodeErrorResult, encodeFunctionData, type Hex } from "viem"

import { deepIt } from "#test/fixtures/depth.js"

describe("requireCancun of the Solidity bases for tests", () => {
  /** What the check says in an EVM: the name of its error, or nothing. */
  const check = async (hardfork: string): Promise<{ errorName: string; args: unknown } | undefined> => {
    const connection = await hre.network.create({ override: { hardfork } })
    try {
      const to = `0x${"22".repeat(20)}`
      const { abi, deployedBytecode } = await hre.artifacts.readArtifact("NeedsCancun")
      await connection.provider.request({ method: "hardhat_setCode", params: [to, deployedBytecode] })
      const data = encodeFunctionData({ abi, functionName: "check" })
      const params = [{ to, data }, "latest"]
      const answer: unknown = await connection.provider
        .request({ method: "eth_call", params })
        .catch((error: unknown) => error)
      if (!(answer instanceof Error)) return undefined
      const { errorName, args } = decodeErrorResult({ abi, data: (answer as Error & { data: Hex }).data })
      return { errorName, args }
    } finally {
      await connection.close()
    }
  }

  deepIt("reverts with EvmTooOld where a contract cannot copy memory, and says what to change", async () => {
    expect(await check("shanghai")).to.deep.equal({
      errorName: "EvmTooOld",
      args: ["Run the tests with the EVM version cancun or a later one."],
    })
  })

  deepIt("lets cancun and later ones pass", async () => {
    for (const hardfork of ["cancun", "prague"]) expect(await check(hardfork), hardfork).to.equal(undefined)
  })
})
