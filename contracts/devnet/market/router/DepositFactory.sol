// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

import {DepositVault} from "./DepositVault.sol";
import {IDepositFactory} from "../interfaces/IDepositFactory.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {NATIVE, Order} from "../interfaces/MarketTypes.sol";

/// @title Factory for orders that are paid by a plain transfer
/// @notice A deposit address is derived from the id of its order, and thus from the whole order: a payer does not need
/// to trust anyone who maintains a list of addresses.
contract DepositFactory is IDepositFactory, ReentrancyGuard {
    ISwapRouter public immutable router;
    /// @notice Implementation that every vault clones.
    address public immutable vaultImplementation;

    constructor(ISwapRouter router_) {
        router = router_;
        vaultImplementation = address(new DepositVault(router_));
    }

    /// @inheritdoc IDepositFactory
    function sweep(Order calldata order) external payable nonReentrant returns (bytes32 quoteId) {
        quoteId = router.quoteIdOf(order);
        address vault = _vaultOf(order, quoteId);
        uint256 deposited = _balance(order.inputToken, vault);
        if (deposited < order.inputAmount) revert DepositTooSmall(order.inputAmount, deposited);

        _deploy(vault, quoteId);
        DepositVault(payable(vault)).execute{value: msg.value}(order, msg.sender);
        emit DepositSwept(quoteId, vault, order.inputToken, order.inputAmount);
        uint256 surplus = deposited - order.inputAmount;
        if (surplus > 0) _refund(order, quoteId, vault, order.inputToken, surplus);
    }

    /// @inheritdoc IDepositFactory
    function refundDeposit(Order calldata order, address token) external nonReentrant returns (uint256 amount) {
        bytes32 quoteId = router.quoteIdOf(order);
        address vault = _vaultOf(order, quoteId);
        amount = _balance(token, vault);
        if (amount == 0) revert NothingDeposited(token);
        bool isEnough = token == order.inputToken && amount >= order.inputAmount;
        if (isEnough && block.timestamp <= order.deadline && !router.isExecuted(quoteId)) revert DepositUsable(quoteId);

        _deploy(vault, quoteId);
        _refund(order, quoteId, vault, token, amount);
    }

    /// @inheritdoc IDepositFactory
    function depositAddress(Order calldata order) external view returns (address vault) {
        return _vaultOf(order, router.quoteIdOf(order));
    }

    function _refund(Order calldata order, bytes32 quoteId, address vault, address token, uint256 amount) private {
        address paid = DepositVault(payable(vault)).pay(token, order.refundTo, amount);
        emit DepositRefunded(quoteId, order.refundTo, paid, amount);
    }

    function _deploy(address vault, bytes32 quoteId) private {
        if (vault.code.length == 0) Clones.cloneDeterministic(vaultImplementation, quoteId);
    }

    function _vaultOf(Order calldata order, bytes32 quoteId) private view returns (address vault) {
        if (order.refundTo == address(0)) revert NoRefundAddress();
        return Clones.predictDeterministicAddress(vaultImplementation, quoteId);
    }

    function _balance(address token, address account) private view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
    }
}
