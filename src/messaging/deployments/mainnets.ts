import type { ChainDeployment } from "./ChainDeployment.js"
import { mainnet, major, shared } from "./entries.js"

/** The public mainnets, by slug. */
export const mainnets: readonly ChainDeployment[] = [
  mainnet(
    "mainnet",
    1,
    {
      socket: "0x943AC2775928318653e91d350574436A1b9b16f9",
      transmitManager: "0xeD037aFBffC65a94E9CC592947E851FB2f730341",
      fast: "0xD5a83a40F262E2247e6566171f9ADc76b745F5cD",
      optimistic: "0xEaa15Fd42D68b8334a3BB1E9bF8cA85BaBE83790",
    },
    {
      startBlock: 19398570,
      siblings: major(1, {
        and: [
          169, 204, 324, 404, 416, 957, 1024, 2999, 7887, 7897, 8008, 8333, 47763, 63157, 543210, 777777, 1324967486,
        ],
      }),
      nativeBridges: {
        10: "0x0E674e057EC0FF97eeA57B6A350DBAAD22FE41BA",
        137: "0x053407DFA30267f6332f3c94a9e9F704A55e62CD",
        957: "0x139f39DC7dC05F7aC2DB3DB6af4f2e1a9De7c287",
        42161: "0xdf5f7dfDFc26ee5F629949e330bEf56906319CAe",
      },
    },
  ),
  mainnet(
    "optimism",
    10,
    {
      socket: "0x301bD265F0b3C16A58CbDb886Ad87842E3A1c0a4",
      transmitManager: "0x7398dA0704ee25025D300a96197788378dcB1470",
      fast: "0x09A6e77912a6bcFc3abfDfb841A85380Bb2A8B97",
      optimistic: "0xb113d72896d4874111AF00c9499b5a64e9f1e3f4",
    },
    {
      startBlock: 117144798,
      siblings: major(10, {
        and: [169, 204, 324, 404, 957, 1024, 2999, 7887, 7897, 8008, 8333, 60808, 63157, 543210, 777777, 1324967486],
      }),
      nativeBridges: { 1: "0x9Cf7443685827419B0067fb2471C24969EAA716C" },
    },
  ),
  mainnet(
    "flare",
    14,
    {
      socket: "0xd9E3a8Ba9Be55919C5C0De6694e3103F5a35820E",
      transmitManager: "0x8c36353db4F3a2DDDeed38405199d13DCF8a1B82",
      fast: "0x09A03E0d298AA13a07A9a3e36a606d4F6a4b8bB7",
      optimistic: "0xcd620187f4846ba5a42ab41270aC550467dc9FbB",
    },
    { startBlock: 62694640, siblings: major(14, { but: [4153, 5064014], and: [957] }) },
  ),
  mainnet(
    "bsc",
    56,
    {
      socket: "0xdF7f95dda500E8EFc872f1dc0BC46a4E6281C00e",
      transmitManager: "0x8B361319e3157FA01Ffa7b8abD202aAcf98d2571",
      fast: "0xCedce2e52aa6551bC407f640D8Bd9179b528347C",
      optimistic: "0x5490aBcD9949833FB68e4d222ee68dc225881c25",
    },
    {
      startBlock: 39779127,
      siblings: major(56, { and: [169, 204, 324, 404, 957, 2999, 8333, 63157, 543210, 777777] }),
    },
  ),
  mainnet("gnosis", 100, shared.a, {
    startBlock: 35612300,
    siblings: major(100, { and: [169, 204, 324, 8333, 543210] }),
  }),
  mainnet("unichain", 130, shared.b, { startBlock: 8548970, siblings: major(130, { and: [957, 8333] }) }),
  mainnet(
    "polygon-mainnet",
    137,
    {
      socket: "0xc20687f8dc0ad51d01003013d1c5b02d10DED001",
      transmitManager: "0x03D0b006C8d97a025b50aDc29D8130760A11d528",
      fast: "0x33918BBF9f5269d90b8c0AbF1Fd1134C827bA445",
      optimistic: "0xeF7C79DF9c9AA6BC5d1d4ae308907e9B6a6B4372",
    },
    {
      startBlock: 54457209,
      siblings: major(137, { and: [169, 204, 324, 404, 416, 957, 2999, 7897, 8333, 63157, 543210, 1324967486] }),
      nativeBridges: { 1: "0x72fB18276f3C3c3FD3146F6163994ec02Fa1c9D1" },
    },
  ),
  mainnet("monad", 143, shared.b, { startBlock: 34699429, siblings: major(143, { and: [8333] }) }),
  mainnet("sonic", 146, shared.a, { startBlock: 483402, siblings: major(146, { and: [324, 8333, 543210] }) }),
  mainnet("manta_pacific", 169, shared.a, {
    startBlock: 3433985,
    siblings: [1, 10, 56, 100, 137, 204, 1101, 5000, 8453, 42161, 59144],
  }),
  mainnet("xlayer", 196, shared.a, { startBlock: 4765124, siblings: [777777] }),
  mainnet("opbnb", 204, shared.a, {
    startBlock: 37419484,
    siblings: [1, 10, 56, 100, 137, 169, 1101, 5000, 8453, 42161, 59144],
  }),
  mainnet(
    "zksync",
    324,
    {
      socket: "0x9Da30E227791B10423915FFB6486dA283Be631dC",
      transmitManager: "0x3F18bCa7921Ea0904E54F1aC8C7ce627Fe0cf0f8",
      fast: "0x3153a8451E1Bb2d606e9df11EE082CFF99F88b51",
      optimistic: "0x8b1AC14d81Bdd82ceb58591549C4c1161de138F8",
    },
    {
      startBlock: 49464687,
      siblings: [1, 10, 56, 100, 137, 146, 1101, 5000, 8453, 34443, 42161, 43114, 57073, 59144, 81457, 543210],
    },
  ),
  mainnet("syndr", 404, shared.a, { startBlock: 60, siblings: [1, 10, 56, 137, 8453, 42161] }),
  mainnet("sxn", 416, shared.c, { startBlock: 30106625, siblings: [1, 137] }),
  mainnet("world_chain", 480, shared.d, { startBlock: 14937842, siblings: major(480, { and: [8333] }) }),
  mainnet("lyra", 957, shared.c, {
    startBlock: 8525340,
    siblings: [1, 10, 14, 56, 130, 137, 999, 1923, 2999, 8453, 34443, 42161, 57073, 80094, 81457],
    nativeBridges: { 1: "0x1D6811553Aff8231aDd04A84F300b89E15D99EA4" },
  }),
  mainnet("hyperevm", 999, shared.b, { startBlock: 6618806, siblings: major(999, { and: [957, 8333] }) }),
  mainnet("parallel", 1024, shared.c, { startBlock: 519, siblings: [1, 10, 8453, 42161] }),
  mainnet("zkevm", 1101, shared.a, {
    startBlock: 15535571,
    siblings: major(1101, { and: [169, 204, 324, 8333, 543210] }),
  }),
  mainnet("sei", 1329, shared.b, { startBlock: 154049688, siblings: major(1329, { and: [8333] }) }),
  mainnet("soneium", 1868, shared.d, { startBlock: 3756333, siblings: major(1868, { and: [8333] }) }),
  mainnet("swellchain", 1923, shared.b, {
    startBlock: 4280350,
    siblings: major(1923, { and: [957, 8333] }),
    notOptimistic: [57073],
  }),
  mainnet(
    "aevo",
    2999,
    {
      socket: "0x565810cbfa3Cf1390963E5aFa2fB953795686339",
      transmitManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
      fast: "0x768A2A53e4318dA7714a0aA65a96D9A241603562",
      optimistic: "0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65",
    },
    { startBlock: 4046505, siblings: [1, 10, 56, 137, 957, 8453, 34443, 42161] },
  ),
  mainnet("rise", 4153, shared.b, { startBlock: 12475936, siblings: major(4153, { but: [14, 5064014] }) }),
  mainnet(
    "megaeth",
    4326,
    {
      socket: "0x525a6489a1df5fF1ae077fAf628E43b7F52298eF",
      transmitManager: "0xd9E3a8Ba9Be55919C5C0De6694e3103F5a35820E",
      fast: "0xb4Db1838d0B97BD58C7663b3E487eEbC9a996472",
      optimistic: "0x8c36353db4F3a2DDDeed38405199d13DCF8a1B82",
    },
    { startBlock: 6804737, siblings: major(4326) },
  ),
  mainnet("mantle", 5000, shared.c, {
    startBlock: 47547470,
    siblings: major(5000, { and: [169, 204, 324, 8333, 543210] }),
  }),
  mainnet(
    "kinto",
    7887,
    {
      socket: "0x3e9727470C66B1e77034590926CDe0242B5A3dCc",
      transmitManager: "0x6332e56A423480A211E301Cb85be12814e9238Bb",
      fast: "0x516302D1b25e5F6d1ac90eF7256270cd799524CF",
      optimistic: "0x2B98775aBE9cDEb041e3c2E56C76ce2560AF57FB",
    },
    { startBlock: 130656, siblings: [1, 10, 8453, 42161] },
  ),
  mainnet("arena_z", 7897, shared.a, { startBlock: 579509, siblings: [1, 10, 137, 42161] }),
  mainnet("polynomial", 8008, shared.a, { startBlock: 119805, siblings: [1, 10, 8453, 42161] }),
  mainnet(
    "base",
    8453,
    {
      socket: "0x12E6e58864cE4402cF2B4B8a8E9c75eAD7280156",
      transmitManager: "0xb8c32878c69F4cC4705D0Bd99bca082C4eEFd76D",
      fast: "0x957301825Dc21d4A92919C9E72dC9E6C6a29e7f8",
      optimistic: "0x15A55294B7278260DdfFC659Fb39a401871EeE34",
    },
    {
      startBlock: 9266919,
      siblings: major(8453, {
        and: [169, 204, 324, 404, 957, 1024, 2999, 7887, 8008, 8333, 63157, 543210, 777777, 1324967486],
      }),
    },
  ),
  mainnet("plasma", 9745, shared.b, { startBlock: 1735959, siblings: major(9745, { and: [8333] }) }),
  mainnet("mode", 34443, shared.e, {
    startBlock: 19912997,
    siblings: major(34443, { and: [324, 957, 2999, 8333, 543210] }),
  }),
  mainnet(
    "arbitrum",
    42161,
    {
      socket: "0x37cc674582049b579571E2fFd890a4d99355f6Ba",
      transmitManager: "0xd648A4f9db4AA872985b35B9ABB9Be642c0D7f2e",
      fast: "0xd5e829827F665c42326EAF68Da3360bd59b42f2f",
      optimistic: "0x1812ff6bd726934f18159164e2927B34949B16a8",
    },
    {
      startBlock: 188278733,
      siblings: major(42161, {
        and: [169, 204, 324, 404, 957, 1024, 2999, 7887, 7897, 8008, 8333, 60808, 63157, 543210, 777777, 1324967486],
      }),
      nativeBridges: { 1: "0xaB2F8c1588ACA57bC2909512B645a860C65770d3" },
    },
  ),
  mainnet(
    "avalanche",
    43114,
    {
      socket: "0xb4Ef469c9d8317851270346070dA0ecE24616E6b",
      transmitManager: "0xb3314456567986e657d4C65Ec9e8cB736B92d11D",
      fast: "0x657e72B305Dc1c41e98d9efC2350EC10e3c83E21",
      optimistic: "0x525a6489a1df5fF1ae077fAf628E43b7F52298eF",
    },
    { startBlock: 49860699, siblings: major(43114, { and: [324, 8333, 543210] }) },
  ),
  mainnet("neox", 47763, shared.a, { startBlock: 67493, siblings: [1] }),
  mainnet("ink", 57073, shared.a, { startBlock: 502240, siblings: major(57073, { and: [324, 957, 8333, 543210] }) }),
  mainnet(
    "linea",
    59144,
    {
      socket: "0x134633394c8Cef32a671B6Fed5e99b4B6466f4e4",
      transmitManager: "0xB0a98605AcEDc6C9242B32516a0d823A2712F1A3",
      fast: "0x497D0FA570c128830a3aA3C06582a94af2330A18",
      optimistic: "0x332901149A390D334498008449089f05fa273C3B",
    },
    { startBlock: 8465306, siblings: major(59144, { and: [169, 204, 324, 8333, 543210] }) },
  ),
  mainnet("bob", 60808, shared.c, { startBlock: 164925, siblings: [10, 42161] }),
  mainnet(
    "geist",
    63157,
    {
      socket: "0x34464194a4aCD38F42060D144BF3729F625Ff047",
      transmitManager: "0xe1e0d782E3b4985f1d657f77B683897AeA6b7dC9",
      fast: "0xEf3589Fb5CE7a5BfB01BF4F1e35a198BA7F6dF4E",
      optimistic: "0x06638c0799638d64c9AfbB132f94c451A35C7c09",
    },
    { startBlock: 70, siblings: [1, 10, 56, 137, 8453, 42161] },
  ),
  mainnet(
    "bera",
    80094,
    {
      socket: "0x3F19e30d9022c89f1E40B68baaC0dbA380e6C77d",
      transmitManager: "0x5A4518bC61088EB0154D715dC61D0Bf801a744e9",
      fast: "0x043bcF7aaE818a6E9f509d9D7304e5c7D039FE5d",
      optimistic: "0x032dd149Cb081FAd716334D9F0bd81fa3F002F11",
    },
    { startBlock: 816191, siblings: major(80094, { and: [957, 8333] }) },
  ),
  mainnet(
    "blast",
    81457,
    {
      socket: "0xB6fb3062405985F700fa23758A3053162ddBeFb9",
      transmitManager: "0xc13B44e19bc09648C3CF3d3411f2BDe5194aCede",
      fast: "0xdcABb6d7E88396498FFF4CD987F60e354BF2a44b",
      optimistic: "0x09217a4A727418A7A9fc60aE07E31c2Dfd13Bf2f",
    },
    { startBlock: 4132483, siblings: major(81457, { and: [324, 957, 8333, 543210, 777777] }) },
  ),
  mainnet("plume", 98866, shared.b, { startBlock: 3393806, siblings: major(98866, { and: [8333] }) }),
  mainnet(
    "scroll",
    534352,
    {
      socket: "0x657e72B305Dc1c41e98d9efC2350EC10e3c83E21",
      transmitManager: "0x3043Ad9C9e01664bc3A68477f0870Df35dC4bFf8",
      fast: "0xd9E3a8Ba9Be55919C5C0De6694e3103F5a35820E",
      optimistic: "0xb4Db1838d0B97BD58C7663b3E487eEbC9a996472",
    },
    { startBlock: 13579075, siblings: major(534352, { and: [8333] }) },
  ),
  mainnet("katana", 747474, shared.b, { startBlock: 2477169, siblings: major(747474, { and: [8333] }) }),
  mainnet("ethereal", 5064014, shared.b, { startBlock: 3553778, siblings: major(5064014, { but: [14, 4153] }) }),
  mainnet("reya", 1729, shared.c, { slug: 1324967486, startBlock: 22, siblings: [1, 10, 137, 8453, 42161] }),
]
