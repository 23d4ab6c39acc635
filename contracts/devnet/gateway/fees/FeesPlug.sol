// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IFeesPlug} from "../../../gateway/interfaces/IFeesPlug.sol";
import {IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";

/// @title Fee deposits and payouts of a chain
/// @notice It is connected to the fees manager as a plug is to its app gateway, so the socket rejects payloads of
/// others.
contract FeesPlug is IFeesPlug {
    using SafeERC20 for IERC20;

    /// @dev `depositCreditAndNative` converts one tenth of a deposit to native tokens.
    uint256 private constant NATIVE_SHARE = 10;
    uint256 private constant CREDIT_DECIMALS = 18;

    IGatewaySocket public immutable socket__;
    /// @notice Account that deployed this contract.
    address public immutable owner;
    /// @inheritdoc IFeesPlug
    mapping(address token => bool) public isTokenWhitelisted;

    error NotSocket(address caller);

    modifier onlySocket() {
        if (msg.sender != address(socket__)) revert NotSocket(msg.sender);
        _;
    }

    /// @param tokens Tokens to whitelist. They may have any decimals.
    constructor(IGatewaySocket socket_, address feesManager, address[] memory tokens) {
        socket__ = socket_;
        owner = msg.sender;
        for (uint256 i = 0; i < tokens.length; i++) isTokenWhitelisted[tokens[i]] = true;
        socket_.connect(bytes32(uint256(uint160(feesManager))), address(0));
    }

    /// @inheritdoc IFeesPlug
    function depositCredit(address token, address receiver, uint256 amount) external {
        uint256 credits = _receive(token, amount);
        emit FeesDeposited(token, receiver, credits, 0);
    }

    /// @inheritdoc IFeesPlug
    function depositCreditAndNative(address token, address receiver, uint256 amount) external {
        uint256 credits = _receive(token, amount);
        uint256 nativeAmount = credits / NATIVE_SHARE;
        emit FeesDeposited(token, receiver, credits - nativeAmount, nativeAmount);
    }

    /// @inheritdoc IFeesPlug
    function depositToNative(address token, address receiver, uint256 amount) external {
        uint256 credits = _receive(token, amount);
        emit FeesDeposited(token, receiver, 0, credits);
    }

    /// @inheritdoc IFeesPlug
    function whitelistToken(address token) external {
        if (msg.sender != owner) revert NotFeesPlugOwner(msg.sender);
        isTokenWhitelisted[token] = true;
        emit TokenWhitelisted(token);
    }

    /// @inheritdoc IFeesPlug
    function withdrawFees(address token, address receiver, uint256 amount) external onlySocket {
        uint256 paid = _pay(token, receiver, amount);
        emit FeesWithdrawn(token, receiver, paid);
    }

    /// @inheritdoc IFeesPlug
    function distributeFee(address token, address transmitter, uint256 amount) external onlySocket {
        uint256 paid = _pay(token, transmitter, amount);
        emit FeesDistributed(token, transmitter, paid);
    }

    /// @inheritdoc IFeesPlug
    function whitelistedTokens(address token) external view returns (bool) {
        return isTokenWhitelisted[token];
    }

    /// @dev A token of more than 18 decimals has units below the smallest credit: they are rounded off, so that credits
    /// never exceed the tokens behind them.
    function _receive(address token, uint256 amount) private returns (uint256 credits) {
        if (!isTokenWhitelisted[token]) revert TokenNotWhitelisted(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        (uint256 tokenUnit, uint256 creditUnit) = _unitsOf(token);
        return (amount * creditUnit) / tokenUnit;
    }

    /// @dev Credits below a token's smallest unit are rounded off. Their worth stays here.
    function _pay(address token, address receiver, uint256 credits) private returns (uint256 amount) {
        (uint256 tokenUnit, uint256 creditUnit) = _unitsOf(token);
        amount = (credits * tokenUnit) / creditUnit;
        IERC20(token).safeTransfer(receiver, amount);
    }

    /// @dev Returns two numbers whose ratio is that of a token to a credit; one of them is 1.
    function _unitsOf(address token) private view returns (uint256 tokenUnit, uint256 creditUnit) {
        uint256 decimals = IERC20Metadata(token).decimals();
        if (decimals > CREDIT_DECIMALS) return (10 ** (decimals - CREDIT_DECIMALS), 1);
        return (1, 10 ** (CREDIT_DECIMALS - decimals));
    }
}
