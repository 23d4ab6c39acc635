// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {RESCUE_ROLE, Roles} from "../access/Roles.sol";

/// @title Way out for what was sent to a contract by mistake
abstract contract RescueFunds is Roles {
    /// @dev Address that stands for the native token.
    address private constant NATIVE_TOKEN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @notice There is no contract at the token's address. Pass the token, or 0xEeee…EEeE for the native token.
    error InvalidTokenAddress();

    /// @notice Sends tokens of this contract to an account.
    /// @param token_ Token, or 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE for the native token.
    function rescueFunds(address token_, address rescueTo_, uint256 amount_) external onlyRole(RESCUE_ROLE) {
        if (rescueTo_ == address(0)) revert ISocket.ZeroAddress();
        if (token_ == NATIVE_TOKEN) return Address.sendValue(payable(rescueTo_), amount_);
        if (token_.code.length == 0) revert InvalidTokenAddress();
        SafeERC20.safeTransfer(IERC20(token_), rescueTo_, amount_);
    }
}
