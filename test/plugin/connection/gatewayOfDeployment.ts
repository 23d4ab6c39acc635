import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  keccak256,
  parseAbiParameters,
  recoverMessageAddress,
} from "viem"

import { predictForwarderAddress } from "#src/gateway/index.js"
import hardhatPlugs from "#src/index.js"
import { failure } from "#test/fixtures/failure.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { firstKey } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [resolver, deployer, manager, watcher, feesPlug, socket, beacon] = [1, 2, 3, 4, 5, 6, 7].map((digit) =>
  at(digit),
) as [Address, Address, Address, Address, Address, Address, Address]

describe("connection.plugs.gateway of a deployment in a file", () => {
  /** A connection to a chain of the deployment with slug 7, or another one, on which there is code everywhere, or nowhere. */
  async function connect({ slug = 7, hasCode = true }: { readonly slug?: number; readonly hasCode?: boolean } = {}) {
    const folder = await temporaryFolder()
    const node = await startKnownChainNode({ chainId: 77, slug: hasCode ? slug : undefined, beacon })
    const deployment = path.join(folder.path, "gateway.json")
    const gateway = { slug: 43, addressResolver: resolver, asyncDeployer: deployer, feesManager: manager, watcher }
    const chains = { 7: { socket, switchboard: socket, feesPlug } }
    await writeFile(deployment, JSON.stringify({ ours: { gateway, chains } }))
    const hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs],
      networks: { mine: { type: "http", url: node.url, accounts: [firstKey] } },
      plugs: { chains: { mine: { slug, socket } }, gateway: { deployment, network: "mine" } },
      paths: { artifacts: "none" },
    })
    const connection = await hre.network.create("mine")
    return {
      gateway: connection.plugs.gateway,
      [Symbol.asyncDispose]: async () => {
        await connection.close()
        await node[Symbol.asyncDispose]()
        await folder[Symbol.asyncDispose]()
      },
    }
  }

  it("deposits credits into its fees plug of the chain, once that is checked, and into none of another chain", async () => {
    const deposit = { receiver: account, amount: 5n, token: watcher } as const
    await using bare = await connect({ hasCode: false })
    const unchecked = await failure(bare.gateway.depositCredits(deposit))
    expect([unchecked.code, unchecked.facts]).to.deep.equal(["GATEWAY_DEPLOYMENT_MISMATCH", { feesPlug }])
    await using elsewhere = await connect({ slug: 8 })
    expect(await failure(elsewhere.gateway.depositCredits(deposit))).to.include({
      ...{ code: "INVALID_INPUT", argument: "feesPlug" },
    })
  })

  it("deposits credits into the fees plug and of the token that are named, and needs the token named", async () => {
    await using elsewhere = await connect({ slug: 8 })
    const deposit = { receiver: account, amount: 5n, feesPlug } as const
    const unread = await failure(elsewhere.gateway.depositCredits({ ...deposit, token: watcher }))
    expect(unread.code, "the node has neither").to.equal("WRONG_CONTRACT")
    expect(await failure(elsewhere.gateway.depositCredits(deposit))).to.include({
      ...{ code: "INVALID_INPUT", argument: "token" },
    })
  })

  it("reads the beacon of its forwarders on the gateway chain, and predicts their addresses with it", async () => {
    await using connected = await connect()
    const contracts = { addressResolver: resolver, asyncDeployer: deployer, forwarderBeacon: beacon }
    expect(await connected.gateway.getContracts()).to.deep.equal(contracts)
    const forwarder = {
      chainSlug: 7,
      onChainAddress: watcher,
      addressResolver: resolver,
      deployer,
      forwarderBeacon: beacon,
    }
    expect(await connected.gateway.predictForwarderAddress({ chainSlug: "mine", onChainAddress: watcher })).to.equal(
      predictForwarderAddress(forwarder),
    )
    await using bare = await connect({ hasCode: false })
    expect(await failure(bare.gateway.getContracts())).to.include({ code: "GATEWAY_DEPLOYMENT_MISMATCH" })
  })

  const signedFor = [
    ["its own gateway", undefined, 43],
    ["a gateway that is named", 44, 44],
  ] as const
  for (const [what, gatewaySlug, signed] of signedFor) {
    it(`signs an approval for its own fees manager and ${what}, which no other accepts`, async () => {
      await using connected = await connect()
      const asked = { spender: deployer, nonce: 9n, approval: false, gatewaySlug }
      const approval = await connected.gateway.signAppGatewayApproval(asked)
      const [spender, isApproved, nonce, signature] = decodeAbiParameters(
        parseAbiParameters("address, bool, uint256, bytes"),
        approval,
      )
      expect([spender, isApproved, nonce]).to.deep.equal([deployer, false, 9n])
      const types = parseAbiParameters("address, uint32, address, uint256, bool")
      const raw = keccak256(encodeAbiParameters(types, [manager, signed, spender, nonce, isApproved]))
      expect(await recoverMessageAddress({ message: { raw }, signature })).to.equal(account)
    })
  }
})
