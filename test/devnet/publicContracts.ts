import hardhatViem from "@nomicfoundation/hardhat-viem"
import { expect } from "chai"
import { Contract, ContractFactory, JsonRpcProvider, parseUnits } from "ethers"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, before, describe, it } from "mocha"
import {
  concat,
  createPublicClient,
  defineChain,
  domainSeparator,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
  parseGwei,
  parseTransaction,
  recoverTransactionAddress,
  slice,
  zeroHash,
} from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { deployerTransaction } from "../../scripts/artifacts/publicContracts.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { publicContracts } from "#src/devnet/artifacts/publicContracts.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import hardhatPlugs from "#src/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const [multicall3, deployer, permit2] = Object.keys(publicContracts) as (keyof typeof publicContracts)[]
const blocks = parseAbi([
  "function getChainId() view returns (uint256)",
  "function getBlockNumber() view returns (uint256)",
])

describe("a script that was written for a public chain", () => {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())

  it("finds Multicall3, the deterministic deployer and Permit2 on every chain of a devnet, the gateway's too", async () => {
    for (const { publicClient } of [...Object.values(devnet.chains), devnet.gateway.chain]) {
      for (const [address, code] of Object.entries(publicContracts)) {
        expect(await publicClient.getCode({ address: address as typeof multicall3 & `0x${string}` })).to.equal(code)
      }
    }
  })

  it("finds the deployer that its public transaction makes, at the address that this gives it", async () => {
    const from = await recoverTransactionAddress({ serializedTransaction: deployerTransaction as `0x02${string}` })
    expect(getContractAddress({ from, nonce: 0n })).to.equal(deployer)
    // The code that it leaves is behind 14 bytes that copy it.
    const { data = "0x" } = parseTransaction(deployerTransaction) as { data?: Hex }
    expect(slice(data, 14)).to.equal(publicContracts[deployer!])
  })

  it("finds Permit2 with the separator of each chain, as signatures for it have it", async () => {
    for (const { publicClient, chainId } of Object.values(devnet.chains)) {
      const separator = await publicClient.readContract({
        address: permit2!,
        abi: parseAbi(["function DOMAIN_SEPARATOR() view returns (bytes32)"]),
        functionName: "DOMAIN_SEPARATOR",
      })
      const domain = { name: "Permit2", chainId, verifyingContract: permit2! }
      expect(separator).to.equal(domainSeparator({ domain }))
    }
  })

  it("sends a transaction that was signed for every chain, from an account that nobody has the key of here", async () => {
    const { publicClient, testClient } = devnet.chains.beta
    const { address, signTransaction } = privateKeyToAccount(generatePrivateKey())
    const serializedTransaction = await signTransaction({
      type: "legacy",
      gas: 3_000_000n,
      gasPrice: parseGwei("100"),
      data: "0x6001600c60003960016000f300",
    })
    expect(parseTransaction(serializedTransaction)).to.not.have.property("chainId")
    await testClient.setBalance({ address, value: parseEther("0.3") })
    const hash = await publicClient.sendRawTransaction({ serializedTransaction })
    const { contractAddress, status } = await publicClient.waitForTransactionReceipt({ hash })
    expect(status).to.equal("success")
    expect(await publicClient.getCode({ address: contractAddress! })).to.equal("0x00")
  })

  it("reads many things in one call by viem, and deploys to an address that it knows before", async () => {
    const { alpha } = devnet.chains
    const chain = defineChain({ ...alpha.publicClient.chain, rpcUrls: { default: { http: [alpha.rpcUrl] } } })
    const client = createPublicClient({ chain, transport: http() })
    const contract = { address: multicall3!, abi: blocks } as const
    const read = await client.multicall({
      contracts: [
        { ...contract, functionName: "getChainId" },
        { ...contract, functionName: "getBlockNumber" },
      ],
    })
    expect(read.map(({ status }) => status)).to.deep.equal(["success", "success"])
    expect(read[0].result).to.equal(BigInt(alpha.chainId))
    const bytecode = "0x6001600c60003960016000f300"
    const data = concat([zeroHash, bytecode])
    await alpha.publicClient.waitForTransactionReceipt({
      hash: await alpha.walletClient.sendTransaction({ to: deployer!, data }),
    })
    const address = getContractAddress({
      opcode: "CREATE2",
      from: deployer!,
      salt: zeroHash,
      bytecodeHash: keccak256(bytecode),
    })
    expect(await client.getCode({ address })).to.equal("0x00")
  })

  it("has clients of hardhat-viem whose chain is named as the network, and keeps another that it gives", async () => {
    const port = Number(new URL(devnet.url).port)
    const hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs, hardhatViem],
      plugs: { devnet: { port } },
    })
    for (const plugins of [
      hre,
      await createHardhatRuntimeEnvironment({ plugins: [hardhatViem, hardhatPlugs], plugs: { devnet: { port } } }),
    ]) {
      const connection = await plugins.network.create("beta")
      const { viem } = connection
      const [publicClient, [wallet], test] = [
        await viem.getPublicClient(),
        await viem.getWalletClients(),
        await viem.getTestClient(),
      ]
      for (const { chain } of [publicClient, wallet!, test]) {
        expect(chain).to.deep.include({ id: 41002, name: "beta" })
        expect(chain.contracts?.multicall3).to.deep.equal({ address: multicall3 })
      }
      const own = await viem.getWalletClient(wallet!.account.address, {
        chain: { ...publicClient.chain, name: "mine" },
      })
      expect(own.chain.name).to.equal("mine")
      expect(
        await publicClient.multicall({
          contracts: [{ address: multicall3!, abi: blocks, functionName: "getChainId" }],
        }),
      ).to.have.length(1)
      await connection.close()
    }
    const connection = await hre.network.create()
    expect((await connection.viem.getPublicClient()).chain.name).to.not.equal("beta")
    await connection.close()
  })

  deepIt(
    "runs on ethers: accounts, fees, deployment, a message, its logs, and a filter that waits for blocks",
    async () => {
      const { alpha, beta } = devnet.chains
      const provider = new JsonRpcProvider(alpha.rpcUrl, undefined, { pollingInterval: 50 })
      try {
        expect((await provider.getNetwork()).chainId).to.equal(BigInt(alpha.chainId))
        const signer = await provider.getSigner(0)
        const [socket, owner] = [alpha.contracts.socket, await signer.getAddress()]
        const factory = new ContractFactory(counterArtifact.abi, counterArtifact.bytecode, signer)
        const counter = (await (await factory.deploy(socket, owner)).waitForDeployment()) as Contract
        const sibling = await deploy(beta, counterArtifact, [beta.contracts.socket, beta.walletClient.account.address])
        const connected: unknown = await counter.getFunction("connect")(beta.slug, sibling, alpha.contracts.switchboard)
        expect((await (connected as { wait(): Promise<{ status: number }> }).wait()).status).to.equal(1)
        expect((await provider.getFeeData()).maxFeePerGas).to.be.greaterThan(0n)
        expect(await provider.getLogs({ address: socket, fromBlock: 0, toBlock: "latest" })).to.not.be.empty
        const many = new Contract(multicall3!, ["function getChainId() view returns (uint256)"], provider)
        const read = (await many.getFunction("getChainId").staticCall()) as bigint
        expect(read).to.equal(BigInt(alpha.chainId))
        const next = new Promise((resolve) => void provider.once("block", resolve))
        await (await signer.sendTransaction({ to: owner, value: parseUnits("1", "gwei") })).wait()
        expect(await next).to.be.a("number")
      } finally {
        provider.destroy()
      }
    },
  )
})
