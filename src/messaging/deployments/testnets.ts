import type { ChainDeployment } from "./ChainDeployment.js"
import { shared, testnet } from "./entries.js"

/** The public test networks, by slug. */
export const testnets: readonly ChainDeployment[] = [
  testnet(
    "goerli",
    5,
    {
      socket: "0xf9E6C8450C03d1f55AE69f1252A8cC7DeE884A04",
      transmitManager: "0xd42a98E094b688b8f6387D7529b250c3ad019240",
      fast: "0x6B5b7402e5bA4732D8A231552144384FC369Ce5e",
      optimistic: "0x3DFDc6DFa41FA64aa3a879254B41517e5ba50c56",
    },
    {
      isRetired: true,
      siblings: [420, 647, 901, 421613, 11155111, 11155112, 1399904803],
      nativeBridges: {
        420: "0x055c869920c8cf1AFEE4693726ed9bFC0a686D23",
        421613: "0x4c1C30038925E22731d5ed3bab65f6809bc33E62",
      },
    },
  ),
  testnet("viction_testnet", 89, shared.c, { startBlock: 47569716, siblings: [11155111] }),
  testnet(
    "optimism-goerli",
    420,
    {
      socket: "0x5054D6c7dF3048fFf6b148765b2d58e2803837e1",
      transmitManager: "0x5Bc00ACf7f7dfde6666CE66648C56eD938bd22E6",
      fast: "0x7bFeb0bf17Da2eCFD3d897f11f87e0b80b3e5303",
      optimistic: "0xDFbf47607FBA3707E69B16576F653154a92d9B96",
    },
    {
      isRetired: true,
      siblings: [5, 647, 901, 421613, 11155111, 11155112, 1399904803],
      nativeBridges: { 5: "0x2dD88939B6fC56EA71308879c57ED68D423bBa93" },
    },
  ),
  testnet("sxn_testnet", 647, shared.f, {
    startBlock: 35809742,
    siblings: [5, 420, 901, 421613, 421614, 11155111, 11155112, 11155420, 1399904803],
  }),
  testnet(
    "lyra-testnet",
    901,
    {
      socket: "0xFDC28fA368c33DEC7853d63B65FC5Cfe01B212fc",
      transmitManager: "0x86350a98802C71A143644Ca740D40e00AAA2F3bE",
      fast: "0xB39Cb89dfD708115616fdA1a2735613931B14181",
      optimistic: "0x1d6E46fd4DFdfe063f9096Dc2C0862D36A25b1aD",
    },
    {
      startBlock: 14276402,
      siblings: [5, 420, 647, 421613, 421614, 11155111, 11155112, 11155420, 1399904803],
      nativeBridges: { 11155111: "0x5d2A7185F0f03ED88067b9Fa02252946fccaA0B8" },
    },
  ),
  testnet("mode_testnet", 919, shared.c, { startBlock: 7039006, siblings: [421614, 11155420] }),
  testnet("monad_testnet", 10143, shared.d, { startBlock: 4129955, siblings: [421614, 11155111, 11155420] }),
  testnet(
    "zero_sepolia",
    43210,
    {
      socket: "0xe7eE9483745b6B1662B9882B2027AD54ff2F1d84",
      transmitManager: "0x8ecD9bfa48f0F5D2117b957275B92f643d20A2c6",
      fast: "0x87A2572bb46dfAfF158c53cDc0b6D456E9C24eEe",
      optimistic: "0x37df284eE8EE67D5767080411924AC91e4Fd84f9",
    },
    { startBlock: 39223, siblings: [421614, 11155111, 11155420] },
  ),
  testnet("polynomial_testnet", 80008, shared.e, { startBlock: 897368, siblings: [421614, 11155111, 11155420] }),
  testnet(
    "kinto_devnet",
    412346,
    {
      socket: "0x62B421B7dbc6207CC010318a4ba567786137de29",
      transmitManager: "0x956b0c4d2f3f050bDB6A5b6B6a95050af9fA3A62",
      fast: "0x38cACa8a8b5579Cb2d2870A73DbfAa54B6Ee490D",
      optimistic: "0xC94De3804d3c67620E7a70547bCB4a77b53952EC",
    },
    { startBlock: 149, siblings: [421614] },
  ),
  testnet(
    "arbitrum-goerli",
    421613,
    {
      socket: "0x7615Ddf5E1370dAf519F4EB9C9e2e5764B3031d2",
      transmitManager: "0x9f1e86B959806c8d55d18DeF927529cbCE1d65a1",
      fast: "0xB73f329E38265E6a619eeC198A8eC4DB0b9ebe21",
      optimistic: "0xb56e8417755685E6d01A11598f6a1229F11Cc9b5",
    },
    {
      isRetired: true,
      siblings: [5, 420, 647, 901, 11155111, 11155112, 1399904803],
      nativeBridges: { 5: "0xD9B69092f77E72d8E91be9905307A308afDC8ef4" },
    },
  ),
  testnet("arbitrum-sepolia", 421614, shared.g, {
    startBlock: 21007408,
    siblings: [
      647, 901, 919, 80008, 412346, 444444, 11155111, 11155112, 11155420, 28122024, 89346162, 1399904803, 2863311531,
    ],
    nativeBridges: { 11155111: "0xAE9bE0eA6DD7B53C88665Cb2EFf7d40dFD51cf91" },
  }),
  testnet(
    "syndr_sepolia_l3",
    444444,
    {
      socket: "0x015cdE684a923EBbE71Ca857208c301848C51D75",
      transmitManager: "0xC5Fc22Fd675015D7b3919c2ED7550dd67dD0D9ac",
      fast: "0xf6Cba89a18c4eD3b3725297E87073099a397ED9f",
      optimistic: "0x1ea6b8Aa100fB44c9de7baCB47c92Dc502E69DaC",
    },
    { startBlock: 275, siblings: [421614, 11155111], notOptimistic: [421614, 11155111] },
  ),
  testnet(
    "sepolia",
    11155111,
    {
      socket: "0x07e11D1A1543B0D0b91684eb741d1ab7D51ae237",
      transmitManager: "0xF90462427f6fB8948483D06d90a0324E9A6eFF2E",
      fast: "0x501fCBa3e6F92b2D1d89038FeD56EdacaaF5f7c2",
      optimistic: "0xd84fabe06806270Fb2dDFC2255102206e3B36865",
    },
    {
      startBlock: 5440272,
      siblings: [
        5, 89, 420, 647, 901, 80008, 421613, 421614, 444444, 11155112, 11155420, 12227331, 12227332, 89346162,
        1399904803,
      ],
      nativeBridges: {
        901: "0x2b863CDA83e855078c702233E215884c4d0200dE",
        421614: "0x7727f1C58D37C69CB1Ec22E4fD1A9BBc251c1Cfb",
        11155420: "0x9773954b3a530568C0F6c7179f4656BF5eF89a3a",
      },
    },
  ),
  testnet(
    "aevo-testnet",
    11155112,
    {
      socket: "0xcE713890F07E39C46D698b06042d590289844A13",
      transmitManager: "0x5FF6379629A761E4BDCED1BF7D0F642B989E3370",
      fast: "0x61438D1E9C9127F4996E2f74bb7BF62CC7f9B32F",
      optimistic: "0xFCd8ebA25c0e0973Fd131b6bF77fd8dAEcCaC75B",
    },
    { startBlock: 17829631, siblings: [5, 420, 647, 901, 421613, 421614, 11155111, 11155420, 1399904803] },
  ),
  testnet("optimism-sepolia", 11155420, shared.g, {
    startBlock: 9038278,
    siblings: [647, 901, 919, 80008, 421614, 11155111, 11155112, 28122024, 89346162, 1399904803, 2863311531],
    nativeBridges: { 11155111: "0xAE9bE0eA6DD7B53C88665Cb2EFf7d40dFD51cf91" },
  }),
  testnet("reya_cronos", 89346162, shared.e, { startBlock: 125, siblings: [421614, 11155111, 11155420] }),
  testnet("cdk_testnet", 686669576, shared.f, {}),
]
