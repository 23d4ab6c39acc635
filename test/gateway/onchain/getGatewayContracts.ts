import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { addressResolverAbi } from "#src/gateway/onchain/abi.js"
import { getGatewayContracts } from "#src/gateway/onchain/getGatewayContracts.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"

const addressResolver: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const contracts: Record<string, Address> = {
  watcher__: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  feesManager__: "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0",
  asyncDeployer__: "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
}

describe("getGatewayContracts", () => {
  it("reads each contract from its function of the resolver", async () => {
    const answer = ({ functionName }: { functionName: string }): Address => contracts[functionName]!
    const { client } = createFakeChain({ contracts: { [addressResolver]: { abi: addressResolverAbi, answer } } })
    expect(await getGatewayContracts(client, { addressResolver })).to.deep.equal({
      watcher: contracts["watcher__"],
      feesManager: contracts["feesManager__"],
      asyncDeployer: contracts["asyncDeployer__"],
    })
  })

  it("distinguishes another contract or chain from an unreachable node", async () => {
    const codeOf = async (options: Parameters<typeof createFakeChain>[0]): Promise<string> =>
      (await failure(getGatewayContracts(createFakeChain(options).client, { addressResolver }))).code
    expect(await codeOf({})).to.equal("WRONG_CONTRACT")
    expect(await codeOf({ broken: { eth_call: new Error("connection refused") } })).to.equal("NODE_FAILED")
  })
})
