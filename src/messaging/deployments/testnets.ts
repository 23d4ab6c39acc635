import type { ChainDeployment } from "./ChainDeployment.js"
import { fast, nativeBridge, optimistic, testnet, usual } from "./entries.js"

/** The public test networks, by slug. */
export const testnets: readonly ChainDeployment[] = [
  testnet("viction_testnet", 89, { ...usual([11155111]), startBlock: 47569716 }),
  testnet("sxn_testnet", 647, {
    socket: "0x834Ee253f0B926DCc1d03EbAeAfEc3a3D1eE4a86",
    executionManager: "0xa5b593aE839b3fe47983Fc28da602a6dEEfBBc9D",
    transmitManager: "0xe804b3f393EC5D2D04bac6DeED7744beB243E763",
    switchboards: [
      fast("0x61d921aBcaE610E38fb6e5F12aC6b7337e42F2bD", [901, 421614, 11155111, 11155112, 11155420, 1399904803]),
      optimistic("0xA418D0cCFB62FE888aCf655e54d88E09059bD6c8", [901, 421614, 11155111, 11155112, 11155420, 1399904803]),
    ],
  }),
  testnet("lyra-testnet", 901, {
    socket: "0xFDC28fA368c33DEC7853d63B65FC5Cfe01B212fc",
    executionManager: "0x6b4338D5adCB6704E235E7BCeDBbaaD602a0340a",
    transmitManager: "0x86350a98802C71A143644Ca740D40e00AAA2F3bE",
    switchboards: [
      fast("0xB39Cb89dfD708115616fdA1a2735613931B14181", [647, 421614, 11155111, 11155112, 11155420, 1399904803]),
      optimistic("0x1d6E46fd4DFdfe063f9096Dc2C0862D36A25b1aD", [647, 421614, 11155111, 11155112, 11155420, 1399904803]),
      nativeBridge("0x5d2A7185F0f03ED88067b9Fa02252946fccaA0B8", [11155111]),
    ],
  }),
  testnet("mode_testnet", 919, { ...usual([421614, 11155420]), startBlock: 7039006 }),
  testnet("polynomial_testnet", 80008, {
    socket: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    executionManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    transmitManager: "0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d",
    startBlock: 897368,
    switchboards: [
      fast("0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65", [421614, 11155420]),
      optimistic("0xaa3d9fA3aB930aE635b001d00C612aa5b14d750e", [421614, 11155420]),
    ],
  }),
  testnet("arbitrum-sepolia", 421614, {
    socket: "0xEA59E2b1539b514290dD3dCEa989Ea36279aC6F2",
    executionManager: "0x6f6f4C24bE59c42F524b133d623170376b8Eed64",
    transmitManager: "0x85778A90ec60249f10d7AEe06484ffC290d5Efd8",
    startBlock: 21007408,
    switchboards: [
      fast(
        "0xB9EDe9aaEaA40e35033ABBC872D141950d08cc4d",
        [
          647, 901, 919, 80008, 444444, 11155111, 11155112, 11155420, 28122024, 46658378, 89346161, 1399904803,
          2863311531,
        ],
      ),
      optimistic(
        "0xEDF6dB2f3BC8deE014762e0141EE4CA19d685dBd",
        [647, 901, 919, 80008, 11155111, 11155112, 11155420, 28122024, 46658378, 89346161, 1399904803, 2863311531],
      ),
      nativeBridge("0xAE9bE0eA6DD7B53C88665Cb2EFf7d40dFD51cf91", [11155111]),
    ],
  }),
  testnet("syndr_sepolia_l3", 444444, {
    socket: "0x015cdE684a923EBbE71Ca857208c301848C51D75",
    executionManager: "0xf60E46310883A7c4FA7017958Fb7952517d7d2f6",
    transmitManager: "0xC5Fc22Fd675015D7b3919c2ED7550dd67dD0D9ac",
    startBlock: 275,
    switchboards: [fast("0xf6Cba89a18c4eD3b3725297E87073099a397ED9f", [421614, 11155111])],
  }),
  testnet("sepolia", 11155111, {
    socket: "0x07e11D1A1543B0D0b91684eb741d1ab7D51ae237",
    executionManager: "0x7FE301bc675955e18212D23ccc52834caeCC03a9",
    transmitManager: "0xF90462427f6fB8948483D06d90a0324E9A6eFF2E",
    startBlock: 5440272,
    switchboards: [
      fast(
        "0x501fCBa3e6F92b2D1d89038FeD56EdacaaF5f7c2",
        [89, 647, 901, 421614, 444444, 11155112, 11155420, 46658378, 89346161, 1399904803],
      ),
      optimistic(
        "0xd84fabe06806270Fb2dDFC2255102206e3B36865",
        [89, 647, 901, 421614, 11155112, 11155420, 46658378, 89346161, 1399904803],
      ),
      nativeBridge("0x2b863CDA83e855078c702233E215884c4d0200dE", [901]),
      nativeBridge("0x7727f1C58D37C69CB1Ec22E4fD1A9BBc251c1Cfb", [421614]),
      nativeBridge("0x9773954b3a530568C0F6c7179f4656BF5eF89a3a", [11155420]),
    ],
  }),
  testnet("aevo-testnet", 11155112, {
    socket: "0xcE713890F07E39C46D698b06042d590289844A13",
    executionManager: "0x6502d1A773592997BDfD4ee27369736EF614828E",
    transmitManager: "0x5FF6379629A761E4BDCED1BF7D0F642B989E3370",
    switchboards: [
      fast("0x61438D1E9C9127F4996E2f74bb7BF62CC7f9B32F", [647, 901, 421614, 11155111, 11155420, 1399904803]),
      optimistic("0xFCd8ebA25c0e0973Fd131b6bF77fd8dAEcCaC75B", [647, 901, 421614, 11155111, 11155420, 1399904803]),
    ],
  }),
  testnet("optimism-sepolia", 11155420, {
    socket: "0xEA59E2b1539b514290dD3dCEa989Ea36279aC6F2",
    executionManager: "0x6f6f4C24bE59c42F524b133d623170376b8Eed64",
    transmitManager: "0x85778A90ec60249f10d7AEe06484ffC290d5Efd8",
    startBlock: 9038278,
    switchboards: [
      fast(
        "0xB9EDe9aaEaA40e35033ABBC872D141950d08cc4d",
        [647, 901, 919, 80008, 421614, 11155111, 11155112, 28122024, 46658378, 89346161, 1399904803, 2863311531],
      ),
      optimistic(
        "0xEDF6dB2f3BC8deE014762e0141EE4CA19d685dBd",
        [647, 901, 919, 80008, 421614, 11155111, 11155112, 28122024, 46658378, 89346161, 1399904803, 2863311531],
      ),
      nativeBridge("0xAE9bE0eA6DD7B53C88665Cb2EFf7d40dFD51cf91", [11155111]),
    ],
  }),
  testnet("ancient8_testnet2", 28122024, { ...usual([421614, 11155420]), startBlock: 568413 }),
  testnet("hook_testnet", 46658378, { ...usual([421614, 11155111, 11155420]), startBlock: 277 }),
  testnet("reya_cronos", 89346161, { ...usual([421614, 11155111, 11155420]), startBlock: 233 }),
  testnet("cdk_testnet", 686669576, {
    socket: "0x834Ee253f0B926DCc1d03EbAeAfEc3a3D1eE4a86",
    executionManager: "0xa5b593aE839b3fe47983Fc28da602a6dEEfBBc9D",
    transmitManager: "0xe804b3f393EC5D2D04bac6DeED7744beB243E763",
    switchboards: [],
  }),
  testnet("xai_testnet", 47279324479, {
    slug: 1399904803,
    socket: "0xf70180727AcdcE9Dd93A9cfb9b85aCF15aF3275A",
    executionManager: "0x6fc8c27bAC62399478C974134D9e88EA71Ba162C",
    transmitManager: "0x0777Ab388f065FC3CdB96008C701751827Ee171B",
    switchboards: [
      fast("0x2735d5B15066049a709e680b2D400155aA5A91BE", [647, 901, 421614, 11155111, 11155112, 11155420]),
      optimistic("0x59AcE34e5c47aEe3ec8feF2A89DcF14Ac98538C9", [647, 901, 421614, 11155111, 11155112, 11155420]),
    ],
  }),
  testnet("ancient8_testnet", 2863311531, { ...usual([421614, 11155420]), startBlock: 6631541 }),
]
