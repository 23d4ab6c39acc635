import type { Address } from "viem"

import type { ChainDeployment, DeployedSwitchboard } from "./ChainDeployment.js"

// Short forms, so that the data of a chain can be read at a glance.

type Contracts = Pick<ChainDeployment, "socket" | "transmitManager"> & {
  readonly fast: Address
  readonly optimistic: Address
}

type Entry = Contracts &
  Pick<ChainDeployment, "startBlock"> & {
    /** Default: the chain id. Written where the two differ. */
    readonly slug?: number
    /** The chains to which both switchboards lead. */
    readonly siblings?: readonly number[]
    /** In their place: most of the mainnets, but without some, and with others. */
    readonly majors?: { readonly but?: readonly number[]; readonly and?: readonly number[] }
    /** Those of them to which the fast one leads alone. */
    readonly notOptimistic?: readonly number[]
    /** A native bridge joins two chains, so a chain has such a switchboard for each sibling. */
    readonly nativeBridges?: Readonly<Record<number, Address>>
  }

export function mainnet(name: string, chainId: number, entry: Entry): ChainDeployment {
  return { slug: chainId, chainId, name, isMainnet: true, ...deployment(chainId, entry) }
}

export function testnet(name: string, chainId: number, entry: Entry): ChainDeployment {
  return { slug: chainId, chainId, name, isMainnet: false, ...deployment(chainId, entry) }
}

function deployment(chainId: number, { fast, optimistic, notOptimistic = [], nativeBridges = {}, ...more }: Entry) {
  const { majors: most, siblings = most === undefined ? [] : listMajors(more.slug ?? chainId, most), ...entry } = more
  const all: readonly DeployedSwitchboard[] = [
    { kind: "FAST", address: fast, siblings },
    { kind: "OPTIMISTIC", address: optimistic, siblings: siblings.filter((slug) => !notOptimistic.includes(slug)) },
    ...Object.entries(nativeBridges).map(([slug, address]): DeployedSwitchboard => {
      return { kind: "NATIVE_BRIDGE", address, siblings: [Number(slug)] }
    }),
  ]
  return { ...entry, switchboards: all.filter((switchboard) => switchboard.siblings.length > 0) }
}

/** Most mainnets reach most of these. */
const majors = [
  1, 10, 14, 56, 100, 130, 137, 143, 146, 480, 999, 1101, 1329, 1868, 1923, 4153, 4326, 5000, 8333, 8453, 9745, 34443,
  42161, 43114, 57073, 59144, 80094, 81457, 98866, 534352, 747474, 5064014,
]

function listMajors(own: number, { but = [], and = [] }: NonNullable<Entry["majors"]>): number[] {
  return [...majors.filter((slug) => slug !== own && !but.includes(slug)), ...and].sort((a, b) => a - b)
}

/** Contracts that have the same addresses on several chains. */
export const shared: Readonly<Record<"a" | "b" | "c" | "d" | "e" | "f" | "g", Contracts>> = {
  a: {
    socket: "0xbe7241e9D11EC2D1Ac86CE217c4A37b7aD1701cE",
    transmitManager: "0x9B8c323468AEC7A7Cb041CeD48F92559bFF33705",
    fast: "0xb4Ef469c9d8317851270346070dA0ecE24616E6b",
    optimistic: "0x0CC93650bF4D98237628DACf87f94E443956D8dF",
  },
  b: {
    socket: "0x0CC93650bF4D98237628DACf87f94E443956D8dF",
    transmitManager: "0x657e72B305Dc1c41e98d9efC2350EC10e3c83E21",
    fast: "0x525a6489a1df5fF1ae077fAf628E43b7F52298eF",
    optimistic: "0x3043Ad9C9e01664bc3A68477f0870Df35dC4bFf8",
  },
  c: {
    socket: "0x565810cbfa3Cf1390963E5aFa2fB953795686339",
    transmitManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    fast: "0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d",
    optimistic: "0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65",
  },
  d: {
    socket: "0xb3314456567986e657d4C65Ec9e8cB736B92d11D",
    transmitManager: "0x525a6489a1df5fF1ae077fAf628E43b7F52298eF",
    fast: "0x3043Ad9C9e01664bc3A68477f0870Df35dC4bFf8",
    optimistic: "0xd9E3a8Ba9Be55919C5C0De6694e3103F5a35820E",
  },
  e: {
    socket: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    transmitManager: "0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d",
    fast: "0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65",
    optimistic: "0xaa3d9fA3aB930aE635b001d00C612aa5b14d750e",
  },
  f: {
    socket: "0x834Ee253f0B926DCc1d03EbAeAfEc3a3D1eE4a86",
    transmitManager: "0xe804b3f393EC5D2D04bac6DeED7744beB243E763",
    fast: "0x61d921aBcaE610E38fb6e5F12aC6b7337e42F2bD",
    optimistic: "0xA418D0cCFB62FE888aCf655e54d88E09059bD6c8",
  },
  g: {
    socket: "0xEA59E2b1539b514290dD3dCEa989Ea36279aC6F2",
    transmitManager: "0x85778A90ec60249f10d7AEe06484ffC290d5Efd8",
    fast: "0xB9EDe9aaEaA40e35033ABBC872D141950d08cc4d",
    optimistic: "0xEDF6dB2f3BC8deE014762e0141EE4CA19d685dBd",
  },
}
