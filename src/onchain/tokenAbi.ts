import { type ParseAbi, parseAbi } from "viem/utils"

// `approve` has no return value here, because some tokens return nothing, against the standard.
const token = [
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
] as const

/** The parts of the ERC-20 interface that are needed to let a contract spend tokens. */
export const tokenAbi: ParseAbi<typeof token> = parseAbi(token)
