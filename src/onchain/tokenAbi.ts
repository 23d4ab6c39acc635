import { type ParseAbi, parseAbi } from "viem/utils"

// `approve` and `transfer` have no return value here, because some tokens return nothing, against the standard.
const token = [
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "function transfer(address to, uint256 amount)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
] as const

/** The parts of the ERC-20 interface that are needed to pay tokens, and to let a contract spend them. */
export const tokenAbi: ParseAbi<typeof token> = parseAbi(token)
