// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

import {IDex} from "../interfaces/IDex.sol";
import {IPayloadReceiver} from "../interfaces/IPayloadReceiver.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {IWrappedNative} from "../interfaces/IWrappedNative.sol";
import {Delivery, NATIVE, Order, Shipment} from "../interfaces/MarketTypes.sol";

/// @title Router that executes a route in one transaction
/// @notice Takes the input, pays the fee taker, swaps, and then pays the receiver or hands over to a bridge. On a
/// bridge's destination, it swaps what arrived and pays the receiver. It holds nothing between transactions.
///
/// Trust: the router trusts its owner for the dexes and bridges that it lists. They handle what passes through, and
/// only they are called with an approval. Receivers and fee takers may be contracts, and tokens outside the bridges may
/// be malicious: they can break an order that names them, but no other.
contract SwapRouter is ISwapRouter, Ownable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @inheritdoc ISwapRouter
    mapping(address account => bool) public isDex;
    /// @inheritdoc ISwapRouter
    mapping(address account => bool) public isBridge;
    /// @inheritdoc ISwapRouter
    mapping(bytes32 quoteId => bool) public isExecuted;

    IWrappedNative private immutable _wrappedNative;

    /// @dev What a receiver was paid and is still to be called with, as a hash, by the id of its quote.
    mapping(bytes32 quoteId => bytes32) private _duePayload;

    constructor(address owner_, IWrappedNative wrappedNative_) Ownable(owner_) {
        _wrappedNative = wrappedNative_;
    }

    /// @dev Accepts native tokens from the wrapper, which unwraps, and from bridges, which return the rest of their
    /// fee.
    receive() external payable {
        if (msg.sender != address(_wrappedNative) && !isBridge[msg.sender]) revert UnexpectedValue();
    }

    /// @notice Lists dexes and bridges permanently, so that orders can use them.
    function list(address[] calldata dexes, address[] calldata bridges) external onlyOwner {
        for (uint256 i = 0; i < dexes.length; i++) {
            isDex[dexes[i]] = true;
            emit DexListed(dexes[i]);
        }
        for (uint256 i = 0; i < bridges.length; i++) {
            isBridge[bridges[i]] = true;
            emit BridgeListed(bridges[i]);
        }
    }

    /// @inheritdoc ISwapRouter
    function execute(Order calldata order) external payable nonReentrant returns (bytes32 quoteId) {
        quoteId = quoteIdOf(order);
        if (block.timestamp > order.deadline) revert DeadlinePassed(order.deadline);
        if (isExecuted[quoteId]) revert AlreadyExecuted(quoteId);
        _check(order);
        isExecuted[quoteId] = true;
        emit RouteStarted(
            quoteId,
            order.user,
            msg.sender,
            order.inputToken,
            order.inputAmount,
            order.feeTaker,
            order.feeAmount
        );

        uint256 amount = _collect(order);
        if (order.bridge == address(0)) {
            amount = _swap(order.originDex, _erc20(order.inputToken), _erc20(order.outputToken), amount);
            _deliver(quoteId, order.receiver, order.outputToken, amount, order.minAmountOut, order.payloadHash);
        } else {
            amount = _swap(order.originDex, _erc20(order.inputToken), order.bridgedToken, amount);
            _ship(quoteId, order, amount);
        }
        _pay(NATIVE, msg.sender, address(this).balance);
    }

    /// @inheritdoc ISwapRouter
    /// @dev A receiver that is this contract, or returns the value to it, would enrich another order.
    function complete(
        bytes32 quoteId,
        address token,
        uint256 amount,
        Delivery calldata delivery
    ) external nonReentrant {
        if (!isBridge[msg.sender]) revert OnlyBridge();
        if (!_isPayable(delivery.receiver)) revert InvalidOrder();
        uint256 amountOut = _swap(delivery.dex, token, _erc20(delivery.outputToken), amount);
        _deliver(
            quoteId,
            delivery.receiver,
            delivery.outputToken,
            amountOut,
            delivery.minAmountOut,
            delivery.payloadHash
        );
    }

    /// @inheritdoc ISwapRouter
    /// @dev The function that it calls moves no token of anybody who approved this contract, whatever the receiver is.
    function executePayload(
        bytes32 quoteId,
        address receiver,
        address token,
        uint256 amount,
        bytes calldata payload
    ) external nonReentrant {
        bytes32 due = keccak256(abi.encode(receiver, token, amount, keccak256(payload)));
        if (_duePayload[quoteId] != due) revert NoSuchPayload(quoteId);
        delete _duePayload[quoteId];
        emit PayloadExecuted(quoteId, receiver);
        uint256[] memory amounts = new uint256[](1);
        address[] memory tokens = new address[](1);
        (amounts[0], tokens[0]) = (amount, token);
        IPayloadReceiver(receiver).executeData(quoteId, amounts, tokens, payload);
    }

    /// @inheritdoc ISwapRouter
    function quoteMessageFee(Order calldata order) external view returns (uint256) {
        if (order.bridge == address(0)) return 0;
        return IRouteBridge(order.bridge).messageFee(order.dstChainSlug);
    }

    /// @inheritdoc ISwapRouter
    function isBusy() external view returns (bool) {
        return _reentrancyGuardEntered();
    }

    /// @inheritdoc ISwapRouter
    function wrappedNative() external view returns (address) {
        return address(_wrappedNative);
    }

    /// @inheritdoc ISwapRouter
    function quoteIdOf(Order calldata order) public view returns (bytes32 quoteId) {
        return keccak256(abi.encode(block.chainid, address(this), order));
    }

    /// @dev Takes the input and pays the fee taker.
    /// @return amount Amount that remains for the route, as an ERC-20 that this contract holds.
    function _collect(Order calldata order) private returns (uint256 amount) {
        amount = order.inputAmount - order.feeAmount;
        if (order.inputToken == NATIVE) {
            if (msg.value < order.inputAmount) revert InsufficientValue(order.inputAmount, msg.value);
            _wrappedNative.deposit{value: amount}();
            _pay(NATIVE, order.feeTaker, order.feeAmount);
        } else {
            IERC20 token = IERC20(order.inputToken);
            token.safeTransferFrom(msg.sender, address(this), amount);
            if (order.feeAmount > 0) token.safeTransferFrom(msg.sender, order.feeTaker, order.feeAmount);
        }
    }

    /// @dev Passes no minimum to the dex, because the end of the route has one.
    function _swap(
        address dex,
        address tokenIn,
        address tokenOut,
        uint256 amountIn
    ) private returns (uint256 amountOut) {
        if (dex == address(0)) {
            if (tokenIn != tokenOut) revert InvalidOrder();
            return amountIn;
        }
        if (!isDex[dex]) revert UnknownDex(dex);
        IERC20(tokenIn).forceApprove(dex, amountIn);
        uint256 before = IERC20(tokenOut).balanceOf(address(this));
        IDex(dex).swap(tokenIn, tokenOut, amountIn, 0, address(this));
        return IERC20(tokenOut).balanceOf(address(this)) - before;
    }

    /// @dev Passes all remaining value to the bridge, which returns what its message does not cost.
    function _ship(bytes32 quoteId, Order calldata order, uint256 amount) private {
        if (amount < order.minBridgedAmount) revert TooLittleOut(amount, order.minBridgedAmount);
        IERC20(order.bridgedToken).forceApprove(order.bridge, amount);
        IRouteBridge(order.bridge).send{value: address(this).balance}(
            Shipment({
                quoteId: quoteId,
                token: order.bridgedToken,
                amount: amount,
                dstChainSlug: order.dstChainSlug,
                refundTo: order.refundTo,
                delivery: Delivery({
                    receiver: order.receiver,
                    dex: order.destinationDex,
                    outputToken: order.outputToken,
                    minAmountOut: order.minAmountOut,
                    payloadHash: order.payloadHash
                })
            })
        );
    }

    function _deliver(
        bytes32 quoteId,
        address receiver,
        address token,
        uint256 amountOut,
        uint256 minAmountOut,
        bytes32 payloadHash
    ) private {
        if (amountOut < minAmountOut) revert TooLittleOut(amountOut, minAmountOut);
        if (token == NATIVE) _wrappedNative.withdraw(amountOut);
        if (payloadHash != 0) _duePayload[quoteId] = keccak256(abi.encode(receiver, token, amountOut, payloadHash));
        _pay(token, receiver, amountOut);
        emit RouteCompleted(quoteId, receiver, token, amountOut);
    }

    function _pay(address token, address to, uint256 amount) private {
        if (amount == 0) return;
        if (token != NATIVE) return IERC20(token).safeTransfer(to, amount);
        (bool isTaken, ) = to.call{value: amount}("");
        if (!isTaken) revert ValueNotTaken(to, amount);
    }

    function _check(Order calldata order) private view {
        if (order.bridge == address(0)) {
            // Fields without meaning must be zero, so that nobody relies on them.
            if (order.bridgedToken != address(0) || order.minBridgedAmount != 0) revert InvalidOrder();
            if (order.destinationDex != address(0) || order.dstChainSlug != 0) revert InvalidOrder();
        } else if (!isBridge[order.bridge]) {
            revert UnknownBridge(order.bridge);
        }
        if (order.feeAmount >= order.inputAmount) revert InvalidOrder();
        if (order.feeAmount > 0 && !_isPayable(order.feeTaker)) revert InvalidOrder();
        if (!_isPayable(order.receiver) || !_isPayable(order.refundTo)) revert InvalidOrder();
    }

    /// @dev Tokens sent to the router would go to whoever comes next, and the wrapper would send its value here.
    function _isPayable(address account) private view returns (bool) {
        return account != address(0) && account != address(this) && account != address(_wrappedNative);
    }

    function _erc20(address token) private view returns (address) {
        return token == NATIVE ? address(_wrappedNative) : token;
    }
}
