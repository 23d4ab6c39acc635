import { type ParseAbi, parseAbi } from "viem/utils"

// What a token gives back of `approve` is not read: some give nothing, against the standard.
const token = [
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
] as const

/** The part of an ERC-20 token that spending through a contract needs. */
export const tokenAbi: ParseAbi<typeof token> = parseAbi(token)
