import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

import type { NetworkConnection } from "hardhat/types/network"
import type * as Viem from "viem"
import type { Address, Chain, CustomTransport, JsonRpcAccount, PublicClient, TestClient, WalletClient } from "viem"

/** viem's clients of a local chain, which reach it without a socket. */
export type ChainClients = {
  readonly publicClient: PublicClient<CustomTransport, Chain>
  /** Signs as the first funded account. */
  readonly walletClient: WalletClient<CustomTransport, Chain, JsonRpcAccount>
  readonly testClient: TestClient<"hardhat", CustomTransport, Chain>
}

/** Creates each client when it is first used: loading viem's takes as long as opening the chains, and `hardhat devnet` needs none. */
export function createClients(
  { chainId, name }: { readonly chainId: number; readonly name: string },
  provider: NetworkConnection["provider"],
  account: Address,
): ChainClients {
  const request = provider.request.bind(provider)
  const shared = once(() => {
    const { custom, defineChain } = loadViem()
    const chain: Chain = defineChain({
      id: chainId,
      name,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
    // The chain answers in this process, so polling is cheap and no failure is worth a retry.
    return { chain, transport: custom({ request }, { retryCount: 0 }), pollingInterval: 10, cacheTime: 0 }
  })
  const publicClient = once(() => loadViem().createPublicClient(shared()))
  const walletClient = once(() =>
    loadViem().createWalletClient({ ...shared(), account: { type: "json-rpc", address: account } }),
  )
  const testClient = once(() => loadViem().createTestClient({ ...shared(), mode: "hardhat" }))
  return {
    get publicClient() {
      return publicClient()
    },
    get walletClient() {
      return walletClient()
    },
    get testClient() {
      return testClient()
    },
  }
}

/** The module that `import "viem"` gives. `require("viem")` would give another, whose errors are of other classes. */
const loadViem = once(() => createRequire(import.meta.url)(fileURLToPath(import.meta.resolve("viem"))) as typeof Viem)

function once<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | undefined
  return () => (created ??= { value: create() }).value
}
