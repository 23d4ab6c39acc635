import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import { type Address, getAddress, parseAbi, toHex, zeroAddress } from "viem"

import { asyncDeployerArtifact } from "#src/devnet/artifacts/gateway.js"
import { type Devnet, type DevnetGateway, startDevnet } from "#src/devnet/index.js"
import { createGatewayClient, predictForwarderAddress } from "#src/gateway/index.js"
import { runs } from "#test/fixtures/depth.js"
import { callOnGateway } from "#test/fixtures/worlds/gateway/callOnGateway.js"

const onChainAddresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(toHex(bytes)))
  .filter((address) => address !== zeroAddress)
const chainSlugs = fc.nat({ max: 2 ** 32 - 1 })

describe("forwarders on the devnet", () => {
  let devnet: Devnet<string, true, false>
  let chain: DevnetGateway["chain"]
  before(async () => {
    devnet = await startDevnet({ market: false })
    chain = devnet.gateway.chain
  })
  after(() => devnet.stop())

  const deployer = () => ({ address: chain.contracts.asyncDeployer, abi: asyncDeployerArtifact.abi })
  const predict = (chainSlug: number, onChainAddress: Address) => {
    const { addressResolver, asyncDeployer, forwarderBeacon } = chain.contracts
    return predictForwarderAddress({
      chainSlug,
      onChainAddress,
      addressResolver,
      deployer: asyncDeployer,
      forwarderBeacon,
    })
  }
  const deployForwarder = async (chainSlug: number, onChainAddress: Address) => {
    const args = [onChainAddress, chainSlug]
    await callOnGateway(chain, { ...deployer(), functionName: "getOrDeployForwarderContract", args })
  }

  it("have the addresses that the contract predicts, whatever the contract", async () => {
    const property = fc.asyncProperty(onChainAddresses, chainSlugs, async (onChainAddress, chainSlug) => {
      const forwarder = await chain.publicClient.readContract({
        ...deployer(),
        functionName: "getForwarderAddress",
        args: [onChainAddress, chainSlug],
      })
      expect(forwarder).to.equal(predict(chainSlug, onChainAddress))
    })
    await fc.assert(property, runs({ fast: 50, deep: 500 }))
  })

  it("exist once they are deployed, and know the contract that they forward to", async () => {
    const abi = parseAbi([
      "function getOnChainAddress() view returns (address)",
      "function getChainSlug() view returns (uint32)",
    ])
    const property = fc.asyncProperty(onChainAddresses, chainSlugs, async (onChainAddress, chainSlug) => {
      const address = predict(chainSlug, onChainAddress)
      expect(await chain.publicClient.getCode({ address })).to.equal(undefined)
      await deployForwarder(chainSlug, onChainAddress)
      const read = (functionName: "getOnChainAddress" | "getChainSlug") =>
        chain.publicClient.readContract({ address, abi, functionName })
      expect([await read("getOnChainAddress"), await read("getChainSlug")]).to.deep.equal([onChainAddress, chainSlug])
    })
    await fc.assert(property, runs({ fast: 20, deep: 500 }))
  })

  it("are known to the API, before and after they are deployed", async () => {
    const client = createGatewayClient(devnet.gateway)
    const foreign = { onChainAddress: devnet.chains["alpha"]!.contracts.socket, chainSlug: 41001 } as const
    const forwarderAddress = predict(foreign.chainSlug, foreign.onChainAddress)
    expect(await client.getForwarder(foreign)).to.deep.equal({ ...foreign, forwarderAddress, isDeployed: false })
    await deployForwarder(foreign.chainSlug, foreign.onChainAddress)
    await devnet.relay.step()
    expect(await client.getForwarder(foreign)).to.deep.equal({ ...foreign, forwarderAddress, isDeployed: true })
    expect(await client.getForwarder({ ...foreign, chainSlug: 41002 })).to.have.property("isDeployed", false)
  })
})
