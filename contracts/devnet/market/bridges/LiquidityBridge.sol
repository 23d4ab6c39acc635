// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {RouteBridge} from "./RouteBridge.sol";

/// @title Bridge with a pool on every chain
/// @notice Tokens that leave a chain go into its pool; tokens that arrive are paid from the pool as soon as the message
/// arrives. The pool is the contract's balance: transfer tokens to it to add to the pool. Fees stay in the pool.
contract LiquidityBridge is RouteBridge {
    using SafeERC20 for IERC20;

    constructor(
        ISocket socket_,
        address owner_,
        ISwapRouter router_,
        uint256 feeBps_,
        Listing[] memory listings
    ) payable RouteBridge(socket_, owner_, router_, feeBps_, listings) {}

    /// @inheritdoc IRouteBridge
    function delay() external pure returns (uint256) {
        return 0;
    }

    /// @inheritdoc IRouteBridge
    function available(address token) public view returns (uint256) {
        return assetOf[token] == bytes32(0) ? 0 : IERC20(token).balanceOf(address(this));
    }

    function _arrive(uint32 srcChainSlug, Cargo memory cargo) internal override {
        emit RouteArrived(cargo.quoteId, srcChainSlug, tokenOf[cargo.asset], cargo.amount - cargo.fee, block.timestamp);
        _settle(srcChainSlug, cargo);
    }

    /// @dev The pool already holds the tokens.
    function _lock(address token, uint256 amount) internal override {}

    function _payOut(address token, address to, uint256 amount) internal override {
        uint256 pool = available(token);
        if (pool < amount) revert PoolTooSmall(amount, pool);
        IERC20(token).safeTransfer(to, amount);
    }

    /// @dev The pool keeps the fee, because it does not pay it out.
    function _earn(address token, uint256 fee) internal override {}

    function _cargoGas() internal pure override returns (uint256 gas) {
        return SETTLE_GAS + 50_000;
    }
}
