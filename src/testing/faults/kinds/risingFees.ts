import {
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  getContract,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toBytes,
} from "viem"

import { chainOf } from "../../world/findInWorld.js"
import type { ChainProvider } from "../../world/hooks.js"
import type { FaultKind } from "../FaultKind.js"
import { beforeCallOfTest, contextOf, sendAs, withoutTimePassing } from "../transactions.js"
import { switchboardBetween } from "#src/devnet/messaging/paths.js"

/** The prices of execution, in wei. */
type Prices = { readonly perGas: bigint; readonly perByte: bigint; readonly overhead: bigint }

/** The owner of the execution manager sets higher prices just before a transaction of the test that was simulated with the lower ones. */
export const risingFees: FaultKind<"risingFees"> = ({ chain: name, percent }, context) => {
  const { world } = context
  const chain = chainOf(world, name)
  const { contracts } = contextOf(world, chain.slug)
  const { executionManager, transmitManager } = contracts
  const { deployer } = world.accounts
  const siblings = Object.values(world.devnet.chains).filter((sibling) => sibling.name !== name)
  const before = new Map(context.noted as readonly (readonly [slug: number, Prices])[] | undefined)

  const update = (data: Hex, provider: ChainProvider) =>
    sendAs({ ...chain, provider }, deployer, { to: executionManager, data })

  async function setPrices(provider: ChainProvider, slug: number, prices: Prices): Promise<void> {
    const manager = readsOf(executionManager, provider)
    const role = [feesUpdater, slug, deployer.address] as const
    if (!(await manager.hasRoleWithSlug(role))) {
      await update(encodeFunctionData({ abi, functionName: "grantRoleWithSlug", args: role }), provider)
    }
    const nonce = await manager.nextNonce([deployer.address])
    const { perGas, perByte, overhead } = prices
    const place = [keccak256(toBytes("FEES_UPDATE")), executionManager, chain.slug, slug] as const
    const raw = keccak256(encodeAbiParameters(signedParameters, [...place, nonce, perGas, perByte, overhead]))
    const signature = await deployer.signMessage({ message: { raw } })
    const data = encodeFunctionData({ abi, functionName: "setExecutionFees", args: [nonce, slug, prices, signature] })
    await update(data, provider)
  }

  /** The whole fee rises by the percentage, so what others charge is added to the base price. */
  async function raise(provider: ChainProvider): Promise<void> {
    const manager = readsOf(executionManager, provider)
    for (const { slug, name: siblingName } of siblings) {
      const [perGas, perByte, overhead] = await manager.executionFees([slug])
      before.set(slug, { perGas, perByte, overhead })
      const switchboard = switchboardBetween(world.devnet.paths, [name, siblingName], contracts)
      const [switchboardFees, verification] = await readsOf(switchboard, provider).getMinFees([slug])
      const transmission = await manager.transmissionMinFees([transmitManager, slug])
      const add = (amount: bigint) => (amount * BigInt(Math.round(percent * 1_000))) / 100_000n
      await setPrices(provider, slug, {
        perGas: perGas + add(perGas),
        perByte: perByte + add(perByte),
        overhead: overhead + add(overhead + switchboardFees + verification + transmission),
      })
    }
    context.note([...before])
  }

  return {
    ...beforeCallOfTest(name, context, () => withoutTimePassing(world.hooks.chains.of(name), raise)),
    async undo() {
      for (const [slug, prices] of before) await setPrices(chain.provider, slug, prices)
      before.clear()
    },
  }
}

const feesUpdater = keccak256(toBytes("FEES_UPDATER_ROLE"))

const signedParameters = parseAbiParameters(
  "bytes32, address, uint32, uint32, uint256, uint80 perGas, uint80 perByte, uint80 overhead",
)

const abi = parseAbi([
  "struct ExecutionFees { uint80 perGas; uint80 perByte; uint80 overhead; }",
  "function nextNonce(address signer) view returns (uint256)",
  "function executionFees(uint32 siblingChainSlug) view returns (uint80 perGas, uint80 perByte, uint80 overhead)",
  "function transmissionMinFees(address transmitManager, uint32 siblingChainSlug) view returns (uint128)",
  "function getMinFees(uint32 dstChainSlug) view returns (uint128 switchboardFees, uint128 verificationOverheadFees)",
  "function hasRoleWithSlug(bytes32 role, uint32 slug, address account) view returns (bool)",
  "function grantRoleWithSlug(bytes32 role, uint32 slug, address account)",
  "function setExecutionFees(uint256 nonce, uint32 siblingChainSlug, ExecutionFees fees, bytes signature)",
])

/** By a client of its own, because a fault is in the middle of another request of all others. */
function readsOf(address: Address, provider: ChainProvider) {
  const client = createPublicClient({ transport: custom(provider, { retryCount: 0 }) })
  return getContract({ abi, address, client }).read
}
