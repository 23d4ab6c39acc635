import type { ChainDeployment } from "./ChainDeployment.js"
import { fast, mainnet, nativeBridge, optimistic, usual } from "./entries.js"

/** The public mainnets, by slug. */
export const mainnets: readonly ChainDeployment[] = [
  mainnet("mainnet", 1, {
    socket: "0x943AC2775928318653e91d350574436A1b9b16f9",
    executionManager: "0xFB4dcD94A051a1D2cF3EaF713a2Ef686653884E0",
    transmitManager: "0xeD037aFBffC65a94E9CC592947E851FB2f730341",
    startBlock: 19398570,
    switchboards: [
      fast(
        "0xD5a83a40F262E2247e6566171f9ADc76b745F5cD",
        [10, 56, 137, 416, 957, 1024, 2999, 4665, 5000, 8453, 34443, 42161, 1324967486],
      ),
      optimistic(
        "0xEaa15Fd42D68b8334a3BB1E9bF8cA85BaBE83790",
        [10, 56, 137, 416, 957, 1024, 2999, 4665, 5000, 8453, 34443, 42161, 1324967486],
      ),
      nativeBridge("0x0E674e057EC0FF97eeA57B6A350DBAAD22FE41BA", [10]),
      nativeBridge("0x053407DFA30267f6332f3c94a9e9F704A55e62CD", [137]),
      nativeBridge("0x139f39DC7dC05F7aC2DB3DB6af4f2e1a9De7c287", [957]),
      nativeBridge("0xdf5f7dfDFc26ee5F629949e330bEf56906319CAe", [42161]),
    ],
  }),
  mainnet("optimism", 10, {
    socket: "0x301bD265F0b3C16A58CbDb886Ad87842E3A1c0a4",
    executionManager: "0xFd1256602f99A8Cb2b43114E41AF4ca0B4c7e47f",
    transmitManager: "0x7398dA0704ee25025D300a96197788378dcB1470",
    startBlock: 117144798,
    switchboards: [
      fast(
        "0x09A6e77912a6bcFc3abfDfb841A85380Bb2A8B97",
        [1, 56, 137, 957, 1024, 2999, 4665, 5000, 8453, 34443, 42161, 1324967486],
      ),
      optimistic(
        "0xb113d72896d4874111AF00c9499b5a64e9f1e3f4",
        [1, 56, 137, 957, 1024, 2999, 4665, 5000, 8453, 34443, 42161, 1324967486],
      ),
      nativeBridge("0x9Cf7443685827419B0067fb2471C24969EAA716C", [1]),
    ],
  }),
  mainnet("bsc", 56, {
    socket: "0xdF7f95dda500E8EFc872f1dc0BC46a4E6281C00e",
    executionManager: "0xfF7011E34eDA4D5386C9a1ff0ae4ba1E170DCC81",
    transmitManager: "0x8B361319e3157FA01Ffa7b8abD202aAcf98d2571",
    switchboards: [
      fast("0xCedce2e52aa6551bC407f640D8Bd9179b528347C", [1, 10, 137, 957, 2999, 8453, 42161]),
      optimistic("0x5490aBcD9949833FB68e4d222ee68dc225881c25", [1, 10, 137, 957, 2999, 42161]),
    ],
  }),
  mainnet("polygon-mainnet", 137, {
    socket: "0xc20687f8dc0ad51d01003013d1c5b02d10DED001",
    executionManager: "0x289D13AdEE0B7c1128b45825BDd1e5eB648FB926",
    transmitManager: "0x03D0b006C8d97a025b50aDc29D8130760A11d528",
    startBlock: 54457209,
    switchboards: [
      fast("0x33918BBF9f5269d90b8c0AbF1Fd1134C827bA445", [1, 10, 56, 416, 957, 2999, 8453, 42161, 1324967486]),
      optimistic("0xeF7C79DF9c9AA6BC5d1d4ae308907e9B6a6B4372", [1, 10, 56, 416, 957, 2999, 42161, 1324967486]),
      nativeBridge("0x72fB18276f3C3c3FD3146F6163994ec02Fa1c9D1", [1]),
    ],
  }),
  mainnet("sxn", 416, { ...usual([1, 137]), startBlock: 30106625 }),
  mainnet("lyra", 957, {
    socket: "0x565810cbfa3Cf1390963E5aFa2fB953795686339",
    executionManager: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    transmitManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    switchboards: [
      fast("0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d", [1, 10, 56, 137, 2999, 8453, 42161]),
      optimistic("0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65", [1, 10, 56, 137, 2999, 8453, 42161]),
      nativeBridge("0x1D6811553Aff8231aDd04A84F300b89E15D99EA4", [1]),
    ],
  }),
  mainnet("parallel", 1024, { ...usual([1, 10, 8453, 42161]), startBlock: 519 }),
  mainnet("aevo", 2999, {
    socket: "0x565810cbfa3Cf1390963E5aFa2fB953795686339",
    executionManager: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    transmitManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    switchboards: [
      fast("0x768A2A53e4318dA7714a0aA65a96D9A241603562", [1, 10, 56, 137, 957, 42161]),
      optimistic("0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65", [1, 10, 56, 137, 957, 42161]),
    ],
  }),
  mainnet("hook", 4665, { ...usual([1, 10, 8453, 42161]), startBlock: 1045 }),
  mainnet("mantle", 5000, { ...usual([1, 10, 8453, 42161]), startBlock: 47547470 }),
  mainnet("base", 8453, {
    socket: "0x12E6e58864cE4402cF2B4B8a8E9c75eAD7280156",
    executionManager: "0x6086c6451217241D8e42e134733A542095E13c47",
    transmitManager: "0xb8c32878c69F4cC4705D0Bd99bca082C4eEFd76D",
    startBlock: 9266919,
    switchboards: [
      fast("0x957301825Dc21d4A92919C9E72dC9E6C6a29e7f8", [1, 10, 56, 137, 957, 1024, 4665, 5000, 34443, 42161]),
      optimistic("0x15A55294B7278260DdfFC659Fb39a401871EeE34", [1, 10, 957, 1024, 4665, 5000, 34443, 42161]),
    ],
  }),
  mainnet("mode", 34443, {
    socket: "0xc317144DE60E6bC9455363bB09852C00bd14CD61",
    executionManager: "0xbDf50eAe568ECef74796ed6022a0d453e8432410",
    transmitManager: "0x8f9EaEe5c5df888aBA3c1Ab19689a0660d042c6d",
    startBlock: 1149427,
    switchboards: [
      fast("0x57D1Aeafb6a2b7Bd4954e47a556622161A8c0A65", [1, 10, 8453, 42161]),
      optimistic("0xaa3d9fA3aB930aE635b001d00C612aa5b14d750e", [1, 10, 8453, 42161]),
    ],
  }),
  mainnet("arbitrum", 42161, {
    socket: "0x37cc674582049b579571E2fFd890a4d99355f6Ba",
    executionManager: "0x0a1040C23bc8d04669A118A27433D5B379C2D381",
    transmitManager: "0xd648A4f9db4AA872985b35B9ABB9Be642c0D7f2e",
    startBlock: 188278733,
    switchboards: [
      fast(
        "0xd5e829827F665c42326EAF68Da3360bd59b42f2f",
        [1, 10, 56, 137, 957, 1024, 2999, 4665, 5000, 8453, 34443, 1324967486],
      ),
      optimistic(
        "0x1812ff6bd726934f18159164e2927B34949B16a8",
        [1, 10, 56, 137, 957, 1024, 2999, 4665, 5000, 8453, 34443, 1324967486],
      ),
      nativeBridge("0xaB2F8c1588ACA57bC2909512B645a860C65770d3", [1]),
    ],
  }),
  mainnet("reya", 1729, { slug: 1324967486, ...usual([1, 10, 137, 42161]), startBlock: 22 }),
]
